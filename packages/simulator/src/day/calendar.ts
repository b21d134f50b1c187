const DAY_MS = 86_400_000

/** Days since 1970-01-01, the key of random streams and weekdays. */
export const dayNumber = (day: string): number => {
  const ms = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
  if (Number.isNaN(ms)) throw new RangeError(`Not a day (YYYY-MM-DD): ${day}`)
  return ms / DAY_MS
}

export const dayText = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)

/** Monday is 0. */
export const weekdayOf = (number: number): number => (((number + 3) % 7) + 7) % 7

/** Number of the week; the same for all its days, Monday to Sunday. */
export const weekOf = (number: number): number => Math.floor((number + 3) / 7)

/** First and last day of a history, both inclusive. */
export interface DayRange {
  fromDay: string
  toDay: string
}

/** Every day of the range, both ends included. */
export function* daysBetween(fromDay: string, toDay: string): Generator<string, void, undefined> {
  const last = dayNumber(toDay)
  for (let number = dayNumber(fromDay); number <= last; number += 1) yield dayText(number)
}

/** Converts a local second of the day to an instant (Unix ms). */
export type LocalClock = (secondOfDay: number) => number

/** A day of 24 hours needs only arithmetic; other days need a time zone lookup each time. */
export const localClock = (timeZone: string, day: string): LocalClock => {
  const date = Temporal.PlainDate.from(day)
  const start = date.toZonedDateTime(timeZone).epochMilliseconds
  const end = date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds
  if (end - start === DAY_MS) return (second) => start + Math.floor(second) * 1000
  const midnight = date.toPlainDateTime()
  return (second) => midnight.add({ seconds: Math.floor(second) }).toZonedDateTime(timeZone).epochMilliseconds
}

/** The local calendar day at this instant. */
export const localDayOf = (timeZone: string, ms: number): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate().toString()
