import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { WAREHOUSE_READERS } from '../roles.ts'
import { date, flag, id, integer, list, named, nullable, oneOf, text, timestamp } from '../schema/atoms.ts'
import { commaList } from '../schema/id-list.ts'
import { ANALYSTS } from '../user-roles.ts'

/** Datasets that are published in segments, one per local day and location. */
export const SEGMENT_DATASETS = [
  'user-booking-attendance',
  'presence',
  'headcount',
  'occupancy',
  'visits',
  'policy-weeks',
] as const
export type SegmentDataset = (typeof SEGMENT_DATASETS)[number]

/** Why a segment was published. */
export const SEGMENT_REASONS = ['refreshed', 'lateEvents', 'corrected', 'erased'] as const
export type SegmentReason = (typeof SEGMENT_REASONS)[number]

/** Maximum number of segments in a response of the change feed. */
export const MAX_CHANGES = 1000

const cursor = (description: string) =>
  Type.String({ minLength: 1, maxLength: 400, description, examples: ['WyI2ZjFjMGYwZSIsIjQ3MTEiXQ'] })

export const SegmentChange = named(
  'SegmentChange',
  Type.Object({
    dataset: oneOf(SEGMENT_DATASETS, { description: 'The dataset.' }),
    locationId: nullable(id({ description: 'The building of the rows; null for rows without a building.' })),
    day: date({ description: 'The local calendar day of the rows.' }),
    revision: integer({ minimum: 1 }, { description: 'Increases by one each time the segment is published.', example: 2 }),
    rowCount: integer({ minimum: 0 }, { description: 'Number of rows; 0 if the segment has become empty.', example: 412 }),
    sha256: nullable(
      text(64, {
        description:
          'SHA-256 of the rows as newline-delimited JSON, in lower-case hexadecimal; null until the rows are first read.',
        example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      }),
    ),
    updatedAt: timestamp({ description: 'When this revision was published.' }),
    reason: oneOf(SEGMENT_REASONS, {
      description:
        'Why it was published: the day is over (refreshed), events arrived late (lateEvents), plans, names or settings changed (corrected), or personal data was erased (erased).',
    }),
  }),
)
export type SegmentChange = Static<typeof SegmentChange>

export const ChangeFeed = named(
  'ChangeFeed',
  Type.Object({
    cursor: cursor('The end of this response: send it with the next call. Store it only after the segments have been read.'),
    timeline: id({
      description:
        'The history that the cursor belongs to. Restoring an older backup starts a new timeline, which rejects earlier cursors.',
    }),
    segments: list(
      SegmentChange,
      {},
      { description: 'Segments published since the cursor, each once, in the order of publication.' },
    ),
    hasMore: flag({ description: 'Whether more segments are available.' }),
  }),
)
export type ChangeFeed = Static<typeof ChangeFeed>

export const readChanges = endpoint({
  operation: 'readChanges',
  audit: { none: 'Its rows have no people.' },
  method: 'GET',
  path: '/v1/analytics/changes',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: ANALYSTS,
  summary: 'Changes published since the last call',
  description:
    'Segments published since the cursor; each is one dataset, building and local day. A client that reads each listed segment again and replaces its own copy stays identical to the service, including late events, corrections and erasures. A segment published several times is listed once, with its last revision. After an older backup was restored, earlier cursors are rejected with cursor_of_another_timeline: call without a cursor, compare the listed segments with the copy, read those that differ and delete those that are not listed.',
  query: Type.Object({
    cursor: Type.Optional(cursor('The cursor of the last response; absent: start at the beginning.')),
    datasets: Type.Optional(
      commaList(200, {
        description: `Only these datasets, comma-separated: ${SEGMENT_DATASETS.join(', ')}. All when absent; a cursor from before there were more continues with the two that there were.`,
        example: 'presence',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_CHANGES,
        description: `Maximum number of segments in the response; ${MAX_CHANGES} when absent.`,
        examples: [MAX_CHANGES],
      }),
    ),
  }),
  response: ChangeFeed,
  errors: ['cursor_of_another_timeline'],
})
