const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (DAYS_IN_MONTH[month - 1] as number)

/**
 * Milliseconds since 1970 of an RFC 3339 date-time that fits the schema's pattern; `undefined` for a day that the calendar
 * does not have (30 February), which Date.parse would quietly move. A leap second counts as the second after it.
 */
export const parseTimestamp = (text: string): number | undefined => {
  const day = Number(text.slice(8, 10))
  if (day > 28 && day > daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)))) return undefined
  const isLeapSecond = text.slice(17, 19) === '60'
  const usual = isLeapSecond ? `${text.slice(0, 17)}59${text.slice(19)}` : text
  const milliseconds = Date.parse(`${usual.slice(0, 10)}T${usual.slice(11).toUpperCase()}`)
  return isLeapSecond ? milliseconds + 1000 : milliseconds
}

const DAY_MS = 86_400_000
const dayTexts = new Map<number, string>()

/** The calendar day of a moment read as UTC: `2026-01-05`. Few days are in use at a time, so they are remembered. */
export const utcDay = (milliseconds: number): string => {
  const number = Math.floor(milliseconds / DAY_MS)
  const known = dayTexts.get(number)
  if (known) return known
  if (dayTexts.size > 10_000) dayTexts.clear()
  const text = new Date(number * DAY_MS).toISOString().slice(0, 10)
  dayTexts.set(number, text)
  return text
}
