import Type, { type Static } from 'typebox'
import { KEEPERS } from '../access/user-roles.ts'
import { AUTOMATION, endpoint } from '../endpoint.ts'
import { MAX_EVENT_ID, sourceId } from '../ingest/results.ts'
import { id, integer, list, named, nullable, oneOf, optional, text, timestamp, timestampInput } from '../schema/atoms.ts'
import { pageOf, pageQuery } from '../schema/paging.ts'
import { pathDay } from '../schema/params.ts'

/** Events that one call replays at most. */
export const REPLAY_BATCH = 1_000

export const QUARANTINE_KINDS = ['presence', 'occupancy', 'visitor', 'timeoff'] as const
export type QuarantineKind = (typeof QUARANTINE_KINDS)[number]

const kind = oneOf(QUARANTINE_KINDS, { description: 'What kind of event it is.' })

/** What stands behind the id of time off that is called off, as the announcement may have the same one. */
export const CALLED_OFF = ' (cancelled)'

const eventId = text(MAX_EVENT_ID + CALLED_OFF.length, {
  description: `Id of the event, unique per source and day; of time off that is called off with "${CALLED_OFF}" behind it.`,
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
  description: 'The event as it came: the fields of its schema.',
  examples: [{ eventId: 'reader-7-000123', timestamp: '2026-01-05T09:00:00Z', userEmail: 'ada.byron@example.com' }],
})

export const QuarantinedEvent = named(
  'QuarantinedEvent',
  Type.Object({
    kind,
    sourceId,
    eventId,
    day: Type.String({ ...pathDay, description: 'UTC day of its time, which is part of its identity.' }),
    resultCode,
    reason: text(500, { description: 'Why it was refused.', example: 'User not found' }),
    refusedAt: timestamp({ description: 'When it was first refused; it waits for 30 days from then.' }),
    keyId: nullable(id({ description: 'The key that sent it.' })),
    payload,
  }),
)
export type QuarantinedEvent = Static<typeof QuarantinedEvent>

const from = timestampInput({ description: 'Only refused at this time or later.' })
const to = timestampInput({ description: 'Only refused before this time.' })

const order = oneOf(['identity', 'newest'] as const, {
  description: 'newest: those first that were refused last; identity, by kind, day, source and id, when absent.',
})

const shared = { tag: 'administration', roles: AUTOMATION, people: KEEPERS } as const

export const listQuarantine = endpoint({
  ...shared,
  operation: 'listQuarantine',
  method: 'GET',
  path: '/api/quarantine',
  summary: 'List refused events',
  description:
    'Events that wait to be replayed, by kind, day, source and id, or those first that were refused last. They hold personal data.',
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

const cursor = text(1000, {
  description: 'nextCursor of the call before; absent: from the beginning. Opaque.',
  example: 'WyJEZXNrIDEiXQ',
})

export const WaitingEvent = named(
  'WaitingEvent',
  Type.Object({ kind, sourceId, eventId, day: Type.String({ ...pathDay, description: 'UTC day of its time.' }) }),
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
        { description: 'Only these. What does not wait, or not any more, is passed over.' },
      ),
    ),
    cursor: optional(cursor),
  }),
)

const count = (description: string) => integer({ minimum: 0 }, { description, example: 12 })

export const ReplayResult = named(
  'ReplayResult',
  Type.Object({
    accepted: count('Events that were stored, or were already; they wait no longer.'),
    stillRefused: count('Events that go on waiting.'),
    nextCursor: nullable(
      text(1000, {
        description: 'Where further events may wait: call again with it as cursor; null when all are done. Opaque.',
        example: 'WyJEZXNrIDEiXQ',
      }),
    ),
  }),
)
export type ReplayResult = Static<typeof ReplayResult>

export const replayQuarantine = endpoint({
  ...shared,
  operation: 'replayQuarantine',
  method: 'POST',
  path: '/api/quarantine/replay',
  summary: 'Submit refused events once more',
  description: `After the directory was corrected. At most ${REPLAY_BATCH} events a call, in the order of the list; safe to repeat and to stop at any time.`,
  body: QuarantineReplay,
  response: ReplayResult,
  errors: ['invalid_parameter'],
})
