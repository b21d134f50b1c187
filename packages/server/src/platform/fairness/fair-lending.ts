import type { Fairness } from './fairness.ts'
import { SERVICE, type ShareOwner } from './work-owner.ts'

/** Something that was lent, such as a connection. */
export interface Loan {
  /** Gives it back; further calls have no effect. */
  end(): void
}

export interface Waiter {
  readonly owner: ShareOwner
  readonly start: (loan: Loan) => void
  /** Called instead of `start` when the place in the queue goes to an owner with fewer waiting calls. */
  readonly refuse: () => void
}

export interface FairLending {
  /** Lends at once, or returns undefined when the owner has to wait. */
  borrow(owner: ShareOwner): Loan | undefined
  /** Waits for a loan. Returns false when too many wait and none of them has to make room. */
  wait(waiter: Waiter): boolean
  /** Removes a waiter that has given up. */
  leave(waiter: Waiter): void
  waitingCount(): number
}

interface FairLendingOptions extends Pick<Fairness, 'neighbors' | 'share' | 'statements'> {
  /** How many loans there are. */
  readonly size: number
  readonly maxWaiting: number
  readonly now?: () => number
}

/** An organization that has loans, waits for some, or had some lately. */
interface Account {
  readonly orgId: string
  held: number
  /** The sum of the times at which the loans in progress began. */
  sumOfStarts: number
  /** The time of all loans that have ended, in milliseconds. */
  usedMs: number
  /** The number of loans of each caller that has any. */
  readonly heldBy: Map<string, number>
  readonly waiting: Waiter[]
}

/** Work that holds a loan may need a second one of the same organization, such as a refresh that reads while it writes. */
const MIN_SHARE = 2
const MAX_ACCOUNTS = 1_000
/** How long it takes until organizations that give way are looked at again. */
const LOOK_AGAIN_MS = 1

/**
 * Lends a limited number of things, in turns by time: a free one goes to the organization that has used the least time while it was
 * active, there to the caller with the fewest loans, and among equals to the call that came first. While others are active, an
 * organization gets no more than its share, and while it gives way to one, no more than its lanes. If too many wait, the latest call of those with the most waiting calls makes room.
 */
export const createFairLending = (options: FairLendingOptions): FairLending => {
  const { size, share, maxWaiting, neighbors, statements, now = () => performance.now() } = options
  const limit = Math.min(size, Math.max(MIN_SHARE, Math.round(size * share)))
  const accounts = new Map<string, Account>()
  const waitingSince = new WeakMap<Waiter, number>()
  let lent = 0
  let waiting = 0
  let willLookAgain = false
  /** The time of the organization that was served last: idle ones continue from here, so that they cannot save up time. */
  let floorMs = 0

  const usedMs = ({ usedMs: ended, held, sumOfStarts }: Account, at: number): number => ended + held * at - sumOfStarts
  const isIdle = ({ held, waiting: own }: Account): boolean => held === 0 && own.length === 0

  const accountOf = (orgId: string): Account => {
    const known = accounts.get(orgId)
    if (known) {
      if (isIdle(known)) known.usedMs = Math.max(known.usedMs, floorMs)
      return known
    }
    if (accounts.size >= MAX_ACCOUNTS)
      for (const account of accounts.values()) if (isIdle(account)) accounts.delete(account.orgId)
    const created = { orgId, held: 0, sumOfStarts: 0, usedMs: floorMs, heldBy: new Map(), waiting: [] }
    accounts.set(orgId, created)
    return created
  }

  const mayBorrow = ({ orgId, held }: Account): boolean =>
    lent < size && (held < limit || orgId === SERVICE.orgId || !neighbors.hasOthers(orgId))

  /** Organizations that give way to others may go on without an event of this pool. */
  const lookAgain = (): void => {
    if (willLookAgain) return
    willLookAgain = true
    setTimeout(() => {
      willLookAgain = false
      startWaiting()
    }, LOOK_AGAIN_MS).unref()
  }

  const lend = (account: Account, owner: ShareOwner, waitedSince?: number): Loan => {
    const { caller } = owner
    const startedAt = now()
    const leave = statements.enter(owner, startedAt - (waitedSince ?? startedAt))
    floorMs = Math.max(floorMs, usedMs(account, startedAt))
    lent++
    account.held++
    account.sumOfStarts += startedAt
    account.heldBy.set(caller, (account.heldBy.get(caller) ?? 0) + 1)
    let isEnded = false
    return {
      end() {
        if (isEnded) return
        isEnded = true
        leave()
        lent--
        account.held--
        account.sumOfStarts = account.held === 0 ? 0 : account.sumOfStarts - startedAt
        account.usedMs += now() - startedAt
        const left = (account.heldBy.get(caller) ?? 1) - 1
        if (left > 0) account.heldBy.set(caller, left)
        else account.heldBy.delete(caller)
        startWaiting()
      },
    }
  }

  const nextAccount = (): Account | undefined => {
    const at = now()
    let [best, least] = [undefined as Account | undefined, Number.POSITIVE_INFINITY]
    for (const account of accounts.values()) {
      const [first] = account.waiting
      if (!first || !mayBorrow(account)) continue
      if (!statements.isFree(first.owner)) {
        lookAgain()
        continue
      }
      const used = usedMs(account, at)
      if (used < least) [best, least] = [account, used]
    }
    return best
  }

  const heldByCallerOf = ({ heldBy }: Account, { owner }: Waiter): number => heldBy.get(owner.caller) ?? 0

  const startWaiting = (): void => {
    while (waiting > 0 && lent < size) {
      const account = nextAccount()
      const [first, ...others] = account?.waiting ?? []
      if (!account || !first) return
      const next = others.reduce((a, b) => (heldByCallerOf(account, b) < heldByCallerOf(account, a) ? b : a), first)
      remove(account, next)
      next.start(lend(account, next.owner, waitingSince.get(next)))
    }
  }

  const remove = (account: Account, waiter: Waiter): void => {
    const index = account.waiting.indexOf(waiter)
    if (index === -1) return
    account.waiting.splice(index, 1)
    waiting--
  }

  const waitingOf = ({ waiting: own }: Account, caller: string): number =>
    own.filter(({ owner }) => owner.caller === caller).length

  /** Refuses the latest call of the caller with the most, unless that is this owner. */
  const makeRoomFor = (account: Account, { caller }: ShareOwner): boolean => {
    let most = account
    for (const other of accounts.values())
      if (other.waiting.length > most.waiting.length + (most === account ? 1 : 0)) most = other
    const byCaller = Map.groupBy(most.waiting, ({ owner }) => owner.caller)
    const longest = [...byCaller.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
    if (most === account && longest.length <= waitingOf(account, caller) + 1) return false
    const last = longest.at(-1)
    if (!last) return false
    remove(most, last)
    last.refuse()
    return true
  }

  return {
    borrow(owner) {
      const account = accountOf(owner.orgId)
      const isNext = account.waiting.length === 0 || statements.isUsedBy(owner)
      return mayBorrow(account) && isNext && statements.isFree(owner) ? lend(account, owner) : undefined
    },
    wait(waiter) {
      const account = accountOf(waiter.owner.orgId)
      if (waiting >= maxWaiting && !makeRoomFor(account, waiter.owner)) return false
      account.waiting.push(waiter)
      waitingSince.set(waiter, now())
      waiting++
      if (lent < size) lookAgain()
      return true
    },
    leave(waiter) {
      const account = accounts.get(waiter.owner.orgId)
      if (account) remove(account, waiter)
    },
    waitingCount: () => waiting,
  }
}
