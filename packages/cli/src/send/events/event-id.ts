import { createHash } from 'node:crypto'
import type { EventFields } from './check-event.ts'

/** What may be corrected without making it another event. */
const CORRECTABLE: ReadonlySet<string> = new Set(['eventId', 'locationType'])

/**
 * An id for an event whose source gives it none: the same for the same source, person, time and place, so that an export may be sent
 * again, or another one that covers some of the same days. The place is meant as the export has it, so that a list of doors may be
 * corrected; times are the same however they are written.
 */
export const deriveEventId = (sourceId: string, told: EventFields): string => {
  const time = Date.parse(String(told.timestamp))
  const content = Object.keys(told)
    .filter((field) => !CORRECTABLE.has(field) && told[field] !== null && told[field] !== undefined)
    .sort()
    .map((field) => [field, field === 'timestamp' && !Number.isNaN(time) ? time : told[field]])
  // 128 bits: enough that no two events ever meet.
  return createHash('sha256')
    .update(JSON.stringify([sourceId, content]))
    .digest('hex')
    .slice(0, 32)
}
