import type { Limits } from './sender-options.ts'

/** Gathers events into batches, and sends so many of these at once. */
export interface BatchQueue<E> {
  add(event: E): void
  /** Sends what has been added without waiting for more; resolves once all of it is done. */
  drain(): Promise<void>
}

/** `perform` never rejects: it tells what became of every event itself. */
export const createBatchQueue = <E>(limits: Limits, perform: (events: E[]) => Promise<void>): BatchQueue<E> => {
  const { batchSize, flushMs, parallel } = limits
  let filling: E[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The batch that fills has waited long enough; while all calls are busy it goes on filling. */
  let due = false
  const full: E[][] = []
  const underWay = new Set<Promise<void>>()

  const takeFilling = (): E[] => {
    const batch = filling
    clearTimeout(timer)
    filling = []
    timer = undefined
    due = false
    return batch
  }

  const start = (batch: E[]) => {
    const call: Promise<void> = perform(batch).then(() => {
      underWay.delete(call)
      pump()
    })
    underWay.add(call)
  }

  const pump = () => {
    while (underWay.size < parallel) {
      const batch = full.shift() ?? (due ? takeFilling() : undefined)
      if (!batch) return
      start(batch)
    }
  }

  const makeDue = () => {
    due = true
    pump()
  }

  return {
    add: (event) => {
      filling.push(event)
      if (filling.length < batchSize) timer ??= setTimeout(makeDue, flushMs)
      else {
        full.push(takeFilling())
        pump()
      }
    },
    drain: async () => {
      if (filling.length > 0) full.push(takeFilling())
      pump()
      // Batches start in their order, so with the last one that waits now all before it are under way or done.
      const last = full.at(-1)
      while (last && full.includes(last)) await Promise.race(underWay)
      await Promise.all(underWay)
    },
  }
}
