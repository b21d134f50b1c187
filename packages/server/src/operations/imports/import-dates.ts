import { isStorable } from '../../platform/time/day.ts'

/** UTC with milliseconds; undefined when the date or the offset does not exist. */
export const utcTimestamp = (text: string): string | undefined => {
  try {
    const iso = new Date(Temporal.Instant.from(text).epochMilliseconds).toISOString()
    return isStorable(iso) ? iso : undefined
  } catch {
    return undefined
  }
}
