import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/** What takes longer here never comes, however busy the machine is. */
const LIMIT_MS = 180_000
const PAUSE_MS = 100

/** Asks again and again until the answer is this one. @throws Error with the last answer */
export const until = async <T>(ask: () => Promise<T> | T, wanted: T): Promise<void> => {
  const end = performance.now() + LIMIT_MS
  for (;;) {
    const answer = await ask()
    if (isDeepStrictEqual(answer, wanted)) return
    if (performance.now() > end) {
      throw new Error(`Instead of ${JSON.stringify(wanted)} it is ${JSON.stringify(answer)} after ${LIMIT_MS / 1000} s`)
    }
    await delay(PAUSE_MS)
  }
}
