/** How long an organization counts as active after its last request. */
const ACTIVE_MS = 60_000

/** Which organizations were active lately: an organization without neighbors may use a whole node. */
export interface Neighbors {
  /** Records a request of the organization. */
  seen(orgId: string): void
  /** Returns whether another organization was active within the last minute. */
  hasOthers(orgId: string): boolean
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
