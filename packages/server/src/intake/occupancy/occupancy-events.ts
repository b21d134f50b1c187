import { type OccupancyEvent, RESULT_CODES } from '@rollcall/contract'
import type { EventKind, Refusal } from '../ingest/event-kind.ts'
import { ingester } from '../ingest/ingest-service.ts'

const refusal = (message: string): Refusal => ({ resultCode: RESULT_CODES.refused, outcome: 'refused', message })

const NOTHING_REPORTED = refusal('Neither occupied nor occupancy is given')
const CONTRADICTION = refusal('occupied contradicts occupancy')

/**
 * Validates occupancy, which is anonymous: a head count, or whether anyone is there (contract §3.2). A head count that contradicts
 * the flag is refused.
 */
const judge = ({ occupied, occupancy }: OccupancyEvent): Refusal | undefined => {
  const isFlagged = typeof occupied === 'boolean'
  if (typeof occupancy !== 'number') return isFlagged ? undefined : NOTHING_REPORTED
  return isFlagged && occupied !== occupancy > 0 ? CONTRADICTION : undefined
}

/** Returns whether the event says that anyone is there. */
export const isOccupied = ({ occupied, occupancy }: OccupancyEvent): boolean =>
  typeof occupancy === 'number' ? occupancy > 0 : occupied === true

export const occupancyEvents: EventKind<OccupancyEvent> = {
  kind: 'occupancy',
  listName: 'occupancyEvents',
  table: 'occupancy_events',
  columns: {
    occupied: { type: 'boolean', of: ({ event }) => isOccupied(event) },
    occupancy: { type: 'integer', of: ({ event }) => event.occupancy },
  },
  topic: 'analytics',
  properties: ['eventId', 'timestamp', 'locationId', 'locationType', 'occupied', 'occupancy'],
  judge,
}

export const recordOccupancy = ingester(occupancyEvents)
