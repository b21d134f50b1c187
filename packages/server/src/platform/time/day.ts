export const DAY_MS = 86_400_000

/** PostgreSQL has no year 0 in ISO text, and neither files nor the API allow years of five digits. */
export const isStorable = (iso: string) => iso >= '0001' && !iso.startsWith('+') && !iso.startsWith('-')

/** Returns the calendar day of `2026-01-05` or of a full date-time; undefined when the calendar has no such day. */
export const calendarDay = (text: string): string | undefined => {
  const day = text.slice(0, 10)
  const moment = new Date(`${day}T00:00:00Z`)
  // Date reads 2026-02-30 as March 2, so converting it back must give the same day.
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day) return undefined
  return isStorable(day) ? day : undefined
}

/** The first and the last day of the calendar, as moments. */
const FIRST_DAY = Date.parse('0001-01-01')
const LAST_DAY = Date.parse('9999-12-31')

const dayTexts = new Map<number, string>()

/** Returns the calendar day of a moment in UTC: `2026-01-05`. Few days are in use at a time, so they are cached. */
export const utcDay = (milliseconds: number): string => {
  const number = Math.floor(milliseconds / DAY_MS)
  const known = dayTexts.get(number)
  if (known) return known
  if (dayTexts.size > 10_000) dayTexts.clear()
  const text = new Date(number * DAY_MS).toISOString().slice(0, 10)
  dayTexts.set(number, text)
  return text
}

/** Adds a number of days, which may be negative; the result stays within the first and last day of the calendar. */
export const daysAfter = (day: string, days: number): string =>
  utcDay(Math.max(FIRST_DAY, Math.min(LAST_DAY, Date.parse(day) + days * DAY_MS)))

/** Yields the days from the first to the last in steps of `step` days. It also stops at the end of the calendar. */
export const daysFrom = function* (firstDay: string, lastDay: string, step = 1): Generator<string> {
  const last = Date.parse(lastDay)
  for (let moment = Date.parse(firstDay); moment <= last; moment += step * DAY_MS) yield utcDay(moment)
}

/** Counts the days between two days: 0 for the same day, negative when the last one lies before the first. */
export const daysBetween = (firstDay: string, lastDay: string): number => (Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS

const weekdays = new Map<string, number>()

/** Returns Monday as 1 to Sunday as 7. The same days are used repeatedly, so results are cached. */
export const weekdayOf = (day: string): number => {
  const known = weekdays.get(day)
  if (known) return known
  if (weekdays.size > 10_000) weekdays.clear()
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
  weekdays.set(day, weekday)
  return weekday
}

export const isSunday = (day: string): boolean => weekdayOf(day) === 7
/** Returns the Sunday on which the ISO week of a day ends. */
export const sundayOf = (day: string): string => daysAfter(day, 7 - weekdayOf(day))
/** Returns the last day of the month. */
export const lastOfMonth = (day: string): string => daysAfter(`${daysAfter(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1)
