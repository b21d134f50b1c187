import type { MAX_ANALYTICS_DAYS } from '@rollcall/contract'
import type { SearchSchemaInput } from '@tanstack/react-router'
import { isDay, todayIn } from '../../../time/days.ts'
import { periodOf } from './presets.ts'

/** Most days of a period; the contract's number, which cannot be loaded without its schemas. */
export const MAX_DAYS: typeof MAX_ANALYTICS_DAYS = 550

/** What figures are about: as it stands in the address, so that a link shows the same. */
export interface Scope {
  /** First and last day. */
  readonly from: string
  readonly to: string
  /** Ids between commas, as the API takes them. */
  readonly locations?: string | undefined
  readonly groups?: string | undefined
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** The scope of an address; where it has no period, the last four weeks. */
export const validateScope = (search: Partial<Record<keyof Scope, unknown>> & SearchSchemaInput): Scope => {
  const period =
    isDay(search.from) && isDay(search.to) ? { from: search.from, to: search.to } : periodOf('lastFourWeeks', todayIn())
  const locations = textOf(search.locations)
  const groups = textOf(search.groups)
  return { ...period, ...(locations ? { locations } : {}), ...(groups ? { groups } : {}) }
}

/** The scope as query of the API. */
export const queryOf = ({ from, to, locations, groups }: Scope) => ({
  from,
  to,
  ...(locations ? { locationIds: locations } : {}),
  ...(groups ? { groupIds: groups } : {}),
})

export const idsOf = (list: string | undefined): string[] => (list ? list.split(',') : [])
export const listOf = (ids: readonly string[]): string | undefined => (ids.length > 0 ? ids.join(',') : undefined)
