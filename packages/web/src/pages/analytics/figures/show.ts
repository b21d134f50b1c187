import type { KpiDefinition } from '@rollcall/contract'
import { LOCALE } from '../../../components/number-format.ts'

const DAY = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const WEEKDAY_DAY = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const WEEKDAY = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' })
const AMOUNT = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const WHOLE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
const SHARE = new Intl.NumberFormat(LOCALE, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })

const instantOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** Fri, 20 Nov 2026 */
export const showDay = (day: string): string => DAY.format(instantOf(day))
/** Fri, 20 Nov */
export const showWeekdayAndDay = (day: string): string => WEEKDAY_DAY.format(instantOf(day))
/** Monday 1 to Sunday 7, by name. */
export const showWeekday = (weekday: number): string => WEEKDAY.format(Date.UTC(2024, 0, weekday))

/** A moment in a time zone, the reader's where none is given, with the zone named. */
export const showInstant = (instant: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(LOCALE, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone ? { timeZone } : {}),
  }).format(new Date(instant))

export const showAmount = (value: number): string => AMOUNT.format(value)
export const showWhole = (value: number): string => WHOLE.format(value)
export const showShare = (value: number): string => SHARE.format(value)

/** The heading of a KPI's column, which says whether it answers who came or who was expected. */
export const showHeading = ({ name, answers }: KpiDefinition): string =>
  answers === undefined ? name : `${name} (${answers === 'both' ? 'who came against who was expected' : answers})`

/** A figure in its unit; a dash where there is none. */
export const showFigure = (value: number | null, unit: KpiDefinition['unit']): string => {
  if (value === null) return '–'
  if (unit === 'share') return showShare(value)
  return Number.isInteger(value) ? showWhole(value) : showAmount(value)
}
