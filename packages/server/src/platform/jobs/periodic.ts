/**
 * Runs work periodically, never more than once at a time in this process. The work must be harmless when several nodes
 * run it. Disposing stops it after the run in progress.
 */
export const startPeriodic = (
  everyMs: number,
  run: () => Promise<unknown>,
  onError: (error: unknown) => void,
): AsyncDisposable => {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  const tick = () => {
    if (busy) return
    busy = true
    running = run()
      .catch(onError)
      .finally(() => {
        busy = false
      })
  }
  const timer = setInterval(tick, everyMs)
  tick()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await running
    },
  }
}
