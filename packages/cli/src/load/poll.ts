import { setTimeout as sleep } from 'node:timers/promises'
import { knownMessage } from '../failure.ts'

export interface Polling {
  readonly everyMs: number
  readonly signal: AbortSignal
  readonly poll: () => Promise<void>
}

/**
 * Polls until it is stopped, at times counted from the first: a slow answer does not shift those after it. Who starts it sees
 * at once whether it works at all: a first poll that fails is thrown. Later ones are told, and tried again at the next time.
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
