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

/** Where an older Node has started this one, it ends with it: killed, that one could not say so, and would leave a service behind. */
export const endWithStarter = (): void => {
  if (!process.channel) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // What is heard on it keeps no command from ending.
  process.channel.unref()
}
