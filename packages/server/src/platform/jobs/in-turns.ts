import { setImmediate } from 'node:timers/promises'

/** The size of a chunk. After each, the clock decides whether the event loop runs. */
const ROWS = 100
/** The event loop runs after this time, and after so many rows in any case. */
const MAX_MS = 1
const MAX_ROWS = 1_000

/**
 * Splits the items into chunks and lets the event loop run between them, so that other requests are handled meanwhile. They wait for
 * the time of a chunk beyond a millisecond, regardless of what the work on a row costs.
 */
export async function* inTurns<T>(items: readonly T[], now = () => performance.now()): AsyncGenerator<readonly T[]> {
  let since = now()
  let rows = 0
  for (let start = 0; start < items.length; start += ROWS) {
    if (rows >= MAX_ROWS || now() - since >= MAX_MS) {
      await setImmediate()
      since = now()
      rows = 0
    }
    yield items.length <= ROWS ? items : items.slice(start, start + ROWS)
    rows += ROWS
  }
}

/** Maps an array as `map` does, in chunks. */
export const mapInTurns = async <T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> => {
  const results: R[] = []
  for await (const chunk of inTurns(items)) for (const item of chunk) results.push(work(item))
  return results
}

/** Returns the JSON of the array that `mapInTurns` would return, in chunks. */
export const jsonInTurns = async <T>(items: readonly T[], work: (item: T) => object): Promise<string> => {
  const texts: string[] = []
  for await (const chunk of inTurns(items)) texts.push(JSON.stringify(chunk.map((item) => work(item))).slice(1, -1))
  return `[${texts.join(',')}]`
}
