/** A request that takes longer than this, such as a stream, is heavy itself: others need not wait for it. */
const SHORT_MS = 250
/** After this time, the time that an organization has used counts half. */
const HALF_LIFE_MS = 5_000
/** An organization gives way to those that have used less than this part of its time, so equally busy ones do not slow each other down. */
const LIGHTER = 0.5
/** For this time after a short request its organization is expected to send another one. */
const EXPECTED_MS = 50
const MAX_ORGS = 1_000

/** Which organizations should let others go first. */
export interface GivingWay {
  /** Records that a request of the organization begins. Call what it returns once, when the request ends. */
  began(orgId: string): () => void
  /** Records time for which the organization used a connection or the event loop, or waited for it. */
  used(orgId: string, ms: number): void
  /** Returns whether several organizations use this node. Otherwise nothing needs to be recorded. */
  isShared(): boolean
  /** Returns whether a request is in progress, and not for long, of an organization that has used far less time lately. */
  isDue(orgId: string): boolean
  /** The same, but also for a while after such a request, because what starts then may still run when the next one arrives. */
  isExpected(orgId: string): boolean
}

interface Use {
  /** When the requests in progress began, in that order. */
  readonly starts: number[]
  /** Until when another request is expected. */
  expectedUntil: number
  usedMs: number
  /** The time at which `usedMs` was right. */
  at: number
}

const isWaiting = ({ starts }: Use, time: number): boolean => time - (starts.at(-1) ?? Number.NEGATIVE_INFINITY) < SHORT_MS

export const createGivingWay = (now: () => number = () => performance.now()): GivingWay => {
  const uses = new Map<string, Use>()
  /** The organizations with requests in progress, and those that are expected to send another one. */
  const active = new Map<string, Use>()

  const forgetIdle = (): void => {
    for (const [orgId, { starts }] of uses) {
      if (starts.length > 0) continue
      uses.delete(orgId)
      active.delete(orgId)
    }
  }

  const useOf = (orgId: string): Use => {
    const known = uses.get(orgId)
    if (known) return known
    if (uses.size >= MAX_ORGS) forgetIdle()
    const created = { starts: [], expectedUntil: 0, usedMs: 0, at: now() }
    uses.set(orgId, created)
    return created
  }

  /** Returns whether one of the organizations that pass the test has used far less time lately than this one. */
  const hasLighter = (orgId: string, test: (use: Use, time: number) => boolean): boolean => {
    const others = active.size - (active.has(orgId) ? 1 : 0)
    const own = others > 0 ? uses.get(orgId) : undefined
    if (!own) return false
    const time = now()
    const limit = usedLately(own, time) * LIGHTER
    for (const [other, use] of active) {
      if (use.starts.length === 0 && time >= use.expectedUntil) active.delete(other)
      else if (other !== orgId && test(use, time) && usedLately(use, time) < limit) return true
    }
    return false
  }

  const usedLately = ({ usedMs, at }: Use, time: number): number => usedMs * 0.5 ** ((time - at) / HALF_LIFE_MS)

  return {
    began(orgId) {
      const use = useOf(orgId)
      const startedAt = now()
      use.starts.push(startedAt)
      active.set(orgId, use)
      return () => {
        use.starts.splice(use.starts.indexOf(startedAt), 1)
        const time = now()
        if (time - startedAt < SHORT_MS) use.expectedUntil = time + EXPECTED_MS
      }
    },
    used(orgId, ms) {
      const use = useOf(orgId)
      const time = now()
      use.usedMs = usedLately(use, time) + ms
      use.at = time
    },
    isShared: () => uses.size > 1,
    isDue: (orgId) => hasLighter(orgId, isWaiting),
    isExpected: (orgId) => hasLighter(orgId, (use, time) => time < use.expectedUntil || isWaiting(use, time)),
  }
}

/** For processes that work for one organization. */
export const NEVER_GIVING_WAY: GivingWay = {
  began: () => () => {},
  used() {},
  isShared: () => false,
  isDue: () => false,
  isExpected: () => false,
}
