import { CommitInDoubt } from '../transactions/commit-in-doubt.ts'
import { startPeriodic } from './periodic.ts'

export interface Batcher<T> extends AsyncDisposable {
  add(item: T): void
  /** Writes everything that was added so far, after the write in progress. */
  flush(): Promise<void>
}

interface BatcherOptions<T> {
  readonly everyMs: number
  readonly keyOf: (item: T) => string
  /** Merges two items with the same key into one. */
  readonly merge: (earlier: T, later: T) => T
  /**
   * Writes the items, except for those that it gives to `keep`, which wait for the next write.
   * @throws CommitInDoubt; before the next write, it is asked whether these items were written
   */
  readonly write: (items: T[], keep: (item: T) => void) => Promise<unknown>
  readonly onError: (error: unknown) => void
  /** The number of keys that may wait; further ones are dropped, so that a long outage does not fill the memory. */
  readonly maxKeys?: number
}

/**
 * Collects items and writes them at intervals, one write at a time. Items that could not be written are merged back
 * unchanged and written next time. Disposing writes the rest.
 */
export const startBatcher = <T>(options: BatcherOptions<T>): Batcher<T> => {
  const { everyMs, keyOf, merge, write, onError, maxKeys = 100_000 } = options
  let pending = new Map<string, T>()
  let dropped = 0
  let inDoubt: { batch: Map<string, T>; kept: readonly T[]; doubt: CommitInDoubt } | undefined
  let writing: Promise<void> = Promise.resolve()

  const add = (item: T): void => {
    const key = keyOf(item)
    const earlier = pending.get(key)
    if (earlier !== undefined) pending.set(key, merge(earlier, item))
    else if (pending.size < maxKeys) pending.set(key, item)
    else dropped++
  }

  const mergeBack = (batch: Map<string, T>): void => {
    const later = pending
    pending = batch
    for (const item of later.values()) add(item)
  }

  const settle = async (): Promise<void> => {
    if (!inDoubt) return
    if (await inDoubt.doubt.isCommitted()) inDoubt.kept.forEach(add)
    else mergeBack(inDoubt.batch)
    inDoubt = undefined
  }

  const writePending = async (): Promise<void> => {
    await settle()
    if (dropped > 0) onError(new Error(`${dropped} counts were dropped: more than ${maxKeys} wait to be written`))
    dropped = 0
    if (pending.size === 0) return
    const batch = pending
    pending = new Map()
    const kept: T[] = []
    try {
      await write([...batch.values()], (item) => kept.push(item))
      kept.forEach(add)
    } catch (error) {
      if (error instanceof CommitInDoubt) inDoubt = { batch, kept, doubt: error }
      else mergeBack(batch)
      onError(error)
    }
  }

  const flush = (): Promise<void> => {
    writing = writing.then(writePending).catch(onError)
    return writing
  }

  const timer = startPeriodic(everyMs, flush, onError)
  return {
    add,
    flush,
    async [Symbol.asyncDispose]() {
      await timer[Symbol.asyncDispose]()
      await flush()
    },
  }
}
