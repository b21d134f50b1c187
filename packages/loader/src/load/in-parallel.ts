interface Steps<T, R> {
  readonly parallel: number
  readonly signal: AbortSignal | undefined
  /** Starts ahead of `finish`, up to `parallel` at a time. */
  readonly begin: (item: T, signal: AbortSignal) => Promise<R>
  /** Called for one item after the other, in order; up to `parallel` may be in progress. */
  readonly finish: (item: T, result: R) => Promise<void>
}

/** Downloads items ahead of storing them. After a failure it starts nothing more, aborts what is in progress and waits for it. */
export const inParallel = async <T, R>(items: readonly T[], { parallel, signal, begin, finish }: Steps<T, R>): Promise<void> => {
  const stop = new AbortController()
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  const started: Promise<R>[] = []
  const finishing: Promise<void>[] = []
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
      const result = (await started.shift()) as R
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
    await Promise.allSettled([...started, ...finishing])
  }
  // The first failure is the reason why everything else was aborted.
  if (failure) throw failure.error
}
