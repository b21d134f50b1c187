import type pg from 'pg'
import { AppError, isBeingMoved, isUnavailable, sqlState } from '../../platform/errors.ts'
import { currentOwner, runFor, SERVICE, type ShareOwner } from '../../platform/fairness/work-owner.ts'
import type { SubmittedEvent } from './event-kind.ts'
import { type EventBatch, type EventStore, type StoredBatch, type StoreEvents, sourceOf } from './event-store.ts'

/** Larger batches gain nothing, and would keep the others waiting. */
const MAX_EVENTS_OF_SOURCE = 500
/** The maximum number of events in one statement. */
const MAX_EVENTS = 1_000
/** Batches wait for others while this many statements are running. */
const MAX_STATEMENTS = 3
/** This many of them may be of one organization: while it gives way to others, they find one that is free. */
const MAX_STATEMENTS_OF_ONE = 2
/**
 * After this time, waiting batches start a statement even if others are still running, which may wait for a lock or for a lane of
 * their organization. It takes no place from the others.
 */
const MAX_WAIT_MS = 50

interface Waiting<E extends SubmittedEvent> {
  readonly batch: EventBatch<E>
  readonly owner: ShareOwner
  readonly settled: PromiseWithResolvers<StoredBatch>
}

interface Queue<E extends SubmittedEvent> {
  /** The organization of each statement that started in turn and is running, or `SERVICE` for several. */
  readonly running: string[]
  /** What waits of each organization, in the order of their turns. */
  readonly waiting: Map<string, Waiting<E>[]>
  timer: NodeJS.Timeout | undefined
}

/**
 * Merges small batches of different sources, also of different organizations, that arrive while others are being stored, in one
 * statement and one commit: with hundreds of organizations, few calls of one source come at the same time. Each row carries its
 * organization. Organizations take turns, so a busy one does not fill the statement. If the statement fails, each batch is stored
 * by itself, so that none fails because of another.
 */
export const mergeSources = <E extends SubmittedEvent>(events: EventStore<E>): StoreEvents<E> => {
  const queues = new WeakMap<pg.Pool, Queue<E>>()
  return (pool, batch) => {
    if (batch.accepted.length > MAX_EVENTS_OF_SOURCE || !events.isMostlyNew(batch)) return events.store(pool, batch)
    const queue: Queue<E> = queues.get(pool) ?? { running: [], waiting: new Map(), timer: undefined }
    queues.set(pool, queue)

    const storeNext = async (batches: readonly Waiting<E>[]): Promise<void> => {
      const { orgId } = ownerOf(batches)
      queue.running.push(orgId)
      await storeTogether(events, pool, batches)
      queue.running.splice(queue.running.indexOf(orgId), 1)
      resume()
    }
    const resume = (): void => {
      while (queue.waiting.size > 0 && queue.running.length < MAX_STATEMENTS) {
        const batches = takeInTurn(queue, (orgId) => countOf(queue.running, orgId) < MAX_STATEMENTS_OF_ONE)
        if (batches.length === 0) break
        void storeNext(batches)
      }
      if (queue.waiting.size > 0) {
        queue.timer ??= setTimeout(() => {
          queue.timer = undefined
          while (queue.waiting.size > 0) {
            const late = takeInTurn(queue, () => true)
            void storeTogether(events, pool, late)
          }
        }, MAX_WAIT_MS)
      } else {
        clearTimeout(queue.timer)
        queue.timer = undefined
      }
    }
    const settled = Promise.withResolvers<StoredBatch>()
    const waiting = { batch, owner: currentOwner(), settled }
    const own = queue.waiting.get(batch.orgId)
    if (own) own.push(waiting)
    else queue.waiting.set(batch.orgId, [waiting])
    resume()
    return settled.promise
  }
}

const countOf = (running: readonly string[], orgId: string): number => running.filter((each) => each === orgId).length

/** A statement for several organizations belongs to none of them: they took turns in it. */
const ownerOf = <E extends SubmittedEvent>([first, ...others]: readonly Waiting<E>[]): ShareOwner =>
  first && others.every(({ owner }) => owner.orgId === first.owner.orgId) ? first.owner : SERVICE

/** Takes batches of the organizations in turn, up to the maximum number of events. */
const takeInTurn = <E extends SubmittedEvent>({ waiting }: Queue<E>, mayStart: (orgId: string) => boolean): Waiting<E>[] => {
  const taken: Waiting<E>[] = []
  let events = 0
  // An organization that has more moves to the end, where this loop finds it again.
  for (const [orgId, [first, ...others]] of waiting) {
    if (!first || !mayStart(orgId)) continue
    events += first.batch.accepted.length
    if (events > MAX_EVENTS) break
    taken.push(first)
    waiting.delete(orgId)
    if (others.length > 0) waiting.set(orgId, others)
  }
  return taken
}

/** Stores batches together. It never throws: each gets its own result or error. */
const storeTogether = async <E extends SubmittedEvent>(
  { store, storeNew }: EventStore<E>,
  pool: pg.Pool,
  batches: readonly Waiting<E>[],
): Promise<void> => {
  const storeAlone = async ({ batch, owner: own, settled }: Waiting<E>): Promise<void> =>
    runAs(own, () => store(pool, batch)).then(settled.resolve, settled.reject)
  const [first] = batches as readonly [Waiting<E>, ...Waiting<E>[]]
  if (batches.length === 1) return storeAlone(first)
  try {
    // All statements store in the same order, so that they do not deadlock.
    const sorted = batches.map(({ batch }) => batch).toSorted(compareSources)
    await runAs(ownerOf(batches), () => storeNew(pool, sorted))
    for (const { settled } of batches) settled.resolve({ inserted: 'all', quarantined: new Set() })
  } catch (error) {
    if (!isSharedFate(error)) await Promise.all(batches.map(storeAlone))
    else for (const { settled } of batches) settled.reject(error)
  }
}

const compareSources = (a: EventBatch, b: EventBatch): number => {
  const [first, second] = [sourceOf(a), sourceOf(b)]
  if (first === second) return 0
  return first < second ? -1 : 1
}

const runAs = <T>(owner: ShareOwner, work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => runFor(owner, () => void work().then(resolve, reject)))

/** SQLSTATEs of a statement that waited too long, perhaps for rows of one of the batches. */
const WAITED_TOO_LONG = new Set(['57014', '55P03'])

/** Returns whether each batch would fail in the same way, because the database is away or too many calls wait for it. */
const isSharedFate = (error: unknown): boolean =>
  error instanceof AppError || (isUnavailable(error) && !isBeingMoved(error) && !WAITED_TOO_LONG.has(sqlState(error) ?? ''))
