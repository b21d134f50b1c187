import { setImmediate } from 'node:timers/promises'

/** The size of a chunk, which takes a few milliseconds. */
const ROWS = 1_000

/** Splits the items into chunks and lets the event loop run between them, so that other requests are handled meanwhile. */
export async function* inTurns<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < items.length; start += ROWS) {
    if (start > 0) await setImmediate()
    yield start === 0 && items.length <= ROWS ? items : items.slice(start, start + ROWS)
  }
}

/** Maps an array as `map` does, in chunks. */
export const mapInTurns = async <T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> => {
  const results: R[] = []
  for await (const chunk of inTurns(items)) for (const item of chunk) results.push(work(item))
  return results
}
