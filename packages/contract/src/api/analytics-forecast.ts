import Type, { type Static } from 'typebox'
import { optionalName } from '../datasets/columns.ts'
import { endpoint } from '../endpoint.ts'
import { date, list, named, nullable, nullableObject, oneOf } from '../schema/atoms.ts'
import { amount, count, forAdministrators, hidden, locationIds, ofLocation } from './analytics-scope.ts'

/** Days that are forecast, including today. */
export const FORECAST_DAYS = 14

const basis = nullableObject(
  Type.Object({
    latePlans: Type.Number({
      description:
        'How many more people usually plan to come between now and the end of such a day: mean over the past days. Negative if more of them change their minds.',
      examples: [1.5],
    }),
    showRate: amount('The share of the people with a plan who come.', 0.82),
    unplanned: amount('People who come without a plan for this building: mean over the past days.', 5.2),
    days: count('Past days of this weekday that these figures come from; 0: all working days, or all weekends.', 6),
  }),
  {
    description:
      'What the forecast is made of: expected = (planned + latePlans) × showRate + unplanned. Null without a forecast.',
  },
)

export const ForecastFigures = named(
  'ForecastFigures',
  Type.Object({
    locations: list(
      Type.Object({
        ...ofLocation,
        ...hidden,
        capacity: count('Active desks and the capacity of active neighborhoods.', 620),
        state: oneOf(['forecast', 'notEnoughDays', 'notReporting'], {
          description:
            'notEnoughDays: fewer working days than needed have been measured. notReporting: the building reports no presence, so it is not known who came.',
        }),
        measuredDays: count(
          'Working days that the forecast learns from: of the six weeks before today, those published with presence reported. Days of outages, closures and holidays do not count, nor do days on which at least five people were expected and no one was seen.',
          29,
        ),
        neededDays: count('The number of working days that a forecast needs.', 10),
        days: list(
          Type.Object({
            day: date({ description: 'The local calendar day.' }),
            dayType: nullable(
              oneOf(['holiday', 'closed'], { description: 'On these days no one is expected; null on all others.' }),
            ),
            dayName: optionalName('The holiday, or the reason of the closure', 'Christmas Day'),
            planned: count('People who plan to be in this office so far, by day plan or else week plan.', 38),
            booked: count('People with a booking here.', 35),
            expected: nullable(amount('The number of people expected to come; null without a forecast.', 37.6)),
            low: nullable(count('The lower end of the band.', 33)),
            high: nullable(
              count(
                'The upper end of the band. On four of five past days, the count was between both ends; null without a forecast.',
                42,
              ),
            ),
            basis,
          }),
          {},
          { description: `${FORECAST_DAYS} days, starting with the local today.` },
        ),
      }),
      {},
      { description: 'Active buildings, ordered by name.' },
    ),
  }),
)
export type ForecastFigures = Static<typeof ForecastFigures>

export const getForecastFigures = endpoint({
  ...forAdministrators,
  operation: 'getForecastFigures',
  path: '/api/analytics/forecast',
  summary: 'How many people are expected to come',
  description:
    'By building and day, from plans as they are now and from what became of plans on the same weekdays of the last six weeks. Where figures of the past are withheld, so is the forecast.',
  query: Type.Object({ locationIds }),
  response: ForecastFigures,
})
