import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { LOCATION_TYPES } from '../ingest/presence.ts'
import { eventId, sourceId } from '../ingest/results.ts'
import { WAREHOUSE_READERS } from '../roles.ts'
import { date, id, named, nullable, oneOf, text, timestamp } from '../schema/atoms.ts'
import { dateRange, MAX_RANGE_DAYS } from '../schema/date-range.ts'
import { formatParameter } from '../schema/format.ts'
import { idList } from '../schema/id-list.ts'
import { ANALYSTS } from '../user-roles.ts'
import { locationId, locationName, optionalId, optionalName } from './columns.ts'

export const PresenceRow = named(
  'PresenceRow',
  Type.Object({
    eventId,
    sourceId,
    sourceUserId: nullable(
      text(256, { description: 'The id of the person in the source; null if not given.', example: '0004711' }),
    ),
    userId: id({ description: 'The user.' }),
    userName: text(320, { description: 'Their userName.', example: 'ada.byron@example.com' }),
    timestamp: timestamp({ description: 'When the user was there.' }),
    receivedAt: timestamp({ description: 'When the event arrived.' }),
    day: date({ description: 'The local calendar day of the location to which the event belongs.' }),
    locationType: oneOf(LOCATION_TYPES, { description: 'Kind of node of the event: the most specific of the following nodes.' }),
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
  audit: 'dataset.read',
  method: 'GET',
  path: '/v1/analytics/presence',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: ANALYSTS,
  summary: 'Presence events of a range of days',
  description: `One row per event, ordered by day; rows of one day and location are together, by timestamp. Past days are as published by the last refresh, later days are read live; with userIds, all days are read live. The last day is at most ${MAX_RANGE_DAYS} days after the first.`,
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
