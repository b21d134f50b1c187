import type { GivingWay } from './giving-way.ts'
import { SERVICE, type ShareOwner, UNKNOWN_ORG } from './work-owner.ts'

/** Work that takes longer no longer occupies its lane: it waits for a slow reader or a lock, perhaps for that of one that waits here. */
const LONG_MS = 250
/** The same for a part of long work that has a connection already: other calls of its organization go on beside a longer part. */
const PART_MS = 50
const MAX_LANES = 1_000

/** Limits how much of an organization's work runs at a time while it gives way to others. */
export interface Lanes {
  /** Returns whether the owner may start something now. */
  isFree(owner: ShareOwner): boolean
  /** Returns whether the owner has started something that has not ended: it must not have to wait for itself. */
  isUsedBy(owner: ShareOwner): boolean
  /**
   * Records that something starts. Call what it returns once, when it ends. The time for which it waited counts as used: an
   * organization that waits here does not become light by that.
   */
  enter(owner: ShareOwner, waitedMs?: number): () => void
  /** Returns whether long work of the owner may go on: the lanes have room, not counting what the owner itself has started. */
  mayResume(owner: ShareOwner): boolean
  /** Records that a part of long work starts. Call what it returns once, when the part ends. */
  resume(owner: ShareOwner): () => void
}

interface LanesOptions {
  /** How much runs at a time while the organization gives way. */
  readonly count: number
  /** The part of the time for which lanes are used while the organization gives way: after each use they pause. */
  readonly share: number
  readonly givingWay: GivingWay
  readonly now?: () => number
}

interface Start {
  readonly owner: ShareOwner
  readonly at: number
  /** When it no longer occupies the lane. */
  readonly until: number
}

interface Lane {
  readonly starts: Start[]
  pausedUntil: number
}

/**
 * The lanes of each organization. One that need not give way is not limited, and neither are callers before authentication: their
 * sessions are those of all organizations.
 */
export const createLanes = ({ count, share, givingWay, now = () => performance.now() }: LanesOptions): Lanes => {
  const lanes = new Map<string, Lane>()
  const users = new Map<ShareOwner, number>()
  const pausePerMs = (1 - share) / share

  const laneOf = (orgId: string): Lane => {
    const known = lanes.get(orgId)
    if (known) return known
    const created = { starts: [], pausedUntil: 0 }
    lanes.set(orgId, created)
    return created
  }

  /** @param own is not counted */
  const isFull = ({ starts }: Lane, time: number, own?: ShareOwner): boolean =>
    starts.filter(({ owner, until }) => time < until && owner !== own).length >= count

  const leave = (orgId: string, lane: Lane, start: Start): void => {
    const { owner, at } = start
    const time = now()
    const counted = Math.min(time - at, LONG_MS)
    lane.starts.splice(lane.starts.indexOf(start), 1)
    // A short part that ends beside a long use does not shorten the pause after that one.
    lane.pausedUntil = Math.max(lane.pausedUntil, time + counted * pausePerMs)
    givingWay.used(orgId, counted)
    const left = (users.get(owner) ?? 1) - 1
    if (left > 0) users.set(owner, left)
    else users.delete(owner)
    if (lane.starts.length === 0 && lanes.size > MAX_LANES) lanes.delete(orgId)
  }

  const begin = (owner: ShareOwner, occupiedMs: number, waitedMs: number): (() => void) => {
    // An owner that is still unknown changes its organization later.
    const { orgId } = owner
    if (orgId === SERVICE.orgId || orgId === UNKNOWN_ORG || !givingWay.isShared()) return () => {}
    const lane = laneOf(orgId)
    const at = now()
    const start = { owner, at, until: at + occupiedMs }
    lane.starts.push(start)
    if (waitedMs > 0) givingWay.used(orgId, waitedMs)
    users.set(owner, (users.get(owner) ?? 0) + 1)
    return () => leave(orgId, lane, start)
  }

  return {
    isFree(owner) {
      const { orgId } = owner
      const lane = lanes.get(orgId)
      if (!lane || users.has(owner)) return true
      const time = now()
      if (isFull(lane, time)) return !givingWay.isExpected(orgId)
      return time >= lane.pausedUntil || !givingWay.isDue(orgId)
    },
    isUsedBy: (owner) => users.has(owner),
    enter: (owner, waitedMs = 0) => begin(owner, LONG_MS, waitedMs),
    mayResume(owner) {
      const lane = lanes.get(owner.orgId)
      return !lane || !isFull(lane, now(), owner) || !givingWay.isExpected(owner.orgId)
    },
    resume: (owner) => begin(owner, PART_MS, 0),
  }
}

/** For processes that work for one organization. */
export const UNLIMITED: Lanes = {
  isFree: () => true,
  isUsedBy: () => false,
  enter: () => () => {},
  mayResume: () => true,
  resume: () => () => {},
}
