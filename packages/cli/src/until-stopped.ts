/** Exit status of a command stopped by Ctrl+C. */
export const INTERRUPTED = 130

/**
 * Windows sends SIGBREAK for Ctrl+Break, and SIGHUP when the window of the terminal is closed. Elsewhere SIGHUP keeps its meaning, so
 * that `nohup` works.
 */
export const stopSignals = (platform: NodeJS.Platform = process.platform): readonly NodeJS.Signals[] =>
  platform === 'win32' ? ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'] : ['SIGINT', 'SIGTERM']

/** Resolves with the first signal to stop; a second one kills the process. */
export const untilStopped = (signals: readonly NodeJS.Signals[] = stopSignals()): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    const stop = (stopped: NodeJS.Signals) => {
      for (const signal of signals) process.off(signal, stop)
      resolve(stopped)
    }
    for (const signal of signals) process.on(signal, stop)
  })

/**
 * If an older Node started this process, it exits when that one does. A killed parent could not forward the signal and would
 * leave the service running.
 */
export const endWithStarter = (): void => {
  if (!process.channel) return
  // The signal is emitted rather than sent: on Windows, a sent one would kill the process before it could finish its work.
  process.once('disconnect', () => process.emit('SIGTERM', 'SIGTERM') || process.kill(process.pid, 'SIGTERM'))
  // The channel must not keep the process alive.
  process.channel.unref()
}
