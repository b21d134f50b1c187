import { ALREADY_RECORDED, type EventResult, RESULT_CODES } from '@rollcall/contract'
import type { ExpectedCounts } from '../day/types.ts'

/** What became of the events that were sent. */
export interface Tally {
  /** Changes of plans and bookings. */
  deeds: number
  /** What was refused because somebody else had taken or closed it. On days that are over there should be none. */
  conflicts: number
  calls: number
  events: number
  /** Stored now. */
  accepted: number
  /** Answered `Already recorded`. */
  duplicate: number
  userNotFound: number
  locationNotFound: number
  /** Refused for another reason. */
  refused: number
  /** By source; `refused` counts all refusals there. */
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
