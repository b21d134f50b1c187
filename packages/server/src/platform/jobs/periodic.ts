/**
 * Runs work periodically and at once, or first after one period, never more than once at a time in this process. The work must be
 * harmless when several nodes run it. Disposing stops it after the run in progress.
 */
export const startPeriodic = (
  everyMs: number,
  run: () => Promise<unknown>,
  onError: (error: unknown) => void,
  { isFirstLater = false } = {},
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
  if (!isFirstLater) tick()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await running
    },
  }
}

type Work = readonly [run: () => Promise<unknown>, onError: (error: unknown) => void]

/** Runs several pieces of work one after the other, so that together they take one connection; one that fails does not keep the next. */
export const startPeriodicInTurn = (everyMs: number, works: readonly Work[]): AsyncDisposable => {
  const runAll = async () => {
    for (const [run, onError] of works) await run().catch(onError)
  }
  return startPeriodic(everyMs, runAll, () => {})
}
