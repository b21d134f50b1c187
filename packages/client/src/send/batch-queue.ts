import type { Limits } from './sender-options.ts'

/** Collects events into batches and sends a limited number of batches concurrently. */
export interface BatchQueue<E> {
  add(event: E): void
  /** Sends all added events without waiting for more; resolves when all are done. */
  drain(): Promise<void>
}

/** `perform` must not reject; it reports the outcome of every event itself. */
export const createBatchQueue = <E>(limits: Limits, perform: (events: E[]) => Promise<void>): BatchQueue<E> => {
  const { batchSize, flushMs, parallel } = limits
  let filling: E[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether the open batch has waited long enough. While all calls are busy it keeps filling. */
  let due = false
  const full: E[][] = []
  const inFlight = new Set<Promise<void>>()

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
      inFlight.delete(call)
      pump()
    })
    inFlight.add(call)
  }

  const pump = () => {
    while (inFlight.size < parallel) {
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
      // Batches start in order, so when the last waiting batch has started, all earlier ones have started or finished.
      const last = full.at(-1)
      while (last && full.includes(last)) await Promise.race(inFlight)
      await Promise.all(inFlight)
    },
  }
}
