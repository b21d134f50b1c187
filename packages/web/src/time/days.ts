const LOCALE = 'en-GB'
const DAY_MS = 86_400_000

/** A day is its text, 'YYYY-MM-DD': nothing here depends on where the browser is. */
const asDate = (day: string): Date => new Date(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number): string =>
  new Date(asDate(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)

/** Days from one to the other. */
export const daysBetween = (from: string, to: string): number => (asDate(to).getTime() - asDate(from).getTime()) / DAY_MS

/** Whether it is a day of the calendar: 30 February is none. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(asDate(value).getTime()) &&
  addDays(value, 0) === value

/** Monday 1 to Sunday 7. */
export const weekdayOf = (day: string): number => asDate(day).getUTCDay() || 7

export const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day))

/** Monday to Sunday of the week of a day. */
export const weekOf = (day: string): string[] => daysFrom(mondayOf(day), 7)

const daysFrom = (day: string, count: number): string[] => Array.from({ length: count }, (_, index) => addDays(day, index))

export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

/** The same day of another month, or the last one of it where it is shorter. */
export const addMonths = (day: string, months: number): string => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The weeks that a month touches, each from Monday to Sunday. */
export const weeksOfMonth = (day: string): string[][] => {
  const first = mondayOf(firstOfMonth(day))
  const count = Math.ceil((daysBetween(first, addMonths(firstOfMonth(day), 1)) || 7) / 7)
  return Array.from({ length: count }, (_, index) => daysFrom(addDays(first, index * 7), 7))
}

/** Where the building is, or the reader without one. */
export const todayIn = (timeZone?: string, now = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', timeZone ? { timeZone } : {}).format(now)

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' })
  return (day: string) => formatter.format(asDate(day))
}

/** Tuesday 24 November. */
export const longDay = format({ weekday: 'long', day: 'numeric', month: 'long' })
/** Tuesday 24 November 2026. */
export const fullDay = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
/** Tue 24 Nov. */
export const shortDay = format({ weekday: 'short', day: 'numeric', month: 'short' })
/** 24 November 2026. */
export const plainDay = format({ day: 'numeric', month: 'long', year: 'numeric' })
export const weekdayName = format({ weekday: 'long' })
export const shortWeekday = format({ weekday: 'short' })
export const monthName = format({ month: 'long', year: 'numeric' })

const RANGE = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
/** 23–29 Nov 2026. */
export const dayRange = (from: string, to: string): string => RANGE.formatRange(asDate(from), asDate(to))
