import Type, { type Static } from 'typebox'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { MAX_EVENT_ID, sourceId } from '../ingest/results.ts'
import { id, integer, list, named, nullable, oneOf, optional, text, timestamp, timestampInput } from '../schema/atoms.ts'
import { MAX_CURSOR, pageOf, pageQuery } from '../schema/paging.ts'
import { pathDay } from '../schema/params.ts'
import { WORKPLACE_ADMINISTRATORS } from '../user-roles.ts'

/** Maximum number of events that one call replays. */
export const REPLAY_BATCH = 1_000

export const QUARANTINE_KINDS = ['presence', 'occupancy', 'visitor', 'timeoff'] as const
export type QuarantineKind = (typeof QUARANTINE_KINDS)[number]

const kind = oneOf(QUARANTINE_KINDS, { description: 'What kind of event it is.' })

/** Suffix of the id of a canceled time off, because the announcement may have the same id. */
export const CANCELED_SUFFIX = ' (cancelled)'

const eventId = text(MAX_EVENT_ID + CANCELED_SUFFIX.length, {
  description: `Id of the event, unique per source and day. The id of a canceled time off ends with "${CANCELED_SUFFIX}".`,
  example: 'reader-7-000123',
})

const resultCode = Type.Unsafe<1 | 2 | 3>({
  type: 'integer',
  enum: [1, 2, 3],
  description: '1 user not found, 2 location not found, 3 refused for another reason.',
  examples: [1],
})

const payload = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'The event as received: the fields of its schema.',
  examples: [{ eventId: 'reader-7-000123', timestamp: '2026-01-05T09:00:00Z', userEmail: 'ada.byron@example.com' }],
})

export const QuarantinedEvent = named(
  'QuarantinedEvent',
  Type.Object({
    kind,
    sourceId,
    eventId,
    day: Type.String({ ...pathDay, description: 'UTC day of the event time, which is part of its identity.' }),
    resultCode,
    reason: text(500, { description: 'Why it was refused.', example: 'User not found' }),
    refusedAt: timestamp({ description: 'When the event was first refused. It stays in quarantine for 30 days.' }),
    keyId: nullable(id({ description: 'The key that sent it.' })),
    payload,
  }),
)
export type QuarantinedEvent = Static<typeof QuarantinedEvent>

const from = timestampInput({ description: 'Only events refused at or after this time.' })
const to = timestampInput({ description: 'Only events refused before this time.' })

const order = oneOf(['identity', 'newest'] as const, {
  description: 'newest: most recently refused first. identity: by kind, day, source and id; the default.',
})

const shared = { tag: 'administration', roles: AUTOMATION, people: WORKPLACE_ADMINISTRATORS } as const

export const listQuarantine = endpoint({
  ...shared,
  operation: 'listQuarantine',
  audit: 'quarantine.read',
  method: 'GET',
  path: '/api/quarantine',
  summary: 'List refused events',
  description:
    'Events that wait to be replayed, ordered by kind, day, source and id, or most recently refused first. They contain personal data.',
  query: pageQuery({
    kind: Type.Optional(kind),
    sourceId: Type.Optional(sourceId),
    resultCode: Type.Optional(resultCode),
    from: Type.Optional(from),
    to: Type.Optional(to),
    order: Type.Optional(order),
  }),
  response: pageOf('QuarantinePage', QuarantinedEvent),
})

const cursor = text(MAX_CURSOR, {
  description: 'nextCursor of the previous call; absent: start at the beginning. Opaque.',
  example: 'WyJEZXNrIDEiXQ',
})

export const WaitingEvent = named(
  'WaitingEvent',
  Type.Object({ kind, sourceId, eventId, day: Type.String({ ...pathDay, description: 'UTC day of the event time.' }) }),
)
export type WaitingEvent = Static<typeof WaitingEvent>

export const QuarantineReplay = named(
  'QuarantineReplay',
  Type.Object({
    kind: optional(kind),
    sourceId: optional(sourceId),
    resultCode: optional(resultCode),
    from: optional(from),
    to: optional(to),
    events: optional(
      list(
        WaitingEvent,
        { minItems: 1, maxItems: REPLAY_BATCH },
        { description: 'Only these events. Events that are not in quarantine are skipped.' },
      ),
    ),
    cursor: optional(cursor),
  }),
)

const count = (description: string) => integer({ minimum: 0 }, { description, example: 12 })

export const ReplayResult = named(
  'ReplayResult',
  Type.Object({
    accepted: count('Events that were stored now or before; they left quarantine.'),
    stillRefused: count('Events that stay in quarantine.'),
    nextCursor: nullable(
      text(MAX_CURSOR, {
        description: 'Call again with this cursor to continue; null when all events are done. Opaque.',
        example: 'WyJEZXNrIDEiXQ',
      }),
    ),
  }),
)
export type ReplayResult = Static<typeof ReplayResult>

export const replayQuarantine = endpoint({
  ...shared,
  operation: 'replayQuarantine',
  audit: 'quarantine.replay',
  method: 'POST',
  path: '/api/quarantine/replay',
  summary: 'Replay refused events',
  description: `Submits refused events again after the directory was corrected. At most ${REPLAY_BATCH} events per call, in the order of the list. Safe to repeat, and to stop at any time.`,
  body: QuarantineReplay,
  response: ReplayResult,
  errors: ['invalid_parameter'],
})
