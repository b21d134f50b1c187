/** A request that takes longer than this, such as a stream, is heavy itself: others need not wait for it. */
const SHORT_MS = 250
/** After this time, the time that an organization has used counts half. */
const HALF_LIFE_MS = 5_000
/** An organization gives way to those that have used less than this part of its time, so equally busy ones do not slow each other down. */
const LIGHTER = 0.5
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
}

interface Use {
  /** When the requests in progress began, in that order. */
  readonly starts: number[]
  usedMs: number
  /** The time at which `usedMs` was right. */
  at: number
}

export const createGivingWay = (now: () => number = () => performance.now()): GivingWay => {
  const uses = new Map<string, Use>()
  /** The organizations with requests in progress. */
  const active = new Map<string, Use>()

  const useOf = (orgId: string): Use => {
    const known = uses.get(orgId)
    if (known) return known
    if (uses.size >= MAX_ORGS) for (const each of uses.keys()) if (!active.has(each)) uses.delete(each)
    const created = { starts: [], usedMs: 0, at: now() }
    uses.set(orgId, created)
    return created
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
        if (use.starts.length === 0) active.delete(orgId)
      }
    },
    used(orgId, ms) {
      const use = useOf(orgId)
      const time = now()
      use.usedMs = usedLately(use, time) + ms
      use.at = time
    },
    isShared: () => uses.size > 1,
    isDue(orgId) {
      const others = active.size - (active.has(orgId) ? 1 : 0)
      const own = others > 0 ? uses.get(orgId) : undefined
      if (!own) return false
      const time = now()
      const limit = usedLately(own, time) * LIGHTER
      for (const [other, use] of active)
        if (other !== orgId && time - (use.starts.at(-1) as number) < SHORT_MS && usedLately(use, time) < limit) return true
      return false
    },
  }
}

/** For processes that work for one organization. */
export const NEVER_GIVING_WAY: GivingWay = { began: () => () => {}, used() {}, isShared: () => false, isDue: () => false }
