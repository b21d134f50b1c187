/** Exit status of a command stopped by Ctrl+C. */
export const INTERRUPTED = 130

/** Resolves on the first SIGINT or SIGTERM; a second one kills the process. */
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

/**
 * If an older Node started this process, it exits when that one does. A killed parent could not forward the signal and would
 * leave the service running.
 */
export const endWithStarter = (): void => {
  if (!process.channel) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The channel must not keep the process alive.
  process.channel.unref()
}
