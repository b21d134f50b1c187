/** Processes all items, several concurrently. The first failure stops all. Items are created on demand. */
export const inParallel = async <T>(
  items: Iterable<T>,
  concurrency: number,
  signal: AbortSignal | undefined,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const failure = new AbortController()
  const either = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal
  const iterator = items[Symbol.iterator]()
  const worker = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      either.throwIfAborted()
      await work(next.value, either)
    }
  }
  const workers = Array.from({ length: Math.max(1, concurrency) }, () =>
    worker().catch((error: unknown) => {
      failure.abort(error)
      throw error
    }),
  )
  const outcomes = await Promise.allSettled(workers)
  signal?.throwIfAborted()
  if (failure.signal.aborted) throw failure.signal.reason
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}
