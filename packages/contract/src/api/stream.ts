import Type, { type Static } from 'typebox'
import { EVERYBODY } from '../access/user-roles.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { LOCATION_TYPES } from '../ingest/presence.ts'
import { flag, id, integer, named, nullable, oneOf, timestamp } from '../schema/atoms.ts'

/** Streams at a time. */
export const MAX_STREAMS_PER_SESSION = 5
export const MAX_STREAMS_PER_NODE = 1_000

const userId = nullable(
  id({ description: 'Who it is; null where the user is visible to nobody, except for themselves and for analysts.' }),
)
const locationType = oneOf(LOCATION_TYPES, { description: 'Kind of the node.', example: 'place' })
const NODE = 'The node of kind locationType, as in POST /v1/presence'
const locationId = id({ description: `${NODE}.` })
const hideableLocationId = nullable(
  id({ description: `${NODE}; null where userId is hidden: then it is anywhere in the building.` }),
)
const eventTime = timestamp({ description: 'When it was so.' })

/** Data of a `hello` event: the first one. From here on nothing is left out until the stream ends. */
export const LiveHello = named(
  'LiveHello',
  Type.Object({
    locationId: id({ description: 'The building that is watched.' }),
    timestamp: timestamp({ description: 'From when on. Load what is to be shown now, then apply what comes.' }),
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
    occupied: flag({ description: 'Whether anybody is there.' }),
    occupancy: nullable(integer({ minimum: 0 }, { description: 'How many, where it was counted.', example: 3 })),
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
      description: 'booked: this replaces what the user had booked on the day; cancelled: nothing is booked here any more.',
    }),
    zoneId: nullable(id({ description: 'The zone; null when only the building is booked, or where userId is hidden.' })),
    placeId: nullable(
      id({ description: 'The desk; null when only the building or a zone is booked, or where userId is hidden.' }),
    ),
  }),
)
export type LiveBooking = Static<typeof LiveBooking>

export const watchLocation = endpoint({
  operation: 'watchLocation',
  method: 'GET',
  path: '/api/stream',
  tag: 'live',
  roles: AUTOMATION,
  people: EVERYBODY,
  summary: 'Watch a building live',
  description: `Server-sent events, for an EventSource. First \`hello\`, then \`presence\` { userId, locationType, locationId, timestamp }, \`occupancy\` { locationType, locationId, occupied, occupancy, timestamp } and \`booking\` { userId, day, status, zoneId, placeId } as they come in: presence and occupancy of the last 24 hours, bookings of any day. Where the user is visible to nobody, all but themselves and analysts are told only that something happened in the building: userId and ids of nodes are null, locationType is location. The stream ends when anything could be missing, when the reader is too slow and when the session ends: connect again and load again. At most ${MAX_STREAMS_PER_SESSION} streams per session or key.`,
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
