import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { WAREHOUSE_READERS } from '../roles.ts'
import { date, flag, named, oneOf, text, UUID_EXAMPLE } from '../schema/atoms.ts'
import { dateRange, MAX_EVENT_RANGE_DAYS } from '../schema/date-range.ts'
import { formatParameter } from '../schema/format.ts'
import { ANALYSTS } from '../user-roles.ts'
import { DAY_TYPES } from './attendance.ts'
import { locationId, locationName, optionalName, updatedAt } from './columns.ts'

export const CalendarRow = named(
  'CalendarRow',
  Type.Object({
    day: date({ description: 'The local calendar day of the building.', example: '2026-12-25' }),
    locationId,
    locationName,
    dayType: oneOf(DAY_TYPES, {
      description: 'What the day is there: a closure counts before a holiday, and a holiday before the weekend.',
    }),
    name: optionalName('The reason of the closure, or the holiday', 'Christmas Day'),
    hasOutage: flag({ description: 'Whether its presence reporting was down, so that no no-show is concluded.', example: false }),
    updatedAt,
  }),
)
export type CalendarRow = Static<typeof CalendarRow>

export const readCalendar = endpoint({
  operation: 'readCalendar',
  audit: { none: 'Its rows have no people.' },
  method: 'GET',
  path: '/v1/analytics/calendar',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: ANALYSTS,
  summary: 'Calendar of buildings',
  description: `One row per day of the range and building, inactive ones included, ordered by day and locationId. It is the calendar of now, of past and future days. The last day is at most ${MAX_EVENT_RANGE_DAYS} days after the first.`,
  query: Type.Object({
    ...dateRange,
    locationId: Type.Optional(text(100, { description: 'Only this building.', example: UUID_EXAMPLE })),
    ...formatParameter,
  }),
  response: CalendarRow,
  streamed: true,
  errors: ['range_too_large'],
})
