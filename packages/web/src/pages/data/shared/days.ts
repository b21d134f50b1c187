const DAY_MS = 86_400_000
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** Whether it is a day of the calendar, YYYY-MM-DD. */
export const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(numberOf(value))

/** YYYY-MM-DD of any form in which the API takes a day; undefined for none. */
export const dashedDay = (given: string | undefined): string | undefined =>
  given === undefined ? undefined : given.replace(/^(\d{4})-?(\d{2})-?(\d{2}).*$/s, '$1-$2-$3')

export const addDays = (day: string, days: number): string => new Date((numberOf(day) + days) * DAY_MS).toISOString().slice(0, 10)

/** Days from the first to the last, 0 for one and the same. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from)

/** Today where the reader is. */
export const today = (): string => {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
export const dayName = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`))
