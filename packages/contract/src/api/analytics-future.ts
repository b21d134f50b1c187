import Type, { type Static } from 'typebox'
import { optionalName } from '../datasets/columns.ts'
import { endpoint } from '../endpoint.ts'
import { date, integer, list, named, nullable, oneOf } from '../schema/atoms.ts'
import { count, forAdministrators, locationIds, ofLocation } from './analytics-scope.ts'

/** Default and maximum number of days ahead. */
export const DEFAULT_FUTURE_DAYS = 14
export const MAX_FUTURE_DAYS = 60

export const FutureFigures = named(
  'FutureFigures',
  Type.Object({
    locations: list(
      Type.Object({
        ...ofLocation,
        capacity: count('Active desks and the capacity of active neighborhoods.', 620),
        days: list(
          Type.Object({
            day: date({ description: 'The local calendar day.' }),
            planned: count('People who plan to be in this office, by day plan or else week plan.', 512),
            booked: count('People with a booking here.', 498),
            dayType: nullable(
              oneOf(['holiday', 'closed'], { description: 'On these days no office plan counts; null on all others.' }),
            ),
            dayName: optionalName('The holiday, or the reason of the closure', 'Christmas Day'),
          }),
          {},
          { description: 'Starting with the local today.' },
        ),
      }),
      {},
      { description: 'Active buildings, ordered by name.' },
    ),
  }),
)
export type FutureFigures = Static<typeof FutureFigures>

export const getFutureFigures = endpoint({
  ...forAdministrators,
  operation: 'getFutureFigures',
  path: '/api/analytics/future',
  summary: 'Plans and bookings of the coming days',
  description: 'The current state, by building.',
  query: Type.Object({
    days: Type.Optional(
      integer(
        { minimum: 1, maximum: MAX_FUTURE_DAYS },
        { description: `Number of days, including today; ${DEFAULT_FUTURE_DAYS} when absent.`, example: DEFAULT_FUTURE_DAYS },
      ),
    ),
    locationIds,
  }),
  response: FutureFigures,
})
