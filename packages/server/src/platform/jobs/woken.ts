import type { Listener } from '../notifications/listener.ts'
import { startPeriodic } from './periodic.ts'

interface Woken {
  /** The channel on which other nodes and transactions say that there is work. */
  readonly channel: string
  /** How often to look without a notice. */
  readonly everyMs: number
  /** How long the work in progress may go on once it is to stop; then `cut` is aborted. */
  readonly stopMs: number
  /** Works off a part, and returns how much; 0: there is nothing to do at present. */
  run(cut: AbortSignal, stopping: AbortSignal): Promise<number>
  onError(error: unknown): void
}

/**
 * Works off a queue in the database: at once on a notice, and again at intervals. Never more than one run at a time in this process.
 * Disposing waits for the run in progress.
 */
export const startWoken = async (
  listener: Listener,
  { channel, everyMs, stopMs, run, onError }: Woken,
): Promise<AsyncDisposable> => {
  const cut = new AbortController()
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let isWanted = false

  const runAll = async (): Promise<void> => {
    do {
      isWanted = false
      while (!stopping.signal.aborted && (await run(cut.signal, stopping.signal)) > 0);
    } while (isWanted && !stopping.signal.aborted)
  }
  /** Runs once more after the run in progress, which may have looked before this. */
  const wake = (): Promise<void> => {
    isWanted = true
    running ??= runAll().finally(() => {
      running = undefined
    })
    return running
  }
  await listener.on(channel, () => {
    if (!stopping.signal.aborted) wake().catch(onError)
  })
  const timer = startPeriodic(everyMs, wake, onError)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      const deadline = setTimeout(() => cut.abort(), stopMs)
      await timer[Symbol.asyncDispose]()
      await running?.catch(() => {})
      clearTimeout(deadline)
    },
  }
}
