import Type, { type Static } from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { date, flag, id, integer, list, named, nullable, text, timestamp } from '../schema/atoms.ts'
import { dateRange, MAX_RANGE_DAYS } from '../schema/date-range.ts'
import { pathId } from '../schema/params.ts'
import { ADMINISTRATORS } from '../user-roles.ts'

/** Maximum number of stretches in a response. */
export const MAX_OCCUPANCY_STRETCHES = 5_000

const peak = nullable(
  integer({ minimum: 0 }, { description: 'Largest reported head count; null if none was reported.', example: 4 }),
)

export const OccupancyStretch = named(
  'OccupancyStretch',
  Type.Object({
    day: date({ description: 'Local calendar day of the space.' }),
    startsAt: timestamp({ description: 'Time of the first report.' }),
    endsAt: timestamp({
      description:
        'Time of the first report of the other state. If isOpen, the end of the hour of the last report, but not later than now.',
    }),
    isOpen: flag({ description: 'Whether the stretch has the last report of the day.', example: false }),
    occupied: flag({ description: 'Whether the space was occupied.' }),
    peak,
    reports: integer({ minimum: 1 }, { description: 'Number of reports in the stretch.', example: 12 }),
  }),
)
export type OccupancyStretch = Static<typeof OccupancyStretch>

export const OccupancyHour = named(
  'OccupancyHour',
  Type.Object({
    day: date({ description: 'Local calendar day of the space.' }),
    hour: integer({ minimum: 0, maximum: 23 }, { description: 'Local hour at the start of the interval.', example: 9 }),
    occupiedMinutes: Type.Number({ minimum: 0, description: 'Minutes in which the space was occupied.', examples: [42.5] }),
    reportedMinutes: Type.Number({
      minimum: 0,
      description: 'Minutes with a known state. An hour that is repeated at the end of daylight saving time has 120.',
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
    hours: list(OccupancyHour, {}, { description: 'Hours with any known minutes, in order.' }),
    stretches: list(
      OccupancyStretch,
      { maxItems: MAX_OCCUPANCY_STRETCHES },
      { description: `Stretches of one state, in order; the first ${MAX_OCCUPANCY_STRETCHES}.` },
    ),
    stretchCount: integer({ minimum: 0 }, { description: 'Number of stretches, including those not listed.', example: 18 }),
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
  description: `Sensor reports of a range of local days, by hour and as stretches of one state. A report is valid until the next report of its day, the last one until the end of its hour. The last day is at most ${MAX_RANGE_DAYS} days after the first.`,
  query: Type.Object(dateRange),
  response: SpaceOccupancy,
  errors: ['entity_not_found', 'range_too_large'],
})
