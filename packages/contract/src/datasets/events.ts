import Type, { type Static } from 'typebox'
import { WAREHOUSE_READERS } from '../access/roles.ts'
import { ANALYSTS } from '../access/user-roles.ts'
import { WorkplaceEvent } from '../api/events.ts'
import { endpoint } from '../endpoint.ts'
import { integer, named, nullable, text, UUID_EXAMPLE } from '../schema/atoms.ts'
import { dateRange, MAX_EVENT_RANGE_DAYS } from '../schema/date-range.ts'
import { formatParameter } from '../schema/format.ts'

const {
  reply: _reply,
  attendedCount: _attended,
  eventName: _name,
  // The users are a dataset of their own.
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
    eventName: nullable(text(200, { description: 'Name; null where the event is private.', example: 'All hands' })),
    ...shown,
    attendedCount: integer(
      { minimum: 0 },
      {
        description: 'How many of the invited were present at the building on the day of the event, whatever they replied.',
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
  method: 'GET',
  path: '/v1/analytics/events',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: ANALYSTS,
  summary: 'Workplace events of some days',
  description: `One row per workplace event, cancelled ones included, ordered by day, startsAt and eventId. An event belongs to the local day on which it begins. The last day is at most ${MAX_EVENT_RANGE_DAYS} days after the first; later days than today are read as well.`,
  query: Type.Object({
    ...dateRange,
    locationId: Type.Optional(text(100, { description: 'Only in this building.', example: UUID_EXAMPLE })),
    ...formatParameter,
  }),
  response: EventRow,
  streamed: true,
  errors: ['range_too_large'],
})
