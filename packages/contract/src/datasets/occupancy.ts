import Type, { type Static } from 'typebox'
import { LOCATION_TYPES } from '../ingest/presence.ts'
import { date, id, named, nullable } from '../schema/atoms.ts'
import { locationId, locationName, optionalId, optionalName } from './columns.ts'
import { count, dailyDataset, hour, nodeType, optionalCount } from './daily.ts'

export const OccupancyRow = named(
  'OccupancyRow',
  Type.Object({
    day: date({ description: 'The local calendar day of the building.' }),
    hour,
    locationId,
    locationName,
    levelId: optionalId('The level'),
    levelName: optionalName('Name of the level', 'Level 2'),
    zoneId: optionalId('The zone'),
    zoneName: optionalName('Name of the zone', '2 North'),
    placeId: optionalId('The place'),
    placeName: optionalName('Name of the place', 'Desk 2-17'),
    spaceId: optionalId('The space'),
    spaceName: optionalName('Name of the space', 'Room Turing'),
    samples: count('Reports of the node in this hour.', 12),
    occupiedMinutes: nullable(
      Type.Number({
        minimum: 0,
        description:
          'Minutes for which it was occupied: from a report that it is to the next report of that day, or to the end of the hour if none follows.',
        examples: [42.5],
      }),
    ),
    minCount: optionalCount('The smallest number of people that was reported in this hour; null without numbers', 0),
    maxCount: optionalCount('The largest number', 6),
    averageCount: nullable(
      Type.Number({ minimum: 0, description: 'The mean of the reported numbers; null without numbers.', examples: [3.25] }),
    ),
    locationType: nodeType(LOCATION_TYPES),
    nodeId: id({ description: 'The node that reported.' }),
  }),
)
export type OccupancyRow = Static<typeof OccupancyRow>

export const readOccupancy = dailyDataset({
  operation: 'readOccupancy',
  dataset: 'occupancy',
  audit: { none: 'Its rows have no people.' },
  summary: 'Occupancy by hour',
  description: 'One row per node and hour in which it was occupied or reported.',
  row: OccupancyRow,
})
