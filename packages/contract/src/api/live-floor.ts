import Type, { type Static } from 'typebox'
import { levelId, levelName, locationId, locationName, optionalId, optionalName, zoneId, zoneName } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { flag, id, integer, list, named, nullable, text, timestamp } from '../schema/atoms.ts'
import { locationParams, pathDay } from '../schema/params.ts'
import { ALL_USERS } from '../user-roles.ts'

/** Maximum number of people in a response. */
export const MAX_LIVE_PEOPLE = 2_000

const count = (description: string, example: number) => integer({ minimum: 0 }, { description, example })
const isOccupied = nullable(
  flag({ description: 'Whether the latest sensor event of today reports occupancy; null without one.' }),
)

export const LivePerson = named(
  'LivePerson',
  Type.Object({
    userId: id({ description: 'The user.' }),
    userName: text(320, { description: 'userName.', example: 'ada.byron@example.com' }),
    firstName: optionalName('First name', 'Ada'),
    lastName: optionalName('Last name', 'Byron'),
    levelId: optionalId('Level where they were last seen'),
    levelName: optionalName('Name of the level', 'Level 2'),
    zoneId: optionalId('Zone where they were last seen'),
    zoneName: optionalName('Name of the zone', '2 North'),
    placeId: optionalId('Desk where they were last seen'),
    spaceId: optionalId('Space where they were last seen'),
    nodeName: optionalName('Name of that desk or space', 'D-2-014'),
    seenAt: timestamp({ description: 'When they were last seen.' }),
  }),
)
export type LivePerson = Static<typeof LivePerson>

export const LiveZone = named(
  'LiveZone',
  Type.Object({
    zoneId,
    zoneName,
    levelId,
    levelName,
    seats: count('Desks in use, or the capacity of a neighborhood.', 24),
    booked: count('Bookings of today.', 18),
    occupied: count('Desks that the latest sensor event of today reports as occupied.', 11),
  }),
)
export type LiveZone = Static<typeof LiveZone>

export const LiveFloor = named(
  'LiveFloor',
  Type.Object({
    locationId,
    locationName,
    timeZone: text(100, { description: 'IANA time zone of the building.', example: 'Europe/Berlin' }),
    day: pathDay,
    timestamp: timestamp({ description: 'The time of the data.' }),
    presentCount: count('Number of people seen here today and nowhere else since, including users who hide themselves.', 120),
    hiddenCount: count('Number of these people that the caller may not see.', 3),
    bookedCount: count('Bookings of today.', 140),
    people: list(
      LivePerson,
      {},
      { description: `The people that the caller may see, latest first, at most ${MAX_LIVE_PEOPLE}.` },
    ),
    zones: list(LiveZone, {}, { description: 'Active zones, ordered by level and name.' }),
    desks: list(
      Type.Object({
        placeId: id({ description: 'The desk.' }),
        isBooked: flag({ description: 'Whether the desk is booked today.' }),
        isOccupied,
      }),
      {},
      { description: 'Desks that are booked today or have a sensor that reported today.' },
    ),
    spaces: list(
      Type.Object({
        spaceId: id({ description: 'The space.' }),
        spaceName: text(200, { description: 'Its name.', example: 'Auditorium' }),
        levelId,
        levelName,
        isOccupied,
        occupancy: nullable(integer({ minimum: 0 }, { description: 'Number of people there; null if not counted.', example: 3 })),
      }),
      {},
      { description: 'Spaces with a sensor that reported today, ordered by level and name.' },
    ),
  }),
)
export type LiveFloor = Static<typeof LiveFloor>

export const getLiveFloor = endpoint({
  operation: 'getLiveFloor',
  method: 'GET',
  path: '/api/locations/{locationId}/live-floor',
  tag: 'live',
  roles: AUTOMATION,
  people: ALL_USERS,
  params: locationParams,
  summary: 'Presence and occupancy in a building now',
  description:
    'The starting state for GET /api/stream: load it after `hello`, then apply the events that follow. Today is the local day of the building. Nothing reports that a person leaves, so a person counts as present until seen elsewhere. Users who hide themselves are only counted, except for themselves and for analysts.',
  response: LiveFloor,
  errors: ['entity_not_found'],
})
