import { setTimeout as sleep } from 'node:timers/promises'
import { RollcallError } from '@rollcall/client'

/** While a service is away that has answered before. */
export interface AwayOptions {
  /** How long a question is tried again, in all: 5 minutes by default. */
  readonly longestMs?: number | undefined
  /** The first wait of those that grow: a second by default. */
  readonly firstWaitMs?: number | undefined
}

/** Asks until there is an answer, or the patience for one question has come to its end. */
export type Persist = <T>(ask: () => Promise<T>) => Promise<T>

/** Makes the patience for one question. */
export type Persistence = (signal: AbortSignal | undefined) => Persist

const LONGEST_MS = 300_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 20_000

const isAway = ({ code, status }: RollcallError): boolean =>
  code === 'network_error' || code === 'timeout' || (status >= 502 && status <= 504)

/**
 * A service that is restarted midway is waited for, longer than the client does. One that has not answered yet is given up as soon
 * as the client gives up: its address may be wrong, and that is told soon.
 */
export const createPersistence = (
  { longestMs = LONGEST_MS, firstWaitMs = FIRST_WAIT_MS }: AwayOptions,
  say: (text: string) => void,
): Persistence => {
  let hasAnswered = false
  return (signal) => {
    let leftMs = longestMs
    return async (ask) => {
      for (let longest = firstWaitMs; ; longest = Math.min(longest * 2, LONGEST_WAIT_MS)) {
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
          say(`the service does not answer (${error.code}): waiting for it`)
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
