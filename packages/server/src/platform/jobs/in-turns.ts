import { setImmediate } from 'node:timers/promises'

/** So many rows take some milliseconds. */
const ROWS = 1_000

/** The items in chunks, between which the event loop turns: whoever else calls meanwhile is answered. */
export async function* inTurns<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < items.length; start += ROWS) {
    if (start > 0) await setImmediate()
    yield start === 0 && items.length <= ROWS ? items : items.slice(start, start + ROWS)
  }
}

/** As `map` of an array, in turns. */
export const mapInTurns = async <T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> => {
  const results: R[] = []
  for await (const chunk of inTurns(items)) for (const item of chunk) results.push(work(item))
  return results
}
