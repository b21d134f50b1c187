interface Steps<T, R> {
  readonly parallel: number
  readonly signal: AbortSignal | undefined
  /** Starts ahead of `finish`, up to `parallel` at a time. */
  readonly begin: (item: T, signal: AbortSignal) => Promise<R>
  /**
   * Called for one item after the other, in order; up to `parallel` may be in progress, and more as long as they are small.
   * `isFollowed` returns whether it will be called for another item as soon as that has been started.
   */
  readonly finish: (item: T, result: R, isFollowed: () => boolean) => Promise<void>
  /** The size of an item. Without sizes, no more than `parallel` items are in progress. */
  readonly sizeOf?: (item: T) => number
  /** More than `parallel` items are in progress if their total size is not larger, unless `parallel` is 1. */
  readonly maxSize?: number
}

interface Finishing {
  readonly finished: Promise<void>
  readonly size: number
}

/** Downloads items ahead of storing them. After a failure it starts nothing more, aborts what is in progress and waits for it. */
export const inParallel = async <T, R>(items: readonly T[], steps: Steps<T, R>): Promise<void> => {
  const { parallel, signal, begin, finish, sizeOf = () => 1, maxSize = 0 } = steps
  const stop = new AbortController()
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  const started: Promise<R>[] = []
  const finishing: Finishing[] = []
  let size = 0
  let isFull = false
  const isFollowed = () => started.length > 0 && !isFull && !either.aborted
  let failure: { readonly error: unknown } | undefined
  const fail = (error: unknown) => {
    failure ??= { error }
    stop.abort()
  }
  try {
    for (const [index, item] of items.entries()) {
      for (const next of items.slice(index + started.length, index + parallel)) {
        const result = begin(next, either)
        // The next await reports a failure.
        result.catch(() => {})
        started.push(result)
      }
      signal?.throwIfAborted()
      const result = (await started[0]) as R
      started.shift()
      if (failure) break
      const finished = finish(item, result, isFollowed)
      finished.catch(fail)
      finishing.push({ finished, size: sizeOf(item) })
      size += sizeOf(item)
      while (finishing.length >= parallel && (parallel === 1 || size > maxSize)) {
        const first = finishing.shift() as Finishing
        isFull = true
        await first.finished
        isFull = false
        size -= first.size
      }
    }
    await Promise.all(finishing.map(({ finished }) => finished))
  } catch (error) {
    fail(error)
  } finally {
    stop.abort()
    await Promise.allSettled([...started, ...finishing.map(({ finished }) => finished)])
  }
  // The first failure is the reason why everything else was aborted.
  if (failure) throw failure.error
}
