/** PostgreSQL has no year 0 in ISO text, and neither files nor the API have five digits. */
export const isStorable = (iso: string) => iso >= '0001' && !iso.startsWith('+') && !iso.startsWith('-')

/** The calendar date of `2026-01-05` or of a full date-time; undefined when there is no such day. */
export const calendarDay = (text: string): string | undefined => {
  const day = text.slice(0, 10)
  const moment = new Date(`${day}T00:00:00Z`)
  // Date takes 2026-02-30 for 2 March, so the way back must give the same day.
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day) return undefined
  return isStorable(day) ? day : undefined
}
