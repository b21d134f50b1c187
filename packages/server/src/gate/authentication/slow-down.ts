import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../platform/errors.ts'
import { createFairQueue, type FairQueue } from '../../platform/jobs/fair-queue.ts'

/** This many failures within the window cause no delay, because people mistype. */
const FREE_FAILURES = 10
const WINDOW_MS = 60_000
const MAX_DELAY_MS = 2_000
const MAX_TRACKED = 50_000
/** The number of attempts on one account that may wait, each up to MAX_DELAY_MS and a check. */
const MAX_WAITING = { perOwner: 3, all: 10 }
/** How long the addresses of successful sign-ins are known: as long as people may be on vacation. */
const KNOWN_ADDRESS_MS = 30 * 24 * 3_600_000

export interface SlowDown {
  /**
   * Records a failed attempt from an address on a key, if its id is valid, and waits, longer each time. Await it before you send
   * the refusal.
   */
  failed(address: string, subject: string | undefined): Promise<void>
  /**
   * Runs the check of a password, which returns undefined if it is wrong. An account with many failures is checked one attempt at a
   * time, each after its wait; an address with many failures gets its response later.
   * @throws AppError too_many_attempts when too many attempts are waiting
   */
  attempt<T>(address: string, account: string, check: () => Promise<T | undefined>): Promise<T | undefined>
}

/** The attempts on one subject that are in progress. */
interface Attempts {
  running: number
  readonly inTurn: FairQueue
}

const tooMany = (): AppError => new AppError('too_many_attempts', { headers: { 'retry-after': '10' } })

/**
 * Slows down guessing per key or account and per address (contract §2). Secrets of keys are too long to guess, so only refusals
 * wait. Passwords are not, so attempts on an account wait before the check: many parallel attempts would otherwise share one wait.
 */
export const createSlowDown = (wait: (ms: number) => Promise<unknown> = delay): SlowDown => {
  const tracked = { maxSize: MAX_TRACKED, sizeCalculation: () => 1 }
  const failures = new LRUCache<string, number>({ ...tracked, ttl: WINDOW_MS })
  const knownAddresses = new LRUCache<string, true>({ ...tracked, ttl: KNOWN_ADDRESS_MS })
  const inProgress = new Map<string, Attempts>()

  const count = (subject: string): number => {
    const attempts = (failures.get(subject) ?? 0) + 1
    failures.set(subject, attempts)
    return attempts
  }

  const waitFor = async (attempts: number): Promise<void> => {
    if (attempts <= FREE_FAILURES) return
    await wait(Math.min(MAX_DELAY_MS, 50 * 2 ** Math.min(10, attempts - FREE_FAILURES - 1)))
  }

  const attemptsOn = (subject: string): Attempts => {
    const known = inProgress.get(subject)
    if (known) return known
    const inTurn = createFairQueue({ slots: 1, maxWaiting: MAX_WAITING, refusal: tooMany })
    const attempts = { running: 0, inTurn }
    inProgress.set(subject, attempts)
    return attempts
  }

  /** Runs the check. Attempts in progress count as failed: otherwise all parallel attempts would count as the first. */
  const checkInTurn = async <T>(address: string, subject: string, check: () => Promise<T | undefined>) => {
    const attempts = attemptsOn(subject)
    const failed = failures.get(subject) ?? 0
    const isFree = failed + ++attempts.running <= FREE_FAILURES
    try {
      if (isFree) return await check()
      return await attempts.inTurn(address, async () => {
        // Those that are not counted yet may still fail.
        await waitFor(Math.max(FREE_FAILURES, failures.get(subject) ?? 0) + 1)
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
      // A person who has signed in from this address before does not wait for attempts of strangers.
      const accountAndAddress = `account ${account} from ${address}`
      const subject = knownAddresses.has(accountAndAddress) ? accountAndAddress : `account ${account}`
      const found = await checkInTurn(address, subject, async () => {
        const result = await check()
        if (result === undefined) count(subject)
        return result
      })
      if (found === undefined) await waitFor(count(`address ${address}`))
      else knownAddresses.set(accountAndAddress, true)
      return found
    },
  }
}
