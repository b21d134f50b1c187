import type { DestinationError } from './destination.ts'

interface Running {
  readonly signal: AbortSignal | undefined
  /**
   * Cancels the running statement. Called repeatedly until it has ended, because a statement that is about to start cannot be
   * canceled yet.
   */
  readonly cancel: () => void
  readonly explained: (error: unknown) => DestinationError
}

const CANCEL_AGAIN_MS = 50

/** Runs statements one after the other until a signal aborts them. Errors are explained, unless the signal caused them. */
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
