interface Steps<T, R> {
  readonly parallel: number
  readonly signal: AbortSignal | undefined
  /** Runs ahead, so many at a time. */
  readonly begin: (item: T, signal: AbortSignal) => Promise<R>
  /** Runs for one item after the other, in their order. */
  readonly finish: (item: T, result: R) => Promise<void>
}

/** Downloads ahead of what is stored. After a failure nothing runs any more: the others are stopped and waited for. */
export const inParallel = async <T, R>(items: readonly T[], { parallel, signal, begin, finish }: Steps<T, R>): Promise<void> => {
  const stop = new AbortController()
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  const begun: Promise<R>[] = []
  try {
    for (const [index, item] of items.entries()) {
      for (const next of items.slice(index + begun.length, index + parallel)) {
        const result = begin(next, either)
        // Whoever waits for it next learns of a failure.
        result.catch(() => {})
        begun.push(result)
      }
      signal?.throwIfAborted()
      await finish(item, (await begun.shift()) as R)
    }
  } finally {
    stop.abort()
    await Promise.allSettled(begun)
  }
}
