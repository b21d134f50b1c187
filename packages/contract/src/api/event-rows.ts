import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { WAREHOUSE_READERS } from '../roles.ts'
import { integer, named, nullable, text, UUID_EXAMPLE } from '../schema/atoms.ts'
import { dateRange, MAX_EVENT_RANGE_DAYS } from '../schema/date-range.ts'
import { formatParameter } from '../schema/format.ts'
import { ANALYSTS } from '../user-roles.ts'
import { WorkplaceEvent } from './events.ts'

const {
  reply: _reply,
  attendedCount: _attended,
  eventName: _name,
  // Users have their own dataset.
  organizerName: _organizer,
  createdAt,
  updatedAt,
  eventId,
  ...shown
} = WorkplaceEvent.properties

export const EventRow = named(
  'EventRow',
  Type.Object({
    eventId,
    eventName: nullable(text(200, { description: 'Name; null for a private event.', example: 'All hands' })),
    ...shown,
    attendedCount: integer(
      { minimum: 0 },
      {
        description: 'Number of invitees present at the building on the day of the event, regardless of their reply.',
        example: 17,
      },
    ),
    createdAt,
    updatedAt,
  }),
)
export type EventRow = Static<typeof EventRow>

export const readEvents = endpoint({
  operation: 'readEvents',
  audit: 'dataset.read',
  method: 'GET',
  path: '/v1/analytics/events',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: ANALYSTS,
  summary: 'Workplace events of a range of days',
  description: `One row per workplace event, including canceled events, ordered by day, startsAt and eventId. An event belongs to the local day on which it starts. The last day is at most ${MAX_EVENT_RANGE_DAYS} days after the first; future days are included.`,
  query: Type.Object({
    ...dateRange,
    locationId: Type.Optional(text(100, { description: 'Only in this building.', example: UUID_EXAMPLE })),
    ...formatParameter,
  }),
  response: EventRow,
  streamed: true,
  errors: ['range_too_large'],
})
