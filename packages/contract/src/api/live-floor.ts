import Type, { type Static } from 'typebox'
import { EVERYBODY } from '../access/user-roles.ts'
import { levelId, levelName, locationId, locationName, optionalId, optionalName, zoneId, zoneName } from '../datasets/columns.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { flag, id, integer, list, named, nullable, text, timestamp } from '../schema/atoms.ts'
import { locationParams, pathDay } from '../schema/params.ts'

/** People that one answer names at most. */
export const MAX_LIVE_PEOPLE = 2_000

const count = (description: string, example: number) => integer({ minimum: 0 }, { description, example })
const isOccupied = nullable(flag({ description: 'Whether the latest sensor event of today says so; null without one.' }))

export const LivePerson = named(
  'LivePerson',
  Type.Object({
    userId: id({ description: 'Who it is.' }),
    userName: text(320, { description: 'userName.', example: 'ada.byron@example.com' }),
    firstName: optionalName('First name', 'Ada'),
    lastName: optionalName('Last name', 'Byron'),
    levelId: optionalId('Level where they were seen last'),
    levelName: optionalName('Name of the level', 'Level 2'),
    zoneId: optionalId('Zone where they were seen last'),
    zoneName: optionalName('Name of the zone', '2 North'),
    placeId: optionalId('Desk where they were seen last'),
    spaceId: optionalId('Space where they were seen last'),
    nodeName: optionalName('Name of that desk or space', 'D-2-014'),
    seenAt: timestamp({ description: 'When they were seen last.' }),
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
    occupied: count('Desks where the latest sensor event of today says that somebody is there.', 11),
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
    timestamp: timestamp({ description: 'As of when.' }),
    presentCount: count('How many were seen here today and nowhere else since, those included who are visible to nobody.', 120),
    hiddenCount: count('How many of them the caller may not see.', 3),
    bookedCount: count('Bookings of today.', 140),
    people: list(LivePerson, {}, { description: `Those of them the caller may see, latest first, at most ${MAX_LIVE_PEOPLE}.` }),
    zones: list(LiveZone, {}, { description: 'Zones in use, by level and name.' }),
    desks: list(
      Type.Object({
        placeId: id({ description: 'The desk.' }),
        isBooked: flag({ description: 'Whether it is booked today.' }),
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
        occupancy: nullable(integer({ minimum: 0 }, { description: 'How many are there, where it was counted.', example: 3 })),
      }),
      {},
      { description: 'Spaces with a sensor that reported today, by level and name.' },
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
  people: EVERYBODY,
  params: locationParams,
  summary: 'Who and what is in a building now',
  description:
    'What GET /api/stream goes on from: load it after hello, then apply what comes. Today is the local day of the building; nobody tells of leaving, so somebody is in until they are seen elsewhere. Who is visible to nobody is only counted, but for themselves and for analysts.',
  response: LiveFloor,
  errors: ['entity_not_found'],
})
