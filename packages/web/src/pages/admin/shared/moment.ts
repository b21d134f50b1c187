import { LOCALE } from '../../../components/number-format.ts'

const PARTS = { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const
const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })

/** A moment with the time zone that it is told in: of a building, or where the reader is. */
export const momentText = (moment: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(LOCALE, { ...PARTS, timeZoneName: 'short', timeZone }).format(new Date(moment))

/** A day, YYYY-MM-DD, as people write it. */
export const dayText = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`))

const two = (part: number): string => String(part).padStart(2, '0')

/** What a control for local dates and times holds; empty for none. */
export const toLocalInput = (moment: string | null): string => {
  if (moment === null) return ''
  const at = new Date(moment)
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The moment that such a control stands for; null for none. */
export const fromLocalInput = (local: string): string | null => (local ? new Date(local).toISOString() : null)

/** Name of the reader's time zone, CET for example. */
export const readersZone = (): string =>
  new Intl.DateTimeFormat(LOCALE, { timeZoneName: 'short' }).formatToParts().find(({ type }) => type === 'timeZoneName')?.value ??
  'local time'
