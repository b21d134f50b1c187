import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { date, integer, list, named } from '../schema/atoms.ts'
import { count, forAdministrators, locationIds, ofLocation } from './analytics-scope.ts'

/** Days that are looked ahead: when not asked for, and at most. */
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
            planned: count('People whose plan is the office here: a day plan, else the week plan.', 512),
            booked: count('Those with a booking here.', 498),
          }),
          {},
          { description: 'From the local today on.' },
        ),
      }),
      {},
      { description: 'Active buildings, in the order of names.' },
    ),
  }),
)
export type FutureFigures = Static<typeof FutureFigures>

export const getFutureFigures = endpoint({
  ...forAdministrators,
  operation: 'getFutureFigures',
  path: '/api/analytics/future',
  summary: 'Plans and bookings of the coming days',
  description: 'As they are at this moment, building by building.',
  query: Type.Object({
    days: Type.Optional(
      integer(
        { minimum: 1, maximum: MAX_FUTURE_DAYS },
        { description: `How many days, today included; ${DEFAULT_FUTURE_DAYS} when absent.`, example: DEFAULT_FUTURE_DAYS },
      ),
    ),
    locationIds,
  }),
  response: FutureFigures,
})
