import Type, { type Static } from 'typebox'
import { ADMINISTRATORS } from '../access/user-roles.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { date, flag, id, integer, list, named, nullable, text, timestamp } from '../schema/atoms.ts'
import { dateRange, MAX_RANGE_DAYS } from '../schema/date-range.ts'
import { pathId } from '../schema/params.ts'

/** Stretches that one answer lists at most. */
export const MAX_OCCUPANCY_STRETCHES = 5_000

const peak = nullable(
  integer({ minimum: 0 }, { description: 'Largest head count reported; null where none was counted.', example: 4 }),
)

export const OccupancyStretch = named(
  'OccupancyStretch',
  Type.Object({
    day: date({ description: 'Local calendar day of the space.' }),
    startsAt: timestamp({ description: 'Its first report.' }),
    endsAt: timestamp({ description: 'The report that says otherwise; where isOpen, the end of its hour, but not after now.' }),
    isOpen: flag({ description: 'Whether nothing was reported afterwards on that day.', example: false }),
    occupied: flag({ description: 'Whether anybody was there.' }),
    peak,
    reports: integer({ minimum: 1 }, { description: 'Reports that it is made of.', example: 12 }),
  }),
)
export type OccupancyStretch = Static<typeof OccupancyStretch>

export const OccupancyHour = named(
  'OccupancyHour',
  Type.Object({
    day: date({ description: 'Local calendar day of the space.' }),
    hour: integer({ minimum: 0, maximum: 23 }, { description: 'Local hour in which it begins.', example: 9 }),
    occupiedMinutes: Type.Number({ minimum: 0, description: 'Minutes with somebody there.', examples: [42.5] }),
    reportedMinutes: Type.Number({
      minimum: 0,
      description: 'Minutes of which it is known whether anybody was there. An hour that the clock repeats has 120.',
      examples: [60],
    }),
    peak,
  }),
)
export type OccupancyHour = Static<typeof OccupancyHour>

export const SpaceOccupancy = named(
  'SpaceOccupancy',
  Type.Object({
    spaceId: id({ description: 'The space.' }),
    timeZone: text(100, { description: 'IANA time zone of its building.', example: 'Europe/Berlin' }),
    hours: list(OccupancyHour, {}, { description: 'Hours of which anything is known, in order.' }),
    stretches: list(
      OccupancyStretch,
      { maxItems: MAX_OCCUPANCY_STRETCHES },
      { description: `Times of one state, in order, the first ${MAX_OCCUPANCY_STRETCHES} of them.` },
    ),
    stretchCount: integer({ minimum: 0 }, { description: 'How many there are, listed or not.', example: 18 }),
  }),
)
export type SpaceOccupancy = Static<typeof SpaceOccupancy>

export const getSpaceOccupancy = endpoint({
  operation: 'getSpaceOccupancy',
  method: 'GET',
  path: '/api/spaces/{spaceId}/occupancy',
  tag: 'places',
  roles: AUTOMATION,
  people: ADMINISTRATORS,
  params: Type.Object({ spaceId: pathId('The space.') }),
  summary: 'How a space was occupied',
  description: `What sensors reported of some local days, by hour and as stretches of one state. A report stands until the next one of its day, the last one until the end of its hour. The last day is at most ${MAX_RANGE_DAYS} days after the first.`,
  query: Type.Object(dateRange),
  response: SpaceOccupancy,
  errors: ['entity_not_found', 'range_too_large'],
})
