import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../platform/errors.ts'
import { createFairQueue, type FairQueue } from '../../platform/jobs/fair-queue.ts'

/** Failures within the window that cost nothing: people mistype. */
const FREE_FAILURES = 10
const WINDOW_MS = 60_000
const MAX_DELAY_MS = 2_000
const MAX_TRACKED = 50_000
/** Attempts on a guessed account that wait for their turn, each up to MAX_DELAY_MS and a check. */
const MAX_WAITING = { perOwner: 3, all: 10 }
/** Where an account was signed in to, for as long as people stay away from their desks. */
const FAMILIAR_MS = 30 * 24 * 3_600_000

export interface SlowDown {
  /**
   * Notes a failed attempt from an address on a key, where there can be one of that id, and waits, longer each time; to be awaited
   * before the refusal is answered.
   */
  failed(address: string, subject: string | undefined): Promise<void>
  /**
   * What the check of a password finds, undefined where it is wrong. An account on which much has failed is checked one attempt at
   * a time, each after its wait; an address from which much has failed is told later.
   * @throws AppError too_many_attempts when too many wait for their turn
   */
  attempt<T>(address: string, account: string, check: () => Promise<T | undefined>): Promise<T | undefined>
}

/** What is tried at this moment on one subject. */
interface Attempts {
  running: number
  readonly inTurn: FairQueue
}

const tooMany = (): AppError => new AppError('too_many_attempts', { headers: { 'retry-after': '10' } })

const waitFor = async (attempts: number): Promise<void> => {
  if (attempts <= FREE_FAILURES) return
  await delay(Math.min(MAX_DELAY_MS, 50 * 2 ** Math.min(10, attempts - FREE_FAILURES - 1)))
}

/**
 * Slows guessing down per key or account and per address (contract §2). The secrets of keys cannot be guessed, so only refusals
 * wait. Passwords can, so attempts on an account wait before they are checked, or else many at once would share one wait.
 */
export const createSlowDown = (): SlowDown => {
  const tracked = { maxSize: MAX_TRACKED, sizeCalculation: () => 1 }
  const failures = new LRUCache<string, number>({ ...tracked, ttl: WINDOW_MS })
  const familiar = new LRUCache<string, true>({ ...tracked, ttl: FAMILIAR_MS })
  const inProgress = new Map<string, Attempts>()

  const count = (subject: string): number => {
    const attempts = (failures.get(subject) ?? 0) + 1
    failures.set(subject, attempts)
    return attempts
  }

  const attemptsOn = (subject: string): Attempts => {
    const known = inProgress.get(subject)
    if (known) return known
    const inTurn = createFairQueue({ slots: 1, maxWaiting: MAX_WAITING, refusal: tooMany })
    const attempts = { running: 0, inTurn }
    inProgress.set(subject, attempts)
    return attempts
  }

  /** An attempt that is under way counts as if it failed: those that come at once would all be the first otherwise. */
  const checkInTurn = async <T>(address: string, subject: string, check: () => Promise<T | undefined>) => {
    const attempts = attemptsOn(subject)
    const failed = failures.get(subject) ?? 0
    const isFree = failed + ++attempts.running <= FREE_FAILURES
    try {
      if (isFree) return await check()
      return await attempts.inTurn(address, async () => {
        await waitFor((failures.get(subject) ?? 0) + 1)
        return check()
      })
    } finally {
      attempts.running--
      if (attempts.running === 0) inProgress.delete(subject)
    }
  }

  return {
    async failed(address, subject) {
      await waitFor(Math.max(count(`address ${address}`), subject === undefined ? 0 : count(subject)))
    },
    async attempt(address, account, check) {
      // Whoever signed in from there before does not wait behind strangers, whatever those try.
      const ownWay = `account ${account} from ${address}`
      const subject = familiar.has(ownWay) ? ownWay : `account ${account}`
      const found = await checkInTurn(address, subject, async () => {
        const proven = await check()
        if (proven === undefined) count(subject)
        return proven
      })
      if (found === undefined) await waitFor(count(`address ${address}`))
      else familiar.set(ownWay, true)
      return found
    },
  }
}
