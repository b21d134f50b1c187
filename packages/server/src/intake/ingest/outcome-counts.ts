import type { ResultCode } from '@rollcall/contract'
import type { Outcome, OutcomeCounts } from '../../platform/telemetry/telemetry.ts'

export const NO_COUNTS: OutcomeCounts = { accepted: 0, repeated: 0, user_not_found: 0, location_not_found: 0, refused: 0 }

const OUTCOMES = ['accepted', 'user_not_found', 'location_not_found', 'refused'] as const satisfies Record<ResultCode, Outcome>

export const countOutcomes = (outcomes: readonly Outcome[]): OutcomeCounts => {
  const counts = { ...NO_COUNTS }
  for (const outcome of outcomes) counts[outcome]++
  return counts
}

/**
 * What a replay changes: each event was counted when it came, so it moves from the refusal it waited with to what became
 * of it. One that turns out to be stored already moves nowhere: whoever stored it counted it. Only an event that is refused
 * for another reason now may be moved twice, by two replays at once.
 */
export const countMoved = (before: readonly ResultCode[], outcomes: readonly Outcome[]): OutcomeCounts => {
  const counts = { ...NO_COUNTS }
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome === 'repeated') continue
    counts[OUTCOMES[before[index] as ResultCode]]--
    counts[outcome]++
  }
  return counts
}
