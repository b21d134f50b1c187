const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (DAYS_IN_MONTH[month - 1] as number)

/** Timestamps are limited to the years 1 to 9999 in UTC, which have four digits in every format. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

const ZERO = '0'.charCodeAt(0)

/** Returns the number that is written in two digits; NaN if they are none. */
const twoDigits = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - ZERO
  const ones = text.charCodeAt(at + 1) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

/** The day that was read last, because neighboring events are mostly of one day. */
let last = { text: '1970-01-01', startsAt: 0 }

const startOf = (day: string): number => {
  if (day !== last.text) last = { text: day, startsAt: parseAny(`${day}T00:00:00Z`) ?? Number.NaN }
  return last.startsAt
}

const [T, COLON, POINT, Z] = [...'T:.Z'].map((character) => character.charCodeAt(0))

/** Reads `2026-01-05T09:00:00.000Z`, the form of most sources, in a fifth of the time; NaN for whatever needs a closer look. */
const parseUsual = (text: string): number => {
  if (text.length !== 24 || text.charCodeAt(10) !== T || text.charCodeAt(19) !== POINT || text.charCodeAt(23) !== Z)
    return Number.NaN
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return Number.NaN
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)]
  const [hundredths, thousandth] = [twoDigits(text, 20), text.charCodeAt(22) - ZERO]
  const isTime = hour <= 23 && minute <= 59 && second <= 59 && thousandth >= 0 && thousandth <= 9
  return isTime
    ? startOf(text.slice(0, 10)) + ((hour * 60 + minute) * 60 + second) * 1000 + hundredths * 10 + thousandth
    : Number.NaN
}

/**
 * Returns the milliseconds since 1970 of an RFC 3339 date-time that fits the schema's pattern; `undefined` for a day that the
 * calendar does not have (Date.parse would silently move February 30), and for times outside of the years 1 to 9999 in UTC.
 * A leap second counts as the second after it.
 */
export const parseTimestamp = (text: string): number | undefined => parseUsual(text) || parseAny(text)

const parseAny = (text: string): number | undefined => {
  const day = Number(text.slice(8, 10))
  if (day > 28 && day > daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)))) return undefined
  const isLeapSecond = text.slice(17, 19) === '60'
  const usual = isLeapSecond ? `${text.slice(0, 17)}59${text.slice(19)}` : text
  const parsed = Date.parse(`${usual.slice(0, 10)}T${usual.slice(11).toUpperCase()}`)
  const milliseconds = isLeapSecond ? parsed + 1000 : parsed
  return milliseconds >= FIRST_MS && milliseconds <= LAST_MS ? milliseconds : undefined
}
