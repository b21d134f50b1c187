import type pg from 'pg'
import { AppError, isOvertaken, isUnavailable } from '../errors.ts'
import { type EventBatch, eventIdentity, inStoreOrder, type StoredBatch, type StoreEvents } from './event-store.ts'

/** Calls of more events gain nothing from company. */
const SMALL_CALL = 100
/** In one statement. */
const MERGED_EVENTS = 1000
/** Of one source at once. */
const STATEMENTS = 2
/** So many events do not wait for the first statement to end; fewer cost less together with those that come meanwhile. */
const WORTH_ANOTHER = 100
/** When so many calls wait, the pool of connections is asked, which knows how many more to bear. */
const MAX_WAITING = 1000

interface Call {
  readonly batch: EventBatch
  readonly settled: PromiseWithResolvers<StoredBatch>
}

/** The small calls of a source. */
interface Lane {
  running: number
  readonly waiting: Call[]
}

/**
 * Stores small calls of a source that come while others of it are being stored together, in one statement and one commit: each is
 * answered after that, as if it had been alone. Who comes alone waits for nobody.
 */
export const mergeCalls = (store: StoreEvents): StoreEvents => {
  const lanesOf = new WeakMap<pg.Pool, Map<string, Lane>>()

  const start = (pool: pg.Pool, lanes: Map<string, Lane>, source: string, lane: Lane): void => {
    while (isTimeToStart(lane)) {
      lane.running++
      void storeTogether(store, pool, takeSome(lane.waiting)).finally(() => {
        lane.running--
        if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(source)
        start(pool, lanes, source, lane)
      })
    }
  }

  return (pool, batch) => {
    const lanes = lanesOf.get(pool) ?? new Map<string, Lane>()
    lanesOf.set(pool, lanes)
    const source = `${batch.orgId} ${batch.sourceNo}`
    const lane = lanes.get(source) ?? { running: 0, waiting: [] }
    if (!isMergeable(batch) || lane.waiting.length >= MAX_WAITING) return store(pool, batch)
    lanes.set(source, lane)
    const settled = Promise.withResolvers<StoredBatch>()
    lane.waiting.push({ batch, settled })
    start(pool, lanes, source, lane)
    return settled.promise
  }
}

/** Where nothing is refused, and nothing leaves quarantine. */
const isMergeable = ({ accepted, refused, release }: EventBatch): boolean =>
  accepted.length <= SMALL_CALL && refused.length === 0 && !release

const isTimeToStart = ({ running, waiting }: Lane): boolean =>
  running === 0 ? waiting.length > 0 : running < STATEMENTS && countEvents(waiting) >= WORTH_ANOTHER

const countEvents = (calls: readonly Call[]): number => calls.reduce((sum, { batch }) => sum + batch.accepted.length, 0)

const takeSome = (waiting: Call[]): Call[] => {
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
