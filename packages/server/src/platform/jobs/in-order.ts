/**
 * What `work` makes of each item, in their order, with some items begun ahead of the one that is waited for. Takes no more items
 * than that from the source, so a slow reader holds up all of it.
 */
export const inOrder = async function* <T, R>(
  items: AsyncIterable<T>,
  ahead: number,
  work: (item: T) => R | Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = []
  const begin = (item: T): void => {
    const result = Promise.resolve(work(item))
    // Whoever waits for it learns of a failure; where nobody does any more, nobody has to.
    result.catch(() => {})
    begun.push(result)
  }
  for await (const item of items) {
    begin(item)
    if (begun.length > ahead) yield (await begun.shift()) as R
  }
  for (const result of begun) yield await result
}

/** Items that are there already, for whoever takes them one by one. */
export const eachOf = async function* <T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}
