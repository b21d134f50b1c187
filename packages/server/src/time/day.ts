export const DAY_MS = 86_400_000

/** PostgreSQL has no year 0 in ISO text, and neither files nor the API have five digits. */
export const isStorable = (iso: string) => iso >= '0001' && !iso.startsWith('+') && !iso.startsWith('-')

/** The calendar day of `2026-01-05` or of a full date-time; undefined when the calendar has no such day. */
export const calendarDay = (text: string): string | undefined => {
  const day = text.slice(0, 10)
  const moment = new Date(`${day}T00:00:00Z`)
  // Date takes 2026-02-30 for 2 March, so the way back must give the same day.
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day) return undefined
  return isStorable(day) ? day : undefined
}

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

/** The day so many days later; earlier where `days` is negative. */
export const daysAfter = (day: string, days: number): string => utcDay(Date.parse(day) + days * DAY_MS)

/** 0 from a day to itself, negative when the last one lies before the first. */
export const daysBetween = (firstDay: string, lastDay: string): number => (Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS
