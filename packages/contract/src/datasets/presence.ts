import Type, { type Static } from 'typebox'
import { WAREHOUSE_READERS } from '../access/roles.ts'
import { ANALYSTS } from '../access/user-roles.ts'
import { endpoint } from '../endpoint.ts'
import { LOCATION_TYPES } from '../ingest/presence.ts'
import { eventId, sourceId } from '../ingest/results.ts'
import { date, id, named, nullable, oneOf, text, timestamp } from '../schema/atoms.ts'
import { dateRange, MAX_RANGE_DAYS } from '../schema/date-range.ts'
import { formatParameter } from '../schema/format.ts'
import { idList } from '../schema/id-list.ts'
import { locationId, locationName, optionalId, optionalName } from './columns.ts'

export const PresenceRow = named(
  'PresenceRow',
  Type.Object({
    eventId,
    sourceId,
    sourceUserId: nullable(
      text(256, { description: 'The person as the source knows them; null when it said nothing.', example: '0004711' }),
    ),
    userId: id({ description: 'Who was there.' }),
    userName: text(320, { description: 'Their userName.', example: 'ada.byron@example.com' }),
    timestamp: timestamp({ description: 'When they were there.' }),
    receivedAt: timestamp({ description: 'When the event came in.' }),
    day: date({ description: 'The local calendar day of the location, for which the event counts.' }),
    locationType: oneOf(LOCATION_TYPES, { description: 'What the event was reported at: the most exact of the nodes below.' }),
    locationId,
    locationName,
    levelId: optionalId('The level'),
    levelName: optionalName('Name of the level', 'Level 2'),
    zoneId: optionalId('The zone'),
    zoneName: optionalName('Name of the zone', '2 North'),
    placeId: optionalId('The place'),
    placeName: optionalName('Name of the place', 'Desk 2-17'),
    spaceId: optionalId('The space'),
    spaceName: optionalName('Name of the space', 'Room Turing'),
  }),
)
export type PresenceRow = Static<typeof PresenceRow>

export const readPresence = endpoint({
  operation: 'readPresence',
  method: 'GET',
  path: '/v1/analytics/presence',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: ANALYSTS,
  summary: 'Presence events of some days',
  description: `One row per event, ordered by day; rows of one day and location are together, by timestamp. Past days are as the last refresh published them, later ones are read live; with userIds all days are. The last day is at most ${MAX_RANGE_DAYS} days after the first.`,
  query: Type.Object({
    ...dateRange,
    locationIds: Type.Optional(idList('Only at these locations')),
    userIds: Type.Optional(idList('Only of these users')),
    ...formatParameter,
  }),
  response: PresenceRow,
  streamed: true,
  errors: ['range_too_large'],
})
