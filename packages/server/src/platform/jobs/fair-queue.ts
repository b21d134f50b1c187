import type { AppError } from '../errors.ts'

/** Runs the work once it is its owner's turn. @throws AppError when too much waits already */
export type FairQueue = <T>(owner: string, work: () => Promise<T>) => Promise<T>

interface FairQueueOptions {
  /** How many works run at a time. */
  readonly slots: number
  /** How many may wait, of one owner and of all. */
  readonly maxWaiting: { readonly perOwner: number; readonly all: number }
  /** What whoever comes then is told. */
  readonly refusal: () => AppError
}

/** Owners take turns, so that whoever asks for much waits for themselves, and the others only for what runs already. */
export const createFairQueue = ({ slots, maxWaiting, refusal }: FairQueueOptions): FairQueue => {
  /** In the order of their turns. */
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
