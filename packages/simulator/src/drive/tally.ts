import { ALREADY_RECORDED, type EventResult, RESULT_CODES } from '@rollcall/contract'
import type { ExpectedCounts } from '../day/types.ts'

/** Counts of sent events by outcome. */
export interface Tally {
  /** Changes of plans and bookings. */
  deeds: number
  /** Calls refused because of changes by other users. Past days should have none. */
  conflicts: number
  calls: number
  events: number
  /** Events that this run stored. */
  accepted: number
  /** Events that returned `Already recorded`. */
  duplicate: number
  userNotFound: number
  locationNotFound: number
  /** Events refused for another reason. */
  refused: number
  /** By source; `refused` counts all its refusals. */
  bySource: Record<string, ExpectedCounts>
}

export const emptyTally = (): Tally => ({
  deeds: 0,
  conflicts: 0,
  calls: 0,
  events: 0,
  accepted: 0,
  duplicate: 0,
  userNotFound: 0,
  locationNotFound: 0,
  refused: 0,
  bySource: {},
})

const outcomeOf = ({ resultCode, message }: EventResult) => {
  if (resultCode === RESULT_CODES.accepted) return message === ALREADY_RECORDED ? 'duplicate' : 'accepted'
  if (resultCode === RESULT_CODES.userNotFound) return 'userNotFound'
  return resultCode === RESULT_CODES.locationNotFound ? 'locationNotFound' : 'refused'
}

/** Adds the results of one call. */
export const countResults = (tally: Tally, sourceId: string, results: readonly EventResult[]) => {
  const source = tally.bySource[sourceId] ?? { accepted: 0, duplicate: 0, refused: 0 }
  tally.bySource[sourceId] = source
  tally.calls += 1
  tally.events += results.length
  for (const result of results) {
    const outcome = outcomeOf(result)
    tally[outcome] += 1
    source[outcome === 'accepted' || outcome === 'duplicate' ? outcome : 'refused'] += 1
  }
}

export const countConflict = (tally: Tally) => {
  tally.conflicts += 1
}
