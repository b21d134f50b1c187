import { type OccupancyEvent, RESULT_CODES } from '@rollcall/contract'
import type { EventKind, Refusal, Verdict } from '../ingest/event-kind.ts'
import { ingester } from '../ingest/ingest-service.ts'

const refusal = (message: string): { refusal: Refusal } => ({
  refusal: { resultCode: RESULT_CODES.refused, outcome: 'refused', message },
})

const NOTHING_REPORTED = refusal('Neither occupied nor occupancy is given')
const CONTRADICTION = refusal('occupied contradicts occupancy')

/**
 * Validates occupancy, which is anonymous: a head count, or whether anyone is there (contract §3.2). A head count that contradicts
 * the flag is refused.
 */
const judge = ({ occupied, occupancy }: OccupancyEvent): Verdict => {
  if (typeof occupancy !== 'number') {
    return typeof occupied === 'boolean' ? { columns: { occupied } } : NOTHING_REPORTED
  }
  const counted = occupancy > 0
  return typeof occupied === 'boolean' && occupied !== counted ? CONTRADICTION : { columns: { occupied: counted, occupancy } }
}

export const occupancyEvents: EventKind<OccupancyEvent> = {
  kind: 'occupancy',
  listName: 'occupancyEvents',
  table: 'occupancy_events',
  columns: { occupied: 'boolean', occupancy: 'integer' },
  topic: 'analytics',
  properties: ['eventId', 'timestamp', 'locationId', 'locationType', 'occupied', 'occupancy'],
  judge: async () => judge,
}

export const recordOccupancy = ingester(occupancyEvents)
