/** Why a user got a desk, from the first choice to the last; the log of user actions contains these texts. */
export type Step = 'assigned desk' | 'usual desk' | 'group zone' | 'overflow zone' | 'location'

/** A user who plans to be in the office and has no booking. */
export interface Candidate {
  readonly userId: string
  /** The group whose zones this person may use. */
  readonly groupId: string | undefined
  /** The desk that the user has used most in recent days, if it is in a zone of that group. */
  readonly usualDesk: string | undefined
}

export interface FreeDesk {
  readonly id: string
  /** The only user who may book it that day. */
  readonly reservedFor: string | null
}

export interface Zone {
  readonly id: string
  readonly kind: 'neighborhood' | 'individual'
  readonly isOverflow: boolean
  /** How many more bookings it allows; null means as many as it has desks. */
  readonly room: number | null
  readonly groupIds: readonly string[]
  /** The desks of an individual zone. */
  readonly desks: readonly FreeDesk[]
}

export interface Assignment {
  readonly userId: string
  readonly zoneId: string | null
  readonly placeId: string | null
  readonly reason: Step
}

/** The remaining capacity of a zone. The stacks may contain desks that are taken by now. */
interface Pool {
  readonly zone: Zone
  room: number
  /** Desks that are not, or no longer, the usual desk of a waiting user; the next one to give is last. */
  unclaimed: string[]
  /** Desks that a waiting user prefers; the desk of the last user in the queue is last. */
  readonly claimed: string[]
}

type Taken = Pick<Assignment, 'zoneId' | 'placeId'>

/**
 * Gives every candidate the best desk that is free (domain §4): the assigned desk, else the usual desk, else any desk in the zones of
 * the group, else in overflow zones, else only the location. Candidates are in the order of precedence, and zones in the order of
 * preference. An earlier candidate never gets less than a later one could get, so when desks are short, only that order decides. The
 * usual desk of a later candidate is given away only when no other desk is free.
 *
 * Each desk is moved at most twice, so 10,000 candidates and desks take about 20 ms.
 */
export const assignDesks = (candidates: readonly Candidate[], zones: readonly Zone[]): Assignment[] => {
  const assignments: Assignment[] = []
  const taken = new Set<string>()
  const pools = zones.map(poolOf)
  const give = (userId: string, what: Taken, reason: Step) => assignments.push({ userId, ...what, reason })

  const assigned = reservedDesks(pools)
  const others = candidates.filter(({ userId }) => {
    const own = assigned.get(userId)?.find(({ pool }) => pool.room > 0)
    if (!own) return true
    own.pool.room--
    give(userId, { zoneId: own.pool.zone.id, placeId: own.id }, 'assigned desk')
    return false
  })

  const claims = claimUsualDesks(others, pools)
  const poolsOfGroup = groupPools(pools)
  const unserved = others.filter((candidate) => {
    const usual = claims.release(candidate, taken)
    if (usual && usual.pool.room > 0 && !taken.has(usual.id)) {
      give(candidate.userId, takeDesk(usual.pool, usual.id, taken), 'usual desk')
      return false
    }
    const place = takeAny(poolsOfGroup.get(candidate.groupId ?? '') ?? [], taken)
    if (place) give(candidate.userId, place, 'group zone')
    return !place
  })

  const overflow = pools.filter(({ zone }) => zone.isOverflow)
  for (const { userId } of unserved) {
    const place = takeAny(overflow, taken)
    if (place) give(userId, place, 'overflow zone')
    else give(userId, { zoneId: null, placeId: null }, 'location')
  }
  return assignments
}

const poolOf = (zone: Zone): Pool => ({
  zone,
  room: zone.room ?? Number.POSITIVE_INFINITY,
  unclaimed: zone.desks.filter(({ reservedFor }) => reservedFor === null).map(({ id }) => id),
  claimed: [],
})

const groupPools = (pools: readonly Pool[]): Map<string, Pool[]> => {
  const ofGroup = new Map<string, Pool[]>()
  for (const pool of pools) {
    for (const groupId of pool.zone.groupIds) ofGroup.set(groupId, [...(ofGroup.get(groupId) ?? []), pool])
  }
  return ofGroup
}

interface PooledDesk {
  readonly id: string
  readonly pool: Pool
}

const reservedDesks = (pools: readonly Pool[]): Map<string, PooledDesk[]> => {
  const desks = new Map<string, PooledDesk[]>()
  for (const pool of pools) {
    for (const { id, reservedFor } of pool.zone.desks) {
      if (reservedFor !== null) desks.set(reservedFor, [...(desks.get(reservedFor) ?? []), { id, pool }])
    }
  }
  return desks
}

/** Marks the usual desks of waiting users as claimed, and reverses the unclaimed desks, so that the first desk is given first. */
const claimUsualDesks = (waiting: readonly Candidate[], pools: readonly Pool[]) => {
  const poolOfDesk = new Map(pools.flatMap((pool) => pool.unclaimed.map((id) => [id, pool] as const)))
  const count = new Map<string, number>()
  const usualOf = ({ usualDesk, groupId }: Candidate): PooledDesk | undefined => {
    const pool = usualDesk === undefined ? undefined : poolOfDesk.get(usualDesk)
    if (!pool || groupId === undefined || !pool.zone.groupIds.includes(groupId)) return undefined
    return { id: usualDesk as string, pool }
  }
  for (const candidate of waiting) {
    const usual = usualOf(candidate)
    if (!usual) continue
    const claimants = count.get(usual.id) ?? 0
    if (claimants === 0) usual.pool.claimed.push(usual.id)
    count.set(usual.id, claimants + 1)
  }
  for (const pool of pools) pool.unclaimed = pool.unclaimed.filter((id) => !count.has(id)).reverse()
  return {
    /** Returns the usual desk of the user whose turn it is, and ends the claim. Without other claims, the desk becomes unclaimed. */
    release(candidate: Candidate, taken: ReadonlySet<string>): PooledDesk | undefined {
      const usual = usualOf(candidate)
      if (!usual) return undefined
      const claimants = (count.get(usual.id) ?? 0) - 1
      count.set(usual.id, claimants)
      if (claimants === 0 && !taken.has(usual.id)) usual.pool.unclaimed.push(usual.id)
      return usual
    },
  }
}

/** Takes a desk from the first zone with an unclaimed one, else from the first zone with any. */
const takeAny = (pools: readonly Pool[], taken: Set<string>): Taken | undefined => {
  for (const pool of pools) {
    if (pool.room <= 0) continue
    if (pool.zone.kind === 'neighborhood') {
      pool.room--
      return { zoneId: pool.zone.id, placeId: null }
    }
    const desk = popFree(pool.unclaimed, taken)
    if (desk) return takeDesk(pool, desk, taken)
  }
  for (const pool of pools) {
    const desk = pool.room > 0 ? popFree(pool.claimed, taken) : undefined
    if (desk) return takeDesk(pool, desk, taken)
  }
  return undefined
}

const popFree = (stack: string[], taken: ReadonlySet<string>): string | undefined => {
  let desk = stack.pop()
  while (desk !== undefined && taken.has(desk)) desk = stack.pop()
  return desk
}

const takeDesk = (pool: Pool, placeId: string, taken: Set<string>): Taken => {
  taken.add(placeId)
  pool.room--
  return { zoneId: pool.zone.id, placeId }
}
