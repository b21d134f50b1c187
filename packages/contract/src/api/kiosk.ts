import Type, { type Static } from 'typebox'
import { levelId, levelName, locationName, optionalName, zoneId, zoneName } from '../datasets/columns.ts'
import { endpoint } from '../endpoint.ts'
import { MAIL_LANGUAGES } from '../languages.ts'
import { flag, id, integer, list, named, nullable, oneOf, text, timestamp } from '../schema/atoms.ts'
import { pathDay, pathId } from '../schema/params.ts'
import { FloorPlan, floorPlanVersion } from './floor-plans.ts'
import { SCREEN_COLORS } from './kiosk-screens.ts'
import { LevelLayout } from './level-layouts.ts'
import { placeName, positionOutput } from './places.ts'
import { MAX_STREAMS_PER_SESSION } from './stream.ts'
import { zoneType } from './zones.ts'

const count = (description: string, example: number) => integer({ minimum: 0 }, { description, example })

const KioskDesk = named(
  'KioskDesk',
  Type.Object({
    placeId: id({ description: 'The desk.' }),
    placeName,
    zoneId,
    zoneName,
    x: positionOutput('x'),
    y: positionOutput('y'),
    rotation: integer({ minimum: 0, maximum: 359 }, { description: 'How far it is turned, in degrees clockwise.', example: 90 }),
    isTaken: flag({ description: 'Whether it is booked or in use today, or kept for the person to whom it is assigned.' }),
    personName: optionalName('Name of the person there, if the screen shows names', 'Ada Byron', 401),
  }),
)

const KioskSpace = named(
  'KioskSpace',
  Type.Object({
    spaceName: text(200, { description: 'Its name.', example: 'Auditorium' }),
    capacity: nullable(integer({ minimum: 0 }, { description: 'How many people it holds; null if unknown.', example: 8 })),
    isOccupied: nullable(flag({ description: 'Whether the latest sensor event of today reports occupancy; null without one.' })),
    occupancy: nullable(integer({ minimum: 0 }, { description: 'Number of people there; null if not counted.', example: 3 })),
  }),
)

const KioskLevel = named(
  'KioskLevel',
  Type.Object({
    levelId,
    levelName,
    floorPlanVersion: nullable(floorPlanVersion),
    seats: count('Desks in use, and the capacity of neighborhoods.', 96),
    taken: count('Desks that are taken, and bookings of neighborhoods.', 61),
    zones: list(
      Type.Object({
        zoneId,
        zoneName,
        zoneType,
        outline: LevelLayout.properties.zones.items.properties.outline,
        seats: count('Desks in use, or the capacity of a neighborhood.', 24),
        taken: count('Desks that are taken, or bookings of the neighborhood.', 18),
      }),
      {},
      { description: 'Active zones, by name.' },
    ),
    desks: list(KioskDesk, {}, { description: 'Active desks, by zone and name.' }),
    spaces: list(KioskSpace, {}, { description: 'Active spaces, by name.' }),
  }),
)

export const Kiosk = named(
  'Kiosk',
  Type.Object({
    screenName: text(200, { description: 'What people call the screen.', example: 'Lobby, 2nd floor' }),
    showsNames: flag({ description: 'Whether the screen names the people at desks.' }),
    secondsPerLevel: integer(
      { minimum: 1 },
      { description: 'How many seconds a level is shown before the next one.', example: 20 },
    ),
    language: nullable(oneOf(MAIL_LANGUAGES, { description: 'The language of the screen; null: that of its browser.' })),
    colors: nullable(oneOf(SCREEN_COLORS, { description: 'The colors of the screen; null: as its device prefers.' })),
    locationName,
    timeZone: text(100, { description: 'IANA time zone of the building.', example: 'Europe/Berlin' }),
    day: pathDay,
    timestamp: timestamp({ description: 'The time of the data.' }),
    presentCount: count('Number of people seen in the building today and nowhere else since.', 120),
    closedReason: optionalName('Why the building is closed today: its closure or public holiday', 'Company party', 1_000),
    events: list(
      Type.Object({
        eventName: text(200, { description: 'Its name.', example: 'Town hall' }),
        startsAt: timestamp({ description: 'When it starts.' }),
        endsAt: timestamp({ description: 'When it ends.' }),
        spaceName: optionalName('The room', 'Auditorium'),
      }),
      {},
      { description: 'Gatherings of today in the building that are not private and not over, in order; at most 10.' },
    ),
    levels: list(KioskLevel, {}, { description: 'The level of the screen, or all of the building. Inactive ones are left out.' }),
  }),
)
export type Kiosk = Static<typeof Kiosk>

const shared = { method: 'GET', tag: 'live', roles: [], screens: true } as const

export const getKiosk = endpoint({
  ...shared,
  operation: 'getKiosk',
  path: '/api/kiosk',
  summary: 'What a kiosk screen shows',
  description:
    'The level or building of the screen now: counts, desks, spaces and the gatherings of today. It has no ids and mail addresses of users, and names only if the screen shows them; then as colleagues see them, without people who hide themselves.',
  response: Kiosk,
})

export const getKioskFloorPlan = endpoint({
  ...shared,
  operation: 'getKioskFloorPlan',
  path: '/api/kiosk/levels/{levelId}/floor-plan',
  params: Type.Object({ levelId: pathId('A level that the screen shows.') }),
  summary: 'The floor plan of a level that a kiosk screen shows',
  description: 'The image shown below the desks, with its size.',
  response: FloorPlan,
  errors: ['entity_not_found'],
})

export const watchKiosk = endpoint({
  ...shared,
  operation: 'watchKiosk',
  path: '/api/kiosk/stream',
  summary: 'When to load again what a kiosk screen shows',
  description: `Server-sent events without any data: \`hello\` first, then \`change\` whenever something happens in the building. Load GET /api/kiosk then, but not more often than every few seconds. The stream ends within seconds when the screen is changed, or its link is revoked or expires, and when an event could be missing: connect and load again. At most ${MAX_STREAMS_PER_SESSION} streams per screen.`,
  response: Type.String({
    description: 'Events as text (HTML Living Standard §9.2).',
    examples: ['event: change\ndata: {}\n\n'],
  }),
  mediaType: 'text/event-stream',
  errors: ['too_many_streams'],
})
