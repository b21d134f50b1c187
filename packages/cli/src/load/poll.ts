import { setTimeout as sleep } from 'node:timers/promises'
import { knownMessage } from '../failure.ts'

export interface Polling {
  readonly everyMs: number
  readonly signal: AbortSignal
  readonly poll: () => Promise<void>
}

/**
 * Polls until stopped, at fixed times after the first poll, so a slow response does not shift later polls. A failure of the first
 * poll is thrown, so that the user sees it immediately; later failures are printed, and the next poll tries again.
 */
export const pollRegularly = async ({ everyMs, signal, poll }: Polling): Promise<void> => {
  await poll()
  const startedAt = performance.now()
  for (let turn = 1; ; turn = Math.floor((performance.now() - startedAt) / everyMs) + 1) {
    await sleep(Math.max(0, startedAt + turn * everyMs - performance.now()), undefined, { signal })
    try {
      await poll()
    } catch (error) {
      signal.throwIfAborted()
      const message = knownMessage(error) ?? (error instanceof Error ? error.message : String(error))
      console.error(`rollcall: ${message}; trying again in ${Math.round(everyMs / 60_000)} minutes`)
    }
  }
}
