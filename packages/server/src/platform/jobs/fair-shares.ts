import type { AppError } from '../errors.ts'
import type { ShareOwner } from '../fairness/work-owner.ts'

export interface Place {
  /** Returns whether a call is waiting that could have this place. */
  isWanted(): boolean
  /** Frees the place; further calls have no effect. */
  leave(): void
}

export interface FairShares {
  /**
   * Takes a place as soon as the shares allow it.
   * @throws AppError when too many already wait or the wait takes too long; the reason of the signal when it is aborted
   */
  enter(owner: ShareOwner, signal: AbortSignal): Promise<Place>
  /** The calls that have a place, and the calls that wait for one. */
  count(): { readonly taken: number; readonly waiting: number }
}

/** The limits for all callers, for one organization and for one caller. */
export interface Shares {
  readonly all: number
  readonly perOrg: number
  readonly perCaller: number
}

interface FairSharesOptions {
  readonly places: Shares
  readonly maxWaiting: Shares
  readonly waitMs: number
  readonly refusal: () => AppError
}

interface Waiter {
  readonly owner: ShareOwner
  readonly start: () => void
}

/**
 * Shares places so that no organization and no caller can take all of them. A free place goes to the organization that has the
 * fewest, there to the caller that has the fewest, and among equals to the call that came first.
 */
export const createFairShares = ({ places, maxWaiting, waitMs, refusal }: FairSharesOptions): FairShares => {
  const taken: ShareOwner[] = []
  const waiting: Waiter[] = []

  const takenBy = ({ orgId, caller }: ShareOwner) => {
    const ofOrg = taken.filter((owner) => owner.orgId === orgId)
    return { org: ofOrg.length, caller: ofOrg.filter((owner) => owner.caller === caller).length }
  }

  /** Returns whether the owner may have a place, after `leaving` has left its place. */
  const mayEnter = (owner: ShareOwner, leaving?: ShareOwner): boolean => {
    const { org, caller } = takenBy(owner)
    const isSameOrg = leaving?.orgId === owner.orgId
    const isSameCaller = isSameOrg && leaving?.caller === owner.caller
    return (
      taken.length - (leaving ? 1 : 0) < places.all &&
      org - (isSameOrg ? 1 : 0) < places.perOrg &&
      caller - (isSameCaller ? 1 : 0) < places.perCaller
    )
  }

  /** Few calls wait, so a scan of them costs less than keeping them in order. */
  const nextWaiter = (): Waiter | undefined => {
    let best: { waiter: Waiter; org: number; caller: number } | undefined
    for (const waiter of waiting) {
      if (!mayEnter(waiter.owner)) continue
      const has = takenBy(waiter.owner)
      if (!best || has.org < best.org || (has.org === best.org && has.caller < best.caller)) best = { waiter, ...has }
    }
    return best?.waiter
  }

  const startWaiting = (): void => {
    for (let waiter = nextWaiter(); waiter; waiter = nextWaiter()) waiter.start()
  }

  const take = (owner: ShareOwner): Place => {
    const mine = { ...owner }
    taken.push(mine)
    return {
      isWanted: () => waiting.some((waiter) => mayEnter(waiter.owner, mine)),
      leave() {
        const index = taken.indexOf(mine)
        if (index === -1) return
        taken.splice(index, 1)
        startWaiting()
      },
    }
  }

  const wait = (owner: ShareOwner, signal: AbortSignal): Promise<Place> =>
    new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        waiting.splice(waiting.indexOf(waiter), 1)
      }
      const abandon = (error: unknown) => {
        end()
        reject(error)
      }
      const onAbort = () => abandon(signal.reason)
      const timer = setTimeout(() => abandon(refusal()), waitMs)
      const waiter: Waiter = {
        owner,
        start() {
          end()
          resolve(take(owner))
        },
      }
      signal.addEventListener('abort', onAbort)
      waiting.push(waiter)
    })

  return {
    async enter(owner, signal) {
      signal.throwIfAborted()
      if (mayEnter(owner)) return take(owner)
      const ofOrg = waiting.filter(({ owner: { orgId } }) => orgId === owner.orgId)
      const own = ofOrg.filter(({ owner: { caller } }) => caller === owner.caller)
      const isFull = waiting.length >= maxWaiting.all || ofOrg.length >= maxWaiting.perOrg
      if (isFull || own.length >= maxWaiting.perCaller) throw refusal()
      return wait(owner, signal)
    },
    count: () => ({ taken: taken.length, waiting: waiting.length }),
  }
}
