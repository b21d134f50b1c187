import type { AppError } from '../errors.ts'

/** Runs the work when it is its owner's turn. @throws AppError when too many calls already wait */
export type FairQueue = <T>(owner: string, work: () => Promise<T>) => Promise<T>

interface FairQueueOptions {
  /** The number of tasks that run at a time. */
  readonly slots: number
  /** The number of tasks that may wait, for one owner and for all. */
  readonly maxWaiting: { readonly perOwner: number; readonly all: number }
  /** The error for calls beyond these limits. */
  readonly refusal: () => AppError
}

/** Owners take turns, so an owner with many tasks delays only itself; others wait only for tasks that already run. */
export const createFairQueue = ({ slots, maxWaiting, refusal }: FairQueueOptions): FairQueue => {
  /** The owners in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>()
  let waitingOfAll = 0
  let running = 0

  const startNext = (): void => {
    const [first] = waiting
    if (!first || running >= slots) return
    const [owner, [start, ...later]] = first
    waiting.delete(owner)
    if (later.length > 0) waiting.set(owner, later)
    waitingOfAll--
    running++
    start?.()
  }

  return async (owner, work) => {
    const own = waiting.get(owner) ?? []
    if (own.length >= maxWaiting.perOwner || waitingOfAll >= maxWaiting.all) throw refusal()
    await new Promise<void>((resolve) => {
      waiting.set(owner, [...own, resolve])
      waitingOfAll++
      startNext()
    })
    try {
      return await work()
    } finally {
      running--
      startNext()
    }
  }
}
