import { startPeriodic } from './periodic.ts'

export interface Batcher<T> extends AsyncDisposable {
  add(item: T): void
  /** Writes what was added until now, after the write in progress. */
  flush(): Promise<void>
}

interface BatcherOptions<T> {
  readonly everyMs: number
  /** Items of the same key are merged into one. */
  readonly keyOf: (item: T) => string
  readonly merge: (earlier: T, later: T) => T
  readonly write: (items: T[]) => Promise<unknown>
  readonly onError: (error: unknown) => void
  /** How many keys may wait; further ones are dropped, so that a long outage does not fill the memory. */
  readonly maxKeys?: number
}

/**
 * Adds up what comes in and writes it every now and then, one write at a time. What could not be written is merged back
 * unchanged and written next time. Writes the rest on dispose.
 */
export const startBatcher = <T>(options: BatcherOptions<T>): Batcher<T> => {
  const { everyMs, keyOf, merge, write, onError, maxKeys = 100_000 } = options
  let pending = new Map<string, T>()
  let dropped = 0
  let writing: Promise<void> = Promise.resolve()

  const add = (item: T): void => {
    const key = keyOf(item)
    const earlier = pending.get(key)
    if (earlier !== undefined) pending.set(key, merge(earlier, item))
    else if (pending.size < maxKeys) pending.set(key, item)
    else dropped++
  }

  const writePending = async (): Promise<void> => {
    if (dropped > 0) onError(new Error(`${dropped} counts were dropped: more than ${maxKeys} wait to be written`))
    dropped = 0
    if (pending.size === 0) return
    const batch = pending
    pending = new Map()
    try {
      await write([...batch.values()])
    } catch (error) {
      const later = pending
      pending = batch
      for (const item of later.values()) add(item)
      onError(error)
    }
  }

  const flush = (): Promise<void> => {
    writing = writing.then(writePending)
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
