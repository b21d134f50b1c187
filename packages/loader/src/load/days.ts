import type { Place } from '../source/directory.ts'
import { LoadError } from './load-error.ts'

const DAY_MS = 86_400_000

/** First and last day of a request, both inclusive. */
export interface DayRange {
  readonly firstDay: string
  readonly lastDay: string
}

export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Number of days between two days; 0 for the same day. */
export const daysBetween = (firstDay: string, lastDay: string): number => (Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS

export function* daysOf({ firstDay, lastDay }: DayRange): Generator<string> {
  for (let day = firstDay; day <= lastDay; day = daysAfter(day, 1)) yield day
}

/** Splits the days from first to last into consecutive ranges of at most `maxDays`. */
export const rangesBetween = (firstDay: string, lastDay: string, maxDays: number): DayRange[] => {
  const ranges: DayRange[] = []
  for (let day = firstDay; day <= lastDay; day = daysAfter(day, maxDays)) {
    const end = daysAfter(day, maxDays - 1)
    ranges.push({ firstDay: day, lastDay: end < lastDay ? end : lastDay })
  }
  return ranges
}

/** @throws LoadError for an invalid day */
export const requireDay = (name: string, text: string): string => {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN)
  // Date parses 2026-02-30 as 2 March, so formatting the result must give the same day.
  if (!Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text) return text
  throw new LoadError(`${name} must be a day such as 2026-01-05, not "${text}".`)
}

/** The service may use time zones that this machine does not know. */
const todayIn = (timeZone: string, moment: Date): string => {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    return `${parts.year}-${parts.month}-${parts.day}`
  } catch {
    return moment.toISOString().slice(0, 10)
  }
}

/** The earliest and the latest current day of all locations; in UTC without locations. */
export const todayOf = (places: readonly Place[], moment = new Date()): { earliest: string; latest: string } => {
  const zones = new Set(places.length > 0 ? places.map(({ timeZone }) => timeZone) : ['UTC'])
  const todays = [...zones].map((zone) => todayIn(zone, moment)).sort()
  return { earliest: todays[0] as string, latest: todays.at(-1) as string }
}
