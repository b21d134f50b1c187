import { t } from '@lingui/core/macro'
import { LANGUAGE } from '../language/language.ts'

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

/** English names as in America, where abbreviations have three letters throughout. */
const LOCALE = LANGUAGE === 'en' ? 'en-US' : LANGUAGE

/** The names of weekdays or months as they are within a date, where some languages abbreviate months with a dot. */
const namesOf = (type: 'weekday' | 'month', style: 'long' | 'short', days: readonly string[]): string[] => {
  const format = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', [type]: style, timeZone: 'UTC' })
  return days.map((day) => format.formatToParts(asDate(day)).find((part) => part.type === type)?.value ?? day)
}

/** Weekdays also stand alone, so the dot of those is in the pattern of the day. */
const withoutDot = (name: string): string => name.replace(/\.$/, '')

const A_WEEK = weekOf('2026-01-05')
const A_YEAR = Array.from({ length: 12 }, (_, index) => addMonths('2026-01-01', index))
const WEEKDAYS = namesOf('weekday', 'long', A_WEEK)
const SHORT_WEEKDAYS = namesOf('weekday', 'short', A_WEEK).map(withoutDot)
const MONTHS = namesOf('month', 'long', A_YEAR)
const SHORT_MONTHS = namesOf('month', 'short', A_YEAR)

const at = (names: readonly string[], index: number): string => names[index] as string
const dateOf = (day: string): number => Number(day.slice(8))
const yearOf = (day: string): string => day.slice(0, 4)
const monthNumber = (day: string): number => Number(day.slice(5, 7)) - 1

/** The name of a weekday number: Monday for 1, Sunday for 7. */
export const nameOfWeekday = (weekday: number): string => at(WEEKDAYS, weekday - 1)
/** The short name of a weekday number: Mon for 1, Sun for 7. */
export const shortNameOfWeekday = (weekday: number): string => at(SHORT_WEEKDAYS, weekday - 1)
/** The weekday of a day, such as Monday. */
export const weekdayName = (day: string): string => nameOfWeekday(weekdayOf(day))
/** The short weekday of a day, such as Mon. */
export const shortWeekday = (day: string): string => shortNameOfWeekday(weekdayOf(day))
/** The month of a day, such as November 2026. */
export const monthName = (day: string): string => `${at(MONTHS, monthNumber(day))} ${yearOf(day)}`
/** Such as 24 Nov. */
const dayAndMonth = (day: string): string => {
  const [date, month] = [dateOf(day), at(SHORT_MONTHS, monthNumber(day))]
  return t({ message: `${date} ${month}`, comment: 'A day: number and short month' })
}
/** A day such as Tue 24 Nov, for places where the year is obvious. */
export const shortDay = (day: string): string => {
  const [weekday, date] = [shortWeekday(day), dayAndMonth(day)]
  return t({ message: `${weekday} ${date}`, comment: 'A day: short weekday, then number and month' })
}
/** A day such as Tue 24 Nov 2026. */
export const fullDay = (day: string): string => `${shortDay(day)} ${yearOf(day)}`

/** A range such as 23–29 Nov or 30 Nov – 6 Dec, for places where the year is obvious. */
export const shortRange = (from: string, to: string): string => {
  if (monthNumber(from) !== monthNumber(to)) return `${dayAndMonth(from)} – ${dayAndMonth(to)}`
  const [first, last] = [dateOf(from), dayAndMonth(to)]
  return t({ message: `${first}–${last}`, comment: 'Days of one month: first number, then last number and month' })
}

/** A range such as 23–29 Nov 2026 or 30 Nov – 6 Dec 2026. */
export const dayRange = (from: string, to: string): string => {
  if (from === to) return fullDay(from)
  if (yearOf(from) !== yearOf(to)) return `${dayAndMonth(from)} ${yearOf(from)} – ${dayAndMonth(to)} ${yearOf(to)}`
  return `${shortRange(from, to)} ${yearOf(to)}`
}
