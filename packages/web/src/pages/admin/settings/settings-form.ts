import { t } from '@lingui/core/macro'
import type { Settings } from '@rollcall/contract'
import { changedSince } from '../../../api/changed-since.ts'

/** Who gets a desk when there are too few. */
export const FAIRNESS_NAMES: Readonly<Record<Settings['deskFairness'], string>> = {
  'most-attended': t`People who come most often`,
  'equal-distribution': t`Everyone in turn`,
}

type Guard = 'hierarchyGuardPercent' | 'importGuardPercent'

/** The values of the form; the empty text stands for no limit. */
export type SettingsValues = Omit<Settings, 'organizationId' | 'minimumGroupSize' | 'timeOffBackdating' | Guard> & {
  readonly timeOffBackdating: string | number
  readonly minimumGroupSize: string | number
  readonly hierarchyGuardPercent: string | number
  readonly importGuardPercent: string | number
}

export const valuesOf = ({ organizationId: _, ...settings }: Settings): SettingsValues => ({
  ...settings,
  hierarchyGuardPercent: settings.hierarchyGuardPercent ?? '',
  importGuardPercent: settings.importGuardPercent ?? '',
})

const percentage = (value: string | number): number | null => (value === '' ? null : Number(value))

/** The body that changes settings. It holds only the changed settings, so that changes that others made to other settings stay. */
export const changedSettings = (values: SettingsValues, before: Settings): Partial<Settings> => {
  const after: Omit<Settings, 'organizationId'> = {
    ...values,
    organizationName: values.organizationName.trim(),
    timeOffBackdating: Number(values.timeOffBackdating),
    minimumGroupSize: Number(values.minimumGroupSize),
    hierarchyGuardPercent: percentage(values.hierarchyGuardPercent),
    importGuardPercent: percentage(values.importGuardPercent),
  }
  return changedSince<typeof after>(before, after) ?? {}
}

const isWhole = (value: string | number, from: number, to: number): boolean =>
  value !== '' && Number.isInteger(Number(value)) && Number(value) >= from && Number(value) <= to

const guardError = (value: string | number) =>
  value === '' || isWhole(value, 0, 100) ? null : t`Give a whole number from 0 to 100, or nothing.`

/** Validates the values before the call. */
export const SETTINGS_RULES = {
  organizationName: (value: string) => (value.trim() ? null : t`Give a name.`),
  timeOffBackdating: (value: string | number) => (isWhole(value, 0, 60) ? null : t`Give a whole number from 0 to 60.`),
  minimumGroupSize: (value: string | number) => (isWhole(value, 1, 100) ? null : t`Give a whole number from 1 to 100.`),
  hierarchyGuardPercent: guardError,
  importGuardPercent: guardError,
}
