import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { date, integer, list, named, nullable } from '../schema/atoms.ts'
import {
  amount,
  count,
  forAdministrators,
  freshness,
  groupIds,
  hidden,
  locationIds,
  ofLocation,
  period,
} from './analytics-scope.ts'

const hour = () => integer({ minimum: 0, maximum: 23 }, { description: 'The hour of local time that begins then.', example: 11 })
const day = () => date({ description: 'The local calendar day.' })
const peakHour = nullable(
  integer(
    { minimum: 0, maximum: 23 },
    { description: 'The first hour of local time with this many people; null if there were none.', example: 11 },
  ),
)
const utilization = (of: string) =>
  nullable(
    amount(
      `${of}, divided by the capacity of the buildings that reported presence; above 1 if more people were there than there are desks. Null with groupIds, and if nothing can be booked there.`,
      0.62,
    ),
  )

const daysWithPeaks = list(
  Type.Object({
    day: day(),
    peakPeople: nullable(
      count('The most people who were there in the same hour; null if presence was not reported on the day.', 212),
    ),
    peakHour,
    peakVisitors: nullable(count('The most visitors who were there in the same hour; null with groupIds.', 9)),
    planned: count('People whose office plan or booking of the day was for the buildings in scope.', 240),
    booked: count('Bookings of the day there.', 198),
    capacity: nullable(
      count(
        'Desks and neighborhood places that could be booked there, as published with the day; on a day without a row, as on the last day before that has one, or else the next. Null with groupIds.',
        340,
      ),
    ),
    utilization: utilization('peakPeople'),
  }),
  {},
  { description: 'Every published day of the period, including weekends; empty when hidden.' },
)

export const HeadcountFigures = named(
  'HeadcountFigures',
  Type.Object({
    ...hidden,
    workdays: nullable(
      count('Published days of the period that the averages cover: workdays or, if it has none, all days. Null when hidden.', 20),
    ),
    averagePeak: nullable(
      amount('Mean of peakPeople over the averaged days on which presence was reported; null if there are none.', 187.5),
    ),
    averageUtilization: utilization('The mean of peakPeople over the averaged days'),
    hours: list(
      Type.Object({
        hour: hour(),
        averagePeople: nullable(
          amount(
            'Mean number of people who were there in the hour, over the averaged days on which presence was reported; null if there are none.',
            164.2,
          ),
        ),
        peakPeople: nullable(count('The highest number on one day of the period; null if presence was never reported.', 212)),
        peakDay: nullable(date({ description: 'The first day with this many people; null if there were none.' })),
        averageVisitors: nullable(
          amount('Mean number of visitors in the hour, over the averaged days; null with groupIds.', 4.2),
        ),
      }),
      {},
      { description: 'Each of the 24 hours of local time; empty when hidden, or if nothing is published.' },
    ),
    days: daysWithPeaks,
    locations: list(
      Type.Object({
        ...ofLocation,
        ...hidden,
        averagePeak: nullable(amount('The same as above, of this building.', 87.5)),
        averageUtilization: utilization('The mean of peakPeople over the averaged days'),
        days: daysWithPeaks,
      }),
      {},
      { description: 'By building, ordered by name.' },
    ),
    ...freshness,
  }),
)
export type HeadcountFigures = Static<typeof HeadcountFigures>

export const getHeadcountFigures = endpoint({
  ...forAdministrators,
  operation: 'getHeadcountFigures',
  path: '/api/analytics/headcount',
  summary: 'People present at the same time, by hour and day',
  description:
    'Counts of the rows of the dataset headcount that are about buildings: a person is present in each hour from the first to the last time that they were seen in the building on the day. Several buildings are added up hour by hour of their local time, so a person seen in two of them counts in both. With groupIds, people, plans and bookings are those of the groups; visitors and capacity belong to no group.',
  query: Type.Object({ ...period, locationIds, groupIds }),
  response: HeadcountFigures,
  errors: ['range_too_large'],
})
