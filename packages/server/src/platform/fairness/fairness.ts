import { availableParallelism } from 'node:os'
import { DEFAULT_ORGANIZATION_SHARE } from '../config.ts'
import { createGivingWay, type GivingWay, NEVER_GIVING_WAY } from './giving-way.ts'
import { createLanes, type Lanes, UNLIMITED } from './lanes.ts'
import { createNeighbors, type Neighbors } from './neighbors.ts'
import { createTurns, type Turns } from './turns.ts'

/** What limits one organization beside others. */
export interface Fairness {
  readonly neighbors: Neighbors
  /** The part of a resource that one organization may take while others are active, from 0 to 1. */
  readonly share: number
  readonly givingWay: GivingWay
  /** Connections that are in use at a time. */
  readonly statements: Lanes
  /** Work in the event loop. */
  readonly turns: Turns
}

/** The size of bodies that are parsed in one turn of the event loop: about 300 events, which take a millisecond or two. */
const BYTES_PER_TURN = 64 * 1024

/** @param percent the part of a resource that one organization may take while others are active */
export const createFairness = (percent = DEFAULT_ORGANIZATION_SHARE): Fairness => {
  const share = percent / 100
  const givingWay = createGivingWay()
  // The database has about as many cores as the node. Where it has more, a larger share uses them.
  const statements = createLanes({ count: Math.max(1, Math.floor(availableParallelism() * share)), share, givingWay })
  const turns = createTurns(BYTES_PER_TURN, createLanes({ count: 1, share, givingWay }))
  return { neighbors: createNeighbors(), share, givingWay, statements, turns }
}

/** For processes that work for one organization, such as a command. */
export const UNSHARED: Fairness = {
  neighbors: { seen() {}, hasOthers: () => false },
  share: 1,
  givingWay: NEVER_GIVING_WAY,
  statements: UNLIMITED,
  turns: createTurns(BYTES_PER_TURN, UNLIMITED),
}
