const DAY_MS = 86_400_000

/** A day is text, 'YYYY-MM-DD', so that nothing here depends on the time zone of the browser. */
const asDate = (day: string): Date => new Date(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number): string =>
  new Date(asDate(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)

/** Number of days between two days; 0 for the same day. */
export const daysBetween = (from: string, to: string): number => (asDate(to).getTime() - asDate(from).getTime()) / DAY_MS

/** Whether the day exists in the calendar; 30 February does not. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(asDate(value).getTime()) &&
  addDays(value, 0) === value

/** The weekday as a number from 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => asDate(day).getUTCDay() || 7

export const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day))

/** The days of the week that contains this day, Monday to Sunday. */
export const weekOf = (day: string): string[] => daysFrom(mondayOf(day), 7)

const daysFrom = (day: string, count: number): string[] => Array.from({ length: count }, (_, index) => addDays(day, index))

export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

/** The same day of another month, or its last day if the month is shorter. */
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

/** Today in the time zone of the building, or of the browser without one. */
export const todayIn = (timeZone?: string, now = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', timeZone ? { timeZone } : {}).format(now)

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
] as const

// Formats of browsers differ by language and version, so the names are written here.
const weekdayAt = (index: number): string => WEEKDAYS[index] as string
const monthAt = (index: number): string => MONTHS[index] as string
const dateOf = (day: string): number => Number(day.slice(8))
const yearOf = (day: string): string => day.slice(0, 4)
const monthOf = (day: string): string => monthAt(Number(day.slice(5, 7)) - 1)

const abbreviated = (name: string): string => name.slice(0, 3)

/** The name of a weekday number: Monday for 1, Sunday for 7. */
export const nameOfWeekday = (weekday: number): string => weekdayAt(weekday - 1)
/** The short name of a weekday number: Mon for 1, Sun for 7. */
export const shortNameOfWeekday = (weekday: number): string => abbreviated(nameOfWeekday(weekday))
/** The weekday of a day, such as Monday. */
export const weekdayName = (day: string): string => nameOfWeekday(weekdayOf(day))
/** The short weekday of a day, such as Mon. */
export const shortWeekday = (day: string): string => abbreviated(weekdayName(day))
/** The month of a day, such as November 2026. */
export const monthName = (day: string): string => `${monthOf(day)} ${yearOf(day)}`
/** Such as 24 Nov. */
const dayAndMonth = (day: string): string => `${dateOf(day)} ${abbreviated(monthOf(day))}`
/** A day such as Tue 24 Nov, for places where the year is obvious. */
export const shortDay = (day: string): string => `${shortWeekday(day)} ${dayAndMonth(day)}`
/** A day such as Tue 24 Nov 2026. */
export const fullDay = (day: string): string => `${shortDay(day)} ${yearOf(day)}`

/** A range such as 23–29 Nov 2026 or 30 Nov – 6 Dec 2026. */
export const dayRange = (from: string, to: string): string => {
  if (from === to) return fullDay(from)
  if (yearOf(from) !== yearOf(to)) return `${dayAndMonth(from)} ${yearOf(from)} – ${dayAndMonth(to)} ${yearOf(to)}`
  const first = monthOf(from) === monthOf(to) ? `${dateOf(from)}–` : `${dayAndMonth(from)} – `
  return `${first}${dayAndMonth(to)} ${yearOf(to)}`
}

const WRITTEN = /^(?:[a-z]+,? +)?(\d{1,2})[. ]+([a-z]{3,})\.?,? +(\d{4})$/i

/** Parses a day as people type it: 2026-11-24, 24 Nov 2026, Tue 24 November 2026; null for anything else. */
export const parseDay = (typed: string): string | null => {
  const text = typed.trim()
  const [, date = '', month = '', year = ''] = WRITTEN.exec(text) ?? []
  const index = MONTHS.findIndex((name) => month !== '' && name.toLowerCase().startsWith(month.toLowerCase()))
  const day = index < 0 ? text : `${year}-${String(index + 1).padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : null
}
