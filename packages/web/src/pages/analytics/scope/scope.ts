import type { MAX_ANALYTICS_DAYS } from '@rollcall/contract'
import type { SearchSchemaInput } from '@tanstack/react-router'
import { addDays, addMonths, isDay, mondayOf } from '../../../time/days.ts'

interface Period {
  readonly from: string
  readonly to: string
}

/** Named periods; each function gets today. */
const PERIODS = {
  thisWeek: (day: string): Period => {
    const monday = mondayOf(day)
    return { from: monday, to: addDays(monday, 6) }
  },
  lastWeek: (day: string): Period => {
    const monday = addDays(mondayOf(day), -7)
    return { from: monday, to: addDays(monday, 6) }
  },
  lastFourWeeks: (day: string): Period => ({ from: addDays(day, -28), to: addDays(day, -1) }),
  lastThreeMonths: (day: string): Period => ({ from: addMonths(day, -3), to: addDays(day, -1) }),
  lastTwelveMonths: (day: string): Period => ({ from: addMonths(day, -12), to: addDays(day, -1) }),
}
export type Preset = keyof typeof PERIODS

export const PRESET_NAMES: Record<Preset, string> = {
  thisWeek: 'This week',
  lastWeek: 'Last week',
  lastFourWeeks: 'Last 4 weeks',
  lastThreeMonths: 'Last 3 months',
  lastTwelveMonths: 'Last 12 months',
}
const PRESETS = Object.keys(PERIODS) as Preset[]

export const periodOf = (preset: Preset, day: string): Period => PERIODS[preset](day)

const isPreset = (value: unknown): value is Preset => PRESETS.some((preset) => preset === value)

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
}

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
      : { period: isPreset(search.period) ? search.period : ('lastFourWeeks' as const) }
  const locations = textOf(search.locations)
  const groups = textOf(search.groups)
  // Each parameter is named, because others in the address would be passed on.
  return { period: undefined, from: undefined, to: undefined, ...period, locations, groups }
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
