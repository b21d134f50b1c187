import { createHash } from 'node:crypto'
import type { EventFields } from './check-event.ts'

/** Fields that may be corrected without changing the identity of the event. */
const CORRECTABLE: ReadonlySet<string> = new Set(['eventId', 'locationType'])

/**
 * Derives an id for an event without one from source, person, time and place, so that an export, or an overlapping one, can be
 * sent again. The place is the name in the export, so that a list of doors can be corrected; the notation of times does not
 * matter.
 */
export const deriveEventId = (sourceId: string, fields: EventFields): string => {
  const time = Date.parse(String(fields.timestamp))
  const content = Object.keys(fields)
    .filter((field) => !CORRECTABLE.has(field) && fields[field] !== null && fields[field] !== undefined)
    .sort()
    .map((field) => [field, field === 'timestamp' && !Number.isNaN(time) ? time : fields[field]])
  // 128 bits make collisions practically impossible.
  return createHash('sha256')
    .update(JSON.stringify([sourceId, content]))
    .digest('hex')
    .slice(0, 32)
}
