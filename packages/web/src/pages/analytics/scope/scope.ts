import { msg } from '@lingui/core/macro'
import { isPeriodName, type MAX_ANALYTICS_DAYS, type PeriodName, periodOn } from '@rollcall/contract'
import type { SearchSchemaInput } from '@tanstack/react-router'
import { laterWords } from '../../../language/later-words.ts'
import { isDay } from '../../../time/days.ts'

export type Preset = PeriodName

export const PRESET_NAMES: Record<Preset, string> = laterWords({
  thisWeek: msg`This week`,
  lastWeek: msg`Last week`,
  lastFourWeeks: msg`Last 4 weeks`,
  lastMonth: msg`Last month`,
  lastThreeMonths: msg`Last 3 months`,
  lastTwelveMonths: msg`Last 12 months`,
})
export const periodOf = periodOn

/** The largest number of days of a period, repeated here because importing it would load the schemas of the contract. */
export const MAX_DAYS: typeof MAX_ANALYTICS_DAYS = 550

/** The scope in the address: a named period moves with the calendar, other periods are two fixed days. */
export interface ScopeAddress {
  readonly period?: Preset | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Comma-separated ids, as the API takes them. */
  readonly locations?: string | undefined
  readonly groups?: string | undefined
  /** What is compared where the scope has several buildings and several groups; otherwise those that it has several of. */
  readonly compare?: PartsOf | undefined
}

export type PartsOf = 'locations' | 'groups'

/** The scope as of today. */
export interface Scope extends ScopeAddress {
  /** First and last day. */
  readonly from: string
  readonly to: string
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** The scope of an address; without a period, the last four weeks. */
export const validateScope = (search: Partial<Record<keyof ScopeAddress, unknown>> & SearchSchemaInput): ScopeAddress => {
  const period =
    isDay(search.from) && isDay(search.to)
      ? { from: search.from, to: search.to }
      : { period: isPeriodName(search.period) ? search.period : ('lastFourWeeks' as const) }
  const locations = textOf(search.locations)
  const groups = textOf(search.groups)
  const compare = search.compare === 'locations' || search.compare === 'groups' ? search.compare : undefined
  // Each parameter is named, because others in the address would be passed on.
  return { period: undefined, from: undefined, to: undefined, ...period, locations, groups, compare }
}

/** The days that an address stands for today. */
export const scopeOn = (address: ScopeAddress, today: string): Scope => {
  const { period, from, to } = address
  return from && to ? { ...address, from, to } : { ...address, ...periodOf(period ?? 'lastFourWeeks', today) }
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
