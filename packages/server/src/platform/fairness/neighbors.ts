import { DEFAULT_ORGANIZATION_SHARE } from '../config.ts'

/** How long an organization counts as active after its last request. */
const ACTIVE_MS = 60_000

/** Which organizations were active lately: an organization without neighbors may use a whole node. */
export interface Neighbors {
  /** Records a request of the organization. */
  seen(orgId: string): void
  /** Returns whether another organization was active within the last minute. */
  hasOthers(orgId: string): boolean
}

/** What limits one organization beside others. */
export interface Fairness {
  readonly neighbors: Neighbors
  /** The part of a resource that one organization may take while others are active, from 0 to 1. */
  readonly share: number
}

interface Seen {
  readonly orgId: string
  at: number
}

/** Remembers the two organizations that were seen last, which is all that the question needs. */
export const createNeighbors = (now: () => number = () => performance.now()): Neighbors => {
  let latest: Seen | undefined
  let before: Seen | undefined
  return {
    seen(orgId) {
      if (latest?.orgId === orgId) {
        latest.at = now()
        return
      }
      before = latest
      latest = { orgId, at: now() }
    },
    hasOthers(orgId) {
      const other = latest?.orgId === orgId ? before : latest
      return other !== undefined && now() - other.at < ACTIVE_MS
    },
  }
}

/** @param percent the part of a resource that one organization may take while others are active */
export const createFairness = (percent = DEFAULT_ORGANIZATION_SHARE): Fairness => ({
  neighbors: createNeighbors(),
  share: percent / 100,
})

/** For processes that work for one organization, such as a command. */
export const UNSHARED: Fairness = { neighbors: { seen() {}, hasOthers: () => false }, share: 1 }
