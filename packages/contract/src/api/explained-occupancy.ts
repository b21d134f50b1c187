import Type, { type Static } from 'typebox'
import { OccupancyRow } from '../datasets/occupancy.ts'
import { endpoint } from '../endpoint.ts'
import { flag, integer, list, named, nullable, text, timestamp, UUID_EXAMPLE } from '../schema/atoms.ts'
import { explained, explainedHour, hourOfDay, sentences } from './explained-figure.ts'

/** Maximum number of reports in an explanation. */
export const MAX_EXPLAINED_REPORTS = 500

const of = OccupancyRow.properties

export const OccupancyExplanation = named(
  'OccupancyExplanation',
  Type.Object({
    ...explainedHour,
    ...{ locationType: of.locationType, nodeId: of.nodeId, levelName: of.levelName, zoneName: of.zoneName },
    ...{ placeName: of.placeName, spaceName: of.spaceName },
    ...{ samples: of.samples, occupiedMinutes: of.occupiedMinutes },
    ...{ minCount: of.minCount, maxCount: of.maxCount, averageCount: of.averageCount },
    reports: list(
      Type.Object({
        eventId: text(256, { description: 'Id of the event at its source.', example: 'seat-000042' }),
        sourceId: text(128, { description: 'The source.', example: 'desk-sensors' }),
        timestamp: timestamp({ description: 'When the node reported.' }),
        receivedAt: timestamp({ description: 'When the event arrived.' }),
        occupied: flag({ description: 'Whether it was occupied.' }),
        occupancy: nullable(integer({ minimum: 0 }, { description: 'How many were there; null if not counted.', example: 4 })),
        heldUntil: timestamp({
          description: 'How long the report holds: to the next one of the day, or to the end of its hour.',
        }),
        isSample: flag({ description: 'Whether it was made in this hour; otherwise it only holds into it.' }),
        occupiedMinutes: Type.Number({ minimum: 0, description: 'Its part of the occupied minutes.', examples: [12.5] }),
      }),
      { maxItems: MAX_EXPLAINED_REPORTS },
      {
        description: `The first ${MAX_EXPLAINED_REPORTS} reports that were made in this hour or hold into it, in order of time.`,
      },
    ),
    sentences,
  }),
)
export type OccupancyExplanation = Static<typeof OccupancyExplanation>

export const explainOccupancy = endpoint({
  ...explained,
  audit: { none: 'It names no people.' },
  operation: 'explainOccupancy',
  path: '/api/explain/occupancy',
  summary: 'Explain the occupancy of an hour',
  description:
    'The reports of a node that make up its samples and occupied minutes in an hour of local time. It is computed now: a published row keeps its figures until the next refresh.',
  query: Type.Object({ ...hourOfDay, nodeId: text(100, { description: 'The node that reported.', example: UUID_EXAMPLE }) }),
  response: OccupancyExplanation,
})
