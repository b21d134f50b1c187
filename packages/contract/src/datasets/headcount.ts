import Type, { type Static } from 'typebox'
import { date, id, named } from '../schema/atoms.ts'
import { locationId, locationName, optionalId, optionalName } from './columns.ts'
import { count, dailyDataset, hour, nodeType, optionalCount } from './daily.ts'

/** The nodes that people are counted at. */
export const COUNTED_NODES = ['location', 'level', 'zone'] as const

export const HeadcountRow = named(
  'HeadcountRow',
  Type.Object({
    day: date({ description: 'The local calendar day of the building.' }),
    hour,
    locationId,
    locationName,
    levelId: optionalId('The level of a level or zone'),
    levelName: optionalName('Name of the level', 'Level 2'),
    zoneId: optionalId('The zone'),
    zoneName: optionalName('Name of the zone', '2 North'),
    people: optionalCount(
      'Distinct people who were there in this hour: from the hour in which they were first seen there on that day to the hour in which they were last seen. Null where no presence is reported, as on a day of an outage on which no one was seen in the building.',
      118,
    ),
    visitors: optionalCount(
      'Visitors who were there in this hour, from arrival to departure; without a departure only in the hour of arrival. Null for levels and zones.',
      4,
    ),
    planned: optionalCount(
      'People whose office plan of the day is for the building, the same in every hour. Null for levels and zones, because plans name buildings.',
      131,
    ),
    booked: count('Bookings of the day there, the same in every hour.', 96),
    capacity: count('Desks and neighborhood places that could be booked there on the day.', 240),
    locationType: nodeType(COUNTED_NODES),
    nodeId: id({ description: 'The building, level or zone that the row is about.' }),
  }),
)
export type HeadcountRow = Static<typeof HeadcountRow>

export const readHeadcount = dailyDataset({
  operation: 'readHeadcount',
  dataset: 'headcount',
  audit: { none: 'Its rows have no people.' },
  summary: 'People present by hour',
  description:
    'One row per hour for each building, level and zone where anyone was seen, visited, was planned or booked on the day: 24 rows each, on which people present at the same time can be compared with capacity.',
  row: HeadcountRow,
})
