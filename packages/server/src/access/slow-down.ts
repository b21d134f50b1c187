import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'

/** Failures within the window that cost nothing: people mistype. */
const FREE_FAILURES = 10
const WINDOW_MS = 60_000
const MAX_DELAY_MS = 2_000
const MAX_TRACKED = 50_000

export interface SlowDown {
  /**
   * Notes a failed attempt from an address on a key or account, where there can be one of that name, and waits, longer each
   * time; to be awaited before the refusal is answered.
   */
  failed(address: string, subject: string | undefined): Promise<void>
}

/**
 * Slows guessing down per key or account and per address (contract §2). Only refusals wait: whoever has the right secret is never
 * held up by somebody else's attempts.
 */
export const createSlowDown = (): SlowDown => {
  const failures = new LRUCache<string, number>({ maxSize: MAX_TRACKED, sizeCalculation: () => 1, ttl: WINDOW_MS })
  const count = (subject: string): number => {
    const attempts = (failures.get(subject) ?? 0) + 1
    failures.set(subject, attempts)
    return attempts
  }
  return {
    async failed(address, subject) {
      const attempts = Math.max(count(`address ${address}`), subject === undefined ? 0 : count(subject))
      if (attempts <= FREE_FAILURES) return
      await delay(Math.min(MAX_DELAY_MS, 50 * 2 ** Math.min(10, attempts - FREE_FAILURES - 1)))
    },
  }
}
