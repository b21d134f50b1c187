/** Arithmetic with days as text, without any time zone. */
const DAY = 86_400_000

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY
const textOf = (number: number): string => new Date(number * DAY).toISOString().slice(0, 10)

/** Whether it is a day of the calendar. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(numberOf(value)) &&
  textOf(numberOf(value)) === value

export const addDays = (day: string, days: number): string => textOf(numberOf(day) + days)

/** How many days a period has, its first and last included. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from) + 1

/** The same day of another month, or the last one of it where it is shorter. */
export const addMonths = (day: string, months: number): string => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** Monday 1 to Sunday 7. */
export const weekdayOf = (day: string): number => ((((numberOf(day) + 3) % 7) + 7) % 7) + 1

/** Today where the reader is. */
export const today = (): string => {
  const now = new Date()
  return textOf((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY)
}
