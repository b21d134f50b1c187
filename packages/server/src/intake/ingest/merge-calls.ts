import type pg from 'pg'
import { AppError, isOvertaken, isUnavailable } from '../../platform/errors.ts'
import { type EventBatch, eventIdentity, inStoreOrder, type StoredBatch, type StoreEvents } from './event-store.ts'

/** Calls of more events gain nothing from merging. */
const SMALL_CALL = 100
/** The maximum of events in one statement. */
const MERGED_EVENTS = 1000
/** The maximum of simultaneous statements of one source. */
const STATEMENTS = 2
/** This many events do not wait for the first statement to end; fewer cost less together with those that arrive meanwhile. */
const WORTH_ANOTHER = 100
/** A call that has waited this long for another statement starts the next one with the other waiting calls. */
const PATIENCE_MS = 100

interface Call {
  readonly batch: EventBatch
  readonly settled: PromiseWithResolvers<StoredBatch>
}

/** The small calls of a source. */
interface Queue {
  running: number
  readonly waiting: Call[]
  /** The timer, which runs while a call waits. */
  timer: NodeJS.Timeout | undefined
}

/**
 * Merges small calls of a source that arrive while others of it are being stored, in one statement and one commit. Each call is
 * answered after that, with its own result. A lone call is never delayed, and no call waits long: a statement that hangs blocks
 * the connection pool, as for all calls.
 */
export const mergeCalls = (store: StoreEvents): StoreEvents => {
  const lanesOf = new WeakMap<pg.Pool, Map<string, Queue>>()
  return (pool, batch) => {
    if (!isMergeable(batch)) return store(pool, batch)
    const queues = lanesOf.get(pool) ?? new Map<string, Queue>()
    lanesOf.set(pool, queues)
    const source = `${batch.orgId} ${batch.sourceNo}`
    const queue = queues.get(source) ?? { running: 0, waiting: [], timer: undefined }
    queues.set(source, queue)

    const storeSome = async (): Promise<void> => {
      queue.running++
      await storeTogether(store, pool, takeSome(queue))
      queue.running--
      resume()
    }
    const resume = (): void => {
      while (isTimeToStart(queue)) void storeSome()
      if (queue.waiting.length > 0) {
        queue.timer ??= setTimeout(() => {
          queue.timer = undefined
          while (queue.waiting.length > 0) void storeSome()
        }, PATIENCE_MS)
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

/** Applies to events of which none is refused and none leaves quarantine. */
const isMergeable = ({ accepted, refused, release }: EventBatch): boolean =>
  accepted.length <= SMALL_CALL && refused.length === 0 && !release

const isTimeToStart = ({ running, waiting }: Queue): boolean =>
  running === 0 ? waiting.length > 0 : running < STATEMENTS && countEvents(waiting) >= WORTH_ANOTHER

const countEvents = (calls: readonly Call[]): number => calls.reduce((sum, { batch }) => sum + batch.accepted.length, 0)

/** The calls that have waited longest. */
const takeSome = ({ waiting }: Queue): Call[] => {
  let [count, events] = [0, 0]
  for (const { batch } of waiting) {
    events += batch.accepted.length
    if (events > MERGED_EVENTS) break
    count++
  }
  return waiting.splice(0, count)
}

/** Never fails: each call receives its own result or error. */
const storeTogether = async (store: StoreEvents, pool: pg.Pool, calls: readonly Call[]): Promise<void> => {
  const [first] = calls as readonly [Call, ...Call[]]
  try {
    const accepted = calls.length === 1 ? first.batch.accepted : inStoreOrder(calls.flatMap(({ batch }) => batch.accepted))
    const stored = await store(pool, { ...first.batch, accepted, follow: calls.some(({ batch }) => batch.follow) })
    for (const [index, result] of shareOut(calls, accepted.length, stored).entries()) calls[index]?.settled.resolve(result)
  } catch (error) {
    if (calls.length > 1 && isOfOneCall(error)) await Promise.all(calls.map((call) => storeTogether(store, pool, [call])))
    else for (const { settled } of calls) settled.reject(error)
  }
}

/**
 * Whether PostgreSQL refused what one call contained, for example because a place was deleted meanwhile. The others must not fail
 * with it.
 */
const isOfOneCall = (error: unknown): boolean => !(error instanceof AppError) && !isUnavailable(error) && !isOvertaken(error)

/** The outcome of each call's events. If several calls contain the same event, the first call's was stored. */
const shareOut = (calls: readonly Call[], events: number, { inserted, quarantined }: StoredBatch): StoredBatch[] => {
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
