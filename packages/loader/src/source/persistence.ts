import { setTimeout as sleep } from 'node:timers/promises'
import { RollcallError } from '@rollcall/client'

/** How to wait for a service that has responded before. */
export interface AwayOptions {
  /** Total time to retry a request: 5 minutes by default. */
  readonly longestMs?: number | undefined
  /** The first of the growing waits: one second by default. */
  readonly firstWaitMs?: number | undefined
}

/** Repeats a request until it succeeds or its time is over. */
export type Persist = <T>(ask: () => Promise<T>) => Promise<T>

/** Creates the retry budget of one request. */
export type Persistence = (signal: AbortSignal | undefined) => Persist

const LONGEST_MS = 300_000
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 20_000

const isAway = ({ code, status }: RollcallError): boolean =>
  code === 'network_error' || code === 'timeout' || (status >= 502 && status <= 504)

/**
 * Waits for a service that restarts during a load, longer than the client does. A service that has never responded fails as soon
 * as the client gives up, because its address may be wrong.
 */
export const createPersistence = (
  { longestMs = LONGEST_MS, firstWaitMs = FIRST_WAIT_MS }: AwayOptions,
  say: (text: string) => void,
): Persistence => {
  let hasAnswered = false
  return (signal) => {
    let leftMs = longestMs
    return async (ask) => {
      for (let longest = firstWaitMs; ; longest = Math.min(longest * 2, MAX_WAIT_MS)) {
        const askedAt = performance.now()
        try {
          const answer = await ask()
          hasAnswered = true
          return answer
        } catch (error) {
          signal?.throwIfAborted()
          leftMs -= performance.now() - askedAt
          if (!hasAnswered || !(error instanceof RollcallError) || !isAway(error)) throw error
          const waitMs = Math.max((longest * (1 + Math.random())) / 2, error.retryAfterMs ?? 0)
          if (waitMs > leftMs) throw error
          leftMs -= waitMs
          say(`the service does not respond (${error.code}): waiting for it`)
          await waitFor(waitMs, signal)
        }
      }
    }
  }
}

const waitFor = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
  await sleep(ms, undefined, signal ? { signal } : {}).catch((error) => {
    signal?.throwIfAborted()
    throw error
  })
}
