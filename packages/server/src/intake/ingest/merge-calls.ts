import type pg from 'pg'
import { AppError, isTransactionConflict, isUnavailable } from '../../platform/errors.ts'
import type { SubmittedEvent } from './event-kind.ts'
import { type EventBatch, eventIdentity, inStoreOrder, type StoredBatch, type StoreEvents, sourceOf } from './event-store.ts'

/** The maximum number of events of a call that is merged; larger calls gain nothing. */
const MAX_SMALL_CALL = 100
/** The maximum number of events in one statement. */
const MAX_MERGED_EVENTS = 1000
/** The maximum number of simultaneous statements of one source. */
const MAX_STATEMENTS = 2
/** This many waiting events start a second statement; fewer cost less if they wait for more. */
const MIN_PARALLEL_EVENTS = 100
/** After this time, waiting calls start a statement even if others are still running. */
const MAX_WAIT_MS = 100

interface Call<E extends SubmittedEvent> {
  readonly batch: EventBatch<E>
  readonly settled: PromiseWithResolvers<StoredBatch>
}

/** The small calls of a source. */
interface Queue<E extends SubmittedEvent> {
  running: number
  readonly waiting: Call<E>[]
  /** The timer, which runs while a call waits. */
  timer: NodeJS.Timeout | undefined
}

/**
 * Merges small calls of a source that arrive while earlier ones are being stored, in one statement and one commit. Each call then
 * gets its own result. A lone call is never delayed, and no call waits longer than MAX_WAIT_MS for another one.
 */
export const mergeCalls = <E extends SubmittedEvent>(store: StoreEvents<E>): StoreEvents<E> => {
  const queuesOf = new WeakMap<pg.Pool, Map<string, Queue<E>>>()
  return (pool, batch) => {
    if (!isMergeable(batch)) return store(pool, batch)
    const queues = queuesOf.get(pool) ?? new Map<string, Queue<E>>()
    queuesOf.set(pool, queues)
    const source = sourceOf(batch)
    const queue = queues.get(source) ?? { running: 0, waiting: [], timer: undefined }
    queues.set(source, queue)

    const storeNext = async (): Promise<void> => {
      queue.running++
      await storeTogether(store, pool, takeCalls(queue))
      queue.running--
      resume()
    }
    const resume = (): void => {
      while (isTimeToStart(queue)) void storeNext()
      if (queue.waiting.length > 0) {
        queue.timer ??= setTimeout(() => {
          queue.timer = undefined
          while (queue.waiting.length > 0) void storeNext()
        }, MAX_WAIT_MS)
      } else {
        clearTimeout(queue.timer)
        queue.timer = undefined
        if (queue.running === 0) queues.delete(source)
      }
    }
    const settled = Promise.withResolvers<StoredBatch>()
    queue.waiting.push({ batch, settled })
    resume()
    return settled.promise
  }
}

/** Returns whether the call is small, without refused events and events from quarantine. */
const isMergeable = ({ accepted, refused, release }: Pick<EventBatch, 'accepted' | 'refused' | 'release'>): boolean =>
  accepted.length <= MAX_SMALL_CALL && refused.length === 0 && !release

const isTimeToStart = <E extends SubmittedEvent>({ running, waiting }: Queue<E>): boolean =>
  running === 0 ? waiting.length > 0 : running < MAX_STATEMENTS && countEvents(waiting) >= MIN_PARALLEL_EVENTS

const countEvents = <E extends SubmittedEvent>(calls: readonly Call<E>[]): number =>
  calls.reduce((sum, { batch }) => sum + batch.accepted.length, 0)

/** Takes the calls that have waited longest, up to the maximum number of events. */
const takeCalls = <E extends SubmittedEvent>({ waiting }: Queue<E>): Call<E>[] => {
  let [count, events] = [0, 0]
  for (const { batch } of waiting) {
    events += batch.accepted.length
    if (events > MAX_MERGED_EVENTS) break
    count++
  }
  return waiting.splice(0, count)
}

/** Stores calls together. It never throws: each call gets its own result or error. */
const storeTogether = async <E extends SubmittedEvent>(
  store: StoreEvents<E>,
  pool: pg.Pool,
  calls: readonly Call<E>[],
): Promise<void> => {
  const [first] = calls as readonly [Call<E>, ...Call<E>[]]
  try {
    const accepted = calls.length === 1 ? first.batch.accepted : inStoreOrder(calls.flatMap(({ batch }) => batch.accepted))
    const stored = await store(pool, { ...first.batch, accepted, follow: calls.some(({ batch }) => batch.follow) })
    for (const [index, result] of shareOut(calls, accepted.length, stored).entries()) calls[index]?.settled.resolve(result)
  } catch (error) {
    if (calls.length > 1 && isCausedByOneCall(error)) await Promise.all(calls.map((call) => storeTogether(store, pool, [call])))
    else for (const { settled } of calls) settled.reject(error)
  }
}

/**
 * Returns whether PostgreSQL refused the content of one call, for example because of a constraint. The other calls must not fail
 * with it.
 */
const isCausedByOneCall = (error: unknown): boolean =>
  !(error instanceof AppError) && !isUnavailable(error) && !isTransactionConflict(error)

/** Returns the result of each call. If several calls contain the same event, it counts as stored by the first of them. */
const shareOut = <E extends SubmittedEvent>(
  calls: readonly Call<E>[],
  events: number,
  { inserted, quarantined }: StoredBatch,
): StoredBatch[] => {
  if (inserted === 'all' && countEvents(calls) === events) return calls.map(() => ({ inserted, quarantined }))
  const taken = new Set<string>()
  return calls.map(({ batch }) => {
    const own = new Set(
      batch.accepted.map(eventIdentity).filter((id) => (inserted === 'all' || inserted.has(id)) && !taken.has(id)),
    )
    for (const id of own) taken.add(id)
    return { inserted: own, quarantined }
  })
}
