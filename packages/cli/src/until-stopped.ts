/** Exit status of a command that was stopped by Ctrl+C. */
export const INTERRUPTED = 130

/** Resolves on the first SIGINT or SIGTERM; a second one ends the process the hard way, as the system does. */
export const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      resolve()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
