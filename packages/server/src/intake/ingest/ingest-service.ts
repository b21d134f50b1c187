import { type EventResult, MAX_FUTURE_MS, RESULT_CODES, type ResultCode } from '@rollcall/contract'
import type pg from 'pg'
import type { Node, NodeMatch } from '../../directory/matching/node-directory.ts'
import type { PersonMatch } from '../../directory/matching/user-directory.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { countMoved, countOutcomes, NO_COUNTS, type Telemetry } from '../../platform/telemetry/telemetry.ts'
import { utcDay } from '../../platform/time/day.ts'
import { localDay } from '../../platform/time/local-day.ts'
import { parseTimestamp } from '../../platform/time/timestamp.ts'
import { arrivalOf, type SourceHealth } from '../sources/source-health.ts'
import type { SourceRegistry } from '../sources/source-registry.ts'
import { answer } from './answer.ts'
import type { AcceptedEvent, Directories, EventKind, EventKindName, Refusal, RefusedEvent, SubmittedEvent } from './event-kind.ts'
import { type EventBatch, eventIdentity, eventStore, inStoreOrder, type StoredBatch } from './event-store.ts'
import { mergeCalls } from './merge-calls.ts'
import { mergeSources } from './merge-sources.ts'

/**
 * Acts on the events of one call after they are committed and before the response. Repeated events are included, so that sending a
 * call again completes interrupted work.
 */
export type AfterStored<E extends SubmittedEvent = SubmittedEvent> = (
  orgId: string,
  events: readonly AcceptedEvent<E>[],
) => Promise<void>

export interface IngestContext {
  readonly pool: pg.Pool
  readonly directories: Directories
  readonly sources: SourceRegistry
  readonly health: SourceHealth
  readonly telemetry: Telemetry
  /** The functions to call by kind, in this order. */
  readonly afterStored?: { readonly [K in EventKindName]?: readonly AfterStored[] }
}

/** Who submits, on behalf of which source. */
export interface Submission {
  readonly orgId: string
  readonly keyId: string | null
  readonly sourceId: string
  /** Set when events are replayed from quarantine: the result with which each of them was refused. */
  readonly release?: readonly ResultCode[]
  /** Records the replay, in the transaction that accepts its events. */
  readonly recordReplay?: (trx: Db, results: readonly EventResult[]) => Promise<void>
}

/** Stores the events of one call and returns the result of each, in their order. */
export type Ingest<E> = (context: IngestContext, submission: Submission, events: readonly E[]) => Promise<EventResult[]>

/**
 * Creates the path of every event of a kind (contract §3): it is checked against the directories, stored or quarantined in one
 * statement, and gets its own result. The response waits until that statement is committed.
 */
export const ingester = <E extends SubmittedEvent>(kind: EventKind<E>): Ingest<E> => {
  const store = mergeCalls(mergeSources(eventStore(kind)))
  return async (context, submission, events) => {
    const { orgId, sourceId } = submission
    const receivedAt = Date.now()
    const times = parseTimes(kind, events)
    const sourceNo = await context.sources.numberOf(orgId, sourceId)
    const nodes = await context.directories.nodes.resolve(orgId, events)
    const users = kind.person ? await context.directories.users.resolve(orgId, sourceId, events.map(kind.person)) : []
    const judged = events.map((event, index) =>
      judge(kind, event, times[index] as number, receivedAt, nodes[index], users[index]),
    )

    const batch = batchOf(submission, sourceNo, judged)
    const follow = (await kind.follow?.isNeeded(context.directories, orgId, batch.accepted)) ?? false
    const { recordReplay } = submission
    const commitWith =
      recordReplay && ((trx: Db, saved: StoredBatch) => recordReplay(trx, answer(judged, batch.accepted.length, saved).results))
    const stored = await store(context.pool, { ...batch, follow, commitWith })
    for (const act of context.afterStored?.[kind.kind] ?? []) await act(orgId, batch.accepted)
    const { results, outcomes } = answer(judged, batch.accepted.length, stored)
    if (submission.release) {
      context.health.report({ orgId, sourceNo, counts: countMoved(submission.release, outcomes) })
      context.telemetry.eventsSubmitted(kind.kind, { ...NO_COUNTS, accepted: countOutcomes(outcomes).accepted })
      return results
    }
    const counts = countOutcomes(outcomes)
    context.health.report({ orgId, sourceNo, counts, arrival: arrivalOf(times, receivedAt) })
    context.telemetry.eventsSubmitted(kind.kind, counts)
    return results
  }
}

/** Parses the times. A date that does not exist violates the schema, so the whole call is refused. */
const parseTimes = <E extends SubmittedEvent>({ listName }: EventKind<E>, events: readonly E[]): number[] => {
  const times = events.map(({ timestamp }) => parseTimestamp(timestamp))
  if (!times.includes(undefined)) return times as number[]
  const errors = times.flatMap((time, index) =>
    time === undefined
      ? [{ pointer: `/${listName}/${index}/timestamp`, message: 'is not a day of the calendar', code: 'date' as const }]
      : [],
  )
  throw new AppError('invalid_body', { errors: errors.slice(0, 50) })
}

const judge = <E extends SubmittedEvent>(
  kind: EventKind<E>,
  event: E,
  time: number,
  now: number,
  node: NodeMatch,
  user: PersonMatch,
): AcceptedEvent<E> | RefusedEvent<E> => {
  const { eventId } = event
  const day = utcDay(time)
  const refusal = firstRefusal(kind.judge(event, user), refuseNode(node, event), refuseTime(time, now))
  if (refusal) return { eventId, utcDay: day, event, refusal }
  const userId = typeof user === 'object' ? user.userId : undefined
  return { eventId, utcDay: day, event, time, localDay: localDay(node as Node, time), node: node as Node, userId }
}

/** An unknown user takes precedence over an unknown location, which precedes everything else (docs/decisions/integrators.md). */
const firstRefusal = (own: Refusal | undefined, node: Refusal | undefined, time: Refusal | undefined): Refusal | undefined =>
  own?.resultCode === RESULT_CODES.userNotFound ? own : (node ?? own ?? time)

const refuseNode = (node: NodeMatch, { locationType }: SubmittedEvent): Refusal | undefined => {
  if (typeof node === 'object') return undefined
  const message = node === 'wrongType' ? `Location is not of the type ${locationType}` : 'Location not found'
  return { resultCode: RESULT_CODES.locationNotFound, outcome: 'location_not_found', message }
}

const refuseTime = (time: number, now: number): Refusal | undefined => {
  const refuse = (message: string): Refusal => ({ resultCode: RESULT_CODES.refused, outcome: 'refused', message })
  if (time > now + MAX_FUTURE_MS) return refuse('The time is more than 24 hours in the future')
  if (time < 0) return refuse('The time is before 1970')
  return undefined
}

const isAccepted = <E extends SubmittedEvent>(event: AcceptedEvent<E> | RefusedEvent<E>): event is AcceptedEvent<E> =>
  'node' in event

/** Builds the batch with one event per identity: of repeated events within a call, the first is stored. */
const batchOf = <E extends SubmittedEvent>(
  { orgId, keyId, release }: Submission,
  sourceNo: number,
  judged: readonly (AcceptedEvent<E> | RefusedEvent<E>)[],
): Omit<EventBatch<E>, 'follow'> => {
  const valid = judged.filter(isAccepted)
  const accepted = inStoreOrder(valid)
  const refused =
    valid.length === judged.length
      ? []
      : withoutAccepted(
          judged.filter((event): event is RefusedEvent<E> => !isAccepted(event)),
          accepted,
        )
  return { orgId, keyId, sourceNo, release: release !== undefined, accepted, refused }
}

/** Returns the refused events whose identity no accepted event has. Of repeated events, the last is kept. */
const withoutAccepted = <E extends SubmittedEvent>(
  refused: readonly RefusedEvent<E>[],
  accepted: readonly AcceptedEvent<E>[],
): readonly RefusedEvent<E>[] => {
  const known = new Set(accepted.map(eventIdentity))
  return inStoreOrder(refused.toReversed().filter((event) => !known.has(eventIdentity(event))))
}
