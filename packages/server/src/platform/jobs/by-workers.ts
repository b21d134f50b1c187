/**
 * Gives the items to the workers in their order, to each worker one at a time. After a failure no further item starts, and the failure
 * is thrown once all that had started has ended: what follows may rely on nothing being under way.
 */
export const byWorkers = async <T, W>(
  items: readonly T[],
  workers: readonly W[],
  work: (item: T, worker: W) => Promise<void>,
): Promise<void> => {
  const open = items.values()
  let hasFailed = false
  const run = async (worker: W): Promise<void> => {
    for (const item of open) {
      if (hasFailed) return
      await work(item, worker).catch((error) => {
        hasFailed = true
        throw error
      })
    }
  }
  const ended = await Promise.allSettled(workers.map(run))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}
