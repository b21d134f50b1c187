import type { DestinationError } from './destination.ts'

interface Running {
  readonly signal: AbortSignal | undefined
  /** Ends what runs. Called until it has ended: what has not quite started cannot be ended yet. */
  readonly cancel: () => void
  readonly explained: (error: unknown) => DestinationError
}

const CANCEL_AGAIN_MS = 50

/** Runs one statement after the other, until a signal ends them. What goes wrong is explained, unless the signal is why. */
export const createRunner =
  ({ signal, cancel, explained }: Running) =>
  async <T>(start: () => Promise<T>): Promise<T> => {
    signal?.throwIfAborted()
    let again: NodeJS.Timeout | undefined
    const stop = (): void => {
      cancel()
      again = setInterval(cancel, CANCEL_AGAIN_MS)
    }
    signal?.addEventListener('abort', stop)
    try {
      return await start()
    } catch (error) {
      throw signal?.aborted ? signal.reason : explained(error)
    } finally {
      signal?.removeEventListener('abort', stop)
      clearInterval(again)
    }
  }
