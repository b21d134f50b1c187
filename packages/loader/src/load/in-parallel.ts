interface Steps<T, R> {
  readonly parallel: number
  readonly signal: AbortSignal | undefined
  /** Runs ahead, so many at a time. */
  readonly begin: (item: T, signal: AbortSignal) => Promise<R>
  /** Is called for one item after the other, in their order; so many of them may be under way as run ahead. */
  readonly finish: (item: T, result: R) => Promise<void>
}

/** Downloads ahead of what is stored. After a failure nothing more is begun: what is under way is stopped and waited for. */
export const inParallel = async <T, R>(items: readonly T[], { parallel, signal, begin, finish }: Steps<T, R>): Promise<void> => {
  const stop = new AbortController()
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  const begun: Promise<R>[] = []
  const finishing: Promise<void>[] = []
  let failure: { readonly error: unknown } | undefined
  const fail = (error: unknown) => {
    failure ??= { error }
    stop.abort()
  }
  try {
    for (const [index, item] of items.entries()) {
      for (const next of items.slice(index + begun.length, index + parallel)) {
        const result = begin(next, either)
        // Whoever waits for it next learns of a failure.
        result.catch(() => {})
        begun.push(result)
      }
      signal?.throwIfAborted()
      const result = (await begun.shift()) as R
      if (failure) break
      const finished = finish(item, result)
      finished.catch(fail)
      finishing.push(finished)
      if (finishing.length >= parallel) await finishing.shift()
    }
    await Promise.all(finishing)
  } catch (error) {
    fail(error)
  } finally {
    stop.abort()
    await Promise.allSettled([...begun, ...finishing])
  }
  // What failed first is why all else was stopped.
  if (failure) throw failure.error
}
