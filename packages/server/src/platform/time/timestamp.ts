const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (DAYS_IN_MONTH[month - 1] as number)

/** Timestamps are limited to the years 1 to 9999 in UTC, which have four digits in every format. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Returns the milliseconds since 1970 of an RFC 3339 date-time that fits the schema's pattern; `undefined` for a day that the
 * calendar does not have (Date.parse would silently move February 30), and for times outside of the years 1 to 9999 in UTC.
 * A leap second counts as the second after it.
 */
export const parseTimestamp = (text: string): number | undefined => {
  const day = Number(text.slice(8, 10))
  if (day > 28 && day > daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)))) return undefined
  const isLeapSecond = text.slice(17, 19) === '60'
  const usual = isLeapSecond ? `${text.slice(0, 17)}59${text.slice(19)}` : text
  const parsed = Date.parse(`${usual.slice(0, 10)}T${usual.slice(11).toUpperCase()}`)
  const milliseconds = isLeapSecond ? parsed + 1000 : parsed
  return milliseconds >= FIRST_MS && milliseconds <= LAST_MS ? milliseconds : undefined
}
