import Type, { type Static } from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { LOCATION_TYPES } from '../ingest/presence.ts'
import { flag, id, integer, named, nullable, oneOf, timestamp } from '../schema/atoms.ts'
import { ALL_USERS } from '../user-roles.ts'

/** Maximum number of concurrent streams. */
export const MAX_STREAMS_PER_SESSION = 5
export const MAX_STREAMS_PER_NODE = 1_000

const userId = nullable(id({ description: 'The user; null if the user is hidden from the caller.' }))
const locationType = oneOf(LOCATION_TYPES, { description: 'Kind of node.', example: 'place' })
const NODE = 'The node of kind locationType, as in POST /v1/presence'
const locationId = id({ description: `${NODE}.` })
const hideableLocationId = nullable(
  id({ description: `${NODE}; null if userId is hidden: the event is then somewhere in the building.` }),
)
const eventTime = timestamp({ description: 'Time of the event.' })

/** Data of the first event, `hello`. From here on the stream is complete until it ends. */
export const LiveHello = named(
  'LiveHello',
  Type.Object({
    locationId: id({ description: 'The watched building.' }),
    timestamp: timestamp({ description: 'Start of the stream. Load the current state now, then apply the events that follow.' }),
  }),
)
export type LiveHello = Static<typeof LiveHello>

/** Data of a `presence` event. */
export const LivePresence = named(
  'LivePresence',
  Type.Object({ userId, locationType, locationId: hideableLocationId, timestamp: eventTime }),
)
export type LivePresence = Static<typeof LivePresence>

/** Data of an `occupancy` event. */
export const LiveOccupancy = named(
  'LiveOccupancy',
  Type.Object({
    locationType,
    locationId,
    occupied: flag({ description: 'Whether it is occupied.' }),
    occupancy: nullable(integer({ minimum: 0 }, { description: 'Number of people; null if not counted.', example: 3 })),
    timestamp: eventTime,
  }),
)
export type LiveOccupancy = Static<typeof LiveOccupancy>

/** Data of a `booking` event. */
export const LiveBooking = named(
  'LiveBooking',
  Type.Object({
    userId,
    day: Type.String({ format: 'date', description: 'The local day of the booking.', examples: ['2026-01-05'] }),
    status: oneOf(['booked', 'cancelled'] as const, {
      description:
        '`booked`: this booking replaces the previous booking of the user and day; `cancelled`: nothing is booked here any longer.',
    }),
    zoneId: nullable(id({ description: 'The zone; null if only the building is booked, or if userId is hidden.' })),
    placeId: nullable(id({ description: 'The desk; null if only the building or a zone is booked, or if userId is hidden.' })),
  }),
)
export type LiveBooking = Static<typeof LiveBooking>

export const watchLocation = endpoint({
  operation: 'watchLocation',
  method: 'GET',
  path: '/api/stream',
  tag: 'live',
  roles: AUTOMATION,
  people: ALL_USERS,
  summary: 'Watch a building live',
  description: `Server-sent events, for an EventSource. First \`hello\`, then \`presence\` { userId, locationType, locationId, timestamp }, \`occupancy\` { locationType, locationId, occupied, occupancy, timestamp } and \`booking\` { userId, day, status, zoneId, placeId } as they arrive: presence and occupancy of the last 24 hours, bookings of any day. If a user hides themselves, all callers except that user and analysts learn only that something happened in the building: userId and node ids are null, locationType is location. The stream ends when an event could be missing, when the reader is too slow, and when the session ends: connect and load again. At most ${MAX_STREAMS_PER_SESSION} streams per session or key.`,
  query: Type.Object({
    locationId: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The building.',
      examples: ['6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21'],
    }),
  }),
  response: Type.String({
    description: 'Events as text (HTML Living Standard §9.2).',
    examples: ['event: hello\nretry: 3000\ndata: {"locationId":"6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21"}\n\n'],
  }),
  mediaType: 'text/event-stream',
  errors: ['entity_not_found', 'too_many_streams'],
})
