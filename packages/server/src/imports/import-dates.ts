/** PostgreSQL has no year 0 in ISO text, and neither the file nor the API five digits. */
const isStorable = (iso: string) => iso >= '0001' && !iso.startsWith('+') && !iso.startsWith('-')

/** The calendar date of `2026-01-05` or of a full date-time; undefined when there is no such day. */
export const calendarDay = (text: string): string | undefined => {
  const day = text.slice(0, 10)
  const moment = new Date(`${day}T00:00:00Z`)
  // Date takes 2026-02-30 for 2 March, so the way back must give the same day.
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day) return undefined
  return isStorable(day) ? day : undefined
}

/** UTC with milliseconds; undefined when the date or the offset does not exist. */
export const utcTimestamp = (text: string): string | undefined => {
  try {
    const iso = new Date(Temporal.Instant.from(text).epochMilliseconds).toISOString()
    return isStorable(iso) ? iso : undefined
  } catch {
    return undefined
  }
}

/** The time zone in its official spelling; undefined when it is not an IANA one (a bare offset is not). */
export const ianaTimeZone = (text: string): string | undefined => {
  if (!/^[a-z]/i.test(text)) return undefined
  try {
    return Temporal.Now.zonedDateTimeISO(text).timeZoneId
  } catch {
    return undefined
  }
}

export const localToday = (timeZone: string): string => Temporal.Now.plainDateISO(timeZone).toString()
