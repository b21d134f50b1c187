import { setTimeout as sleep } from 'node:timers/promises'

/** How often a command checks whether the running service has finished the same work. */
const LOOK_EVERY_MS = 250

interface Waiting {
  /** Says once that the command waits. */
  readonly message: string
  readonly signal?: AbortSignal
}

/** Repeats work that returns `undefined` while the running service does the same: what is asked is done when the command ends. */
export const waitForTurn = async <T>(work: () => Promise<T | undefined>, { message, signal }: Waiting): Promise<T> => {
  for (let isFirst = true; ; isFirst = false) {
    const result = await work()
    if (result !== undefined) return result
    if (isFirst) process.stderr.write(`${message}\n`)
    await sleep(LOOK_EVERY_MS, undefined, { signal })
  }
}
