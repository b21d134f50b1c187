import Type, { type Static } from 'typebox'
import { WAREHOUSE_READERS } from '../access/roles.ts'
import { ANALYSTS } from '../access/user-roles.ts'
import { endpoint } from '../endpoint.ts'
import { date, flag, id, integer, list, named, nullable, oneOf, text, timestamp } from '../schema/atoms.ts'
import { commaList } from '../schema/id-list.ts'

/** Datasets that are published in segments, one for each local day and location. */
export const SEGMENT_DATASETS = ['user-booking-attendance', 'presence'] as const
export type SegmentDataset = (typeof SEGMENT_DATASETS)[number]

/** Why a segment was published. */
export const SEGMENT_REASONS = ['refreshed', 'lateEvents', 'corrected', 'erased'] as const
export type SegmentReason = (typeof SEGMENT_REASONS)[number]

/** Segments in an answer of the change feed at most. */
export const MAX_CHANGES = 1000

const cursor = (description: string) =>
  Type.String({ minLength: 1, maxLength: 400, description, examples: ['WyI2ZjFjMGYwZSIsIjQ3MTEiXQ'] })

export const SegmentChange = named(
  'SegmentChange',
  Type.Object({
    dataset: oneOf(SEGMENT_DATASETS, { description: 'The dataset.' }),
    locationId: nullable(id({ description: 'The building that the rows belong to; null for rows without any.' })),
    day: date({ description: 'The local calendar day of the rows.' }),
    revision: integer({ minimum: 1 }, { description: 'Goes up by one each time the segment is published.', example: 2 }),
    rowCount: integer({ minimum: 0 }, { description: 'Rows of the segment; 0 when it has none any more.', example: 412 }),
    sha256: nullable(
      text(64, {
        description: 'SHA-256 of the rows as newline-delimited JSON, in lower-case hexadecimal; null while nobody has read them.',
        example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      }),
    ),
    updatedAt: timestamp({ description: 'When this revision was published.' }),
    reason: oneOf(SEGMENT_REASONS, {
      description:
        'Why: a day that is over (refreshed), events that came late (lateEvents), plans, names or settings that changed (corrected), or personal data that was erased (erased).',
    }),
  }),
)
export type SegmentChange = Static<typeof SegmentChange>

export const ChangeFeed = named(
  'ChangeFeed',
  Type.Object({
    cursor: cursor('Where this answer ends: send it with the next call. Keep it only once the segments are read.'),
    timeline: id({
      description:
        'The history that the cursor belongs to. A restore of an older backup begins a new one, which refuses cursors of those before.',
    }),
    segments: list(
      SegmentChange,
      {},
      { description: 'Segments published since the cursor, each once, in the order of publication.' },
    ),
    hasMore: flag({ description: 'Whether there are further ones already.' }),
  }),
)
export type ChangeFeed = Static<typeof ChangeFeed>

export const readChanges = endpoint({
  operation: 'readChanges',
  method: 'GET',
  path: '/v1/analytics/changes',
  tag: 'warehouse',
  roles: WAREHOUSE_READERS,
  viewers: ANALYSTS,
  summary: 'What was published since the last call',
  description:
    'Segments, each one dataset, building and local day, that were published since the cursor. Whoever reads each of them again and puts it in place of what they have keeps an exact copy, late events, corrections and erasures included. A segment that was published several times since is told once, in its last revision. A cursor from before an older backup was restored is refused with cursor_of_another_timeline: call without one, compare what is announced with the copy, read what differs and delete what is not announced.',
  query: Type.Object({
    cursor: Type.Optional(cursor('The cursor of the last answer; absent: from the beginning.')),
    datasets: Type.Optional(
      commaList(200, { description: `Only these, separated by commas: ${SEGMENT_DATASETS.join(', ')}.`, example: 'presence' }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_CHANGES,
        description: `Segments in the answer at most; ${MAX_CHANGES} when absent.`,
        examples: [MAX_CHANGES],
      }),
    ),
  }),
  response: ChangeFeed,
  errors: ['cursor_of_another_timeline'],
})
