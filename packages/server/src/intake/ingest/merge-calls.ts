import type pg from 'pg'
import { AppError, isOvertaken, isUnavailable } from '../../platform/errors.ts'
import { type EventBatch, eventIdentity, inStoreOrder, type StoredBatch, type StoreEvents } from './event-store.ts'

/** Calls of more events gain nothing from company. */
const SMALL_CALL = 100
/** In one statement. */
const MERGED_EVENTS = 1000
/** Of one source at once. */
const STATEMENTS = 2
/** So many events do not wait for the first statement to end; fewer cost less together with those that come meanwhile. */
const WORTH_ANOTHER = 100
/** Whoever has waited so long for a statement of others to end goes on with those who wait as well. */
const PATIENCE_MS = 100

interface Call {
  readonly batch: EventBatch
  readonly settled: PromiseWithResolvers<StoredBatch>
}

/** The small calls of a source. */
interface Lane {
  running: number
  readonly waiting: Call[]
  /** Runs while somebody waits. */
  patience: NodeJS.Timeout | undefined
}

/**
 * Stores small calls of a source that come while others of it are being stored together, in one statement and one commit: each is
 * answered after that, as if it had been alone. Who comes alone waits for nobody, and nobody waits long: what holds up one statement is
 * borne by the pool of connections, as with all calls.
 */
export const mergeCalls = (store: StoreEvents): StoreEvents => {
  const lanesOf = new WeakMap<pg.Pool, Map<string, Lane>>()
  return (pool, batch) => {
    if (!isMergeable(batch)) return store(pool, batch)
    const lanes = lanesOf.get(pool) ?? new Map<string, Lane>()
    lanesOf.set(pool, lanes)
    const source = `${batch.orgId} ${batch.sourceNo}`
    const lane = lanes.get(source) ?? { running: 0, waiting: [], patience: undefined }
    lanes.set(source, lane)

    const storeSome = async (): Promise<void> => {
      lane.running++
      await storeTogether(store, pool, takeSome(lane))
      lane.running--
      goOn()
    }
    const goOn = (): void => {
      while (isTimeToStart(lane)) void storeSome()
      if (lane.waiting.length > 0) {
        lane.patience ??= setTimeout(() => {
          lane.patience = undefined
          while (lane.waiting.length > 0) void storeSome()
        }, PATIENCE_MS)
      } else {
        clearTimeout(lane.patience)
        lane.patience = undefined
        if (lane.running === 0) lanes.delete(source)
      }
    }
    const settled = Promise.withResolvers<StoredBatch>()
    lane.waiting.push({ batch, settled })
    goOn()
    return settled.promise
  }
}

/** Where nothing is refused, and nothing leaves quarantine. */
const isMergeable = ({ accepted, refused, release }: EventBatch): boolean =>
  accepted.length <= SMALL_CALL && refused.length === 0 && !release

const isTimeToStart = ({ running, waiting }: Lane): boolean =>
  running === 0 ? waiting.length > 0 : running < STATEMENTS && countEvents(waiting) >= WORTH_ANOTHER

const countEvents = (calls: readonly Call[]): number => calls.reduce((sum, { batch }) => sum + batch.accepted.length, 0)

/** Those who have waited longest. */
const takeSome = ({ waiting }: Lane): Call[] => {
  let [count, events] = [0, 0]
  for (const { batch } of waiting) {
    events += batch.accepted.length
    if (events > MERGED_EVENTS) break
    count++
  }
  return waiting.splice(0, count)
}

/** Never fails: each call is told what became of it. */
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

/** Whether PostgreSQL refused what some call brought, as when a place is deleted meanwhile: the others shall not suffer for it. */
const isOfOneCall = (error: unknown): boolean => !(error instanceof AppError) && !isUnavailable(error) && !isOvertaken(error)

/** What became of each call's events. Of those that several calls brought, the first call's was stored. */
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
