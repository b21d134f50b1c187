/**
 * Yields the result of `work` for each item, in order, with some items started ahead of the awaited one. Takes no more items
 * than that from the source, so a slow reader slows down the source.
 */
export const inOrder = async function* <T, R>(
  items: AsyncIterable<T>,
  ahead: number,
  work: (item: T) => R | Promise<R>,
): AsyncGenerator<R> {
  const started: Promise<R>[] = []
  const begin = (item: T): void => {
    const result = Promise.resolve(work(item))
    // The caller that awaits the result sees the failure; if the caller has stopped reading, the failure is ignored.
    result.catch(() => {})
    started.push(result)
  }
  for await (const item of items) {
    begin(item)
    if (started.length > ahead) yield (await started.shift()) as R
  }
  for (const result of started) yield await result
}

/** Yields the items of a list, for callers that take an async iterable. */
export const eachOf = async function* <T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}
