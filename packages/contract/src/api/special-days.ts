import Type, { type Static } from 'typebox'
import { locationId, locationName, optionalName } from '../datasets/columns.ts'
import { endpoint } from '../endpoint.ts'
import { date, flag, list, named, nullable, oneOf, text } from '../schema/atoms.ts'
import { forAdministrators, locationIds, period } from './analytics-scope.ts'

export const SpecialDays = named(
  'SpecialDays',
  Type.Object({
    items: list(
      Type.Object({
        day: date({ description: 'The local calendar day of the building.', example: '2026-12-25' }),
        locationId,
        locationName,
        dayType: nullable(
          oneOf(['holiday', 'closed'], {
            description: 'A closure counts before a holiday; null on a day that only has an outage.',
          }),
        ),
        name: optionalName('The holiday, or the reason of the closure', 'Christmas Day'),
        hasOutage: flag({ description: 'Whether presence reporting was down, so that no no-show is concluded.', example: false }),
      }),
      {},
      { description: 'By day and name of the building. Inactive buildings are included.' },
    ),
    releases: list(
      Type.Object({
        day: date({
          description: 'The day on which it began to work, in the time zone of the organization.',
          example: '2026-11-30',
        }),
        version: text(100, { description: 'The version of Rollcall.', example: '1.2.0' }),
      }),
      {},
      { description: 'The versions of Rollcall that followed the first one, by day.' },
    ),
  }),
)
export type SpecialDays = Static<typeof SpecialDays>

export const listSpecialDays = endpoint({
  ...forAdministrators,
  operation: 'listSpecialDays',
  path: '/api/analytics/special-days',
  summary: 'Holidays, closures, outages and new versions in a period',
  description: 'The days that charts mark, because figures of other days cannot be compared with theirs.',
  query: Type.Object({ ...period, locationIds }),
  response: SpecialDays,
  errors: ['range_too_large'],
})
