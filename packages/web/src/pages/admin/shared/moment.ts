import { readerZone, zoneName } from '../../../time/zoned-time.ts'

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
export const readersZone = (): string => zoneName(readerZone())
