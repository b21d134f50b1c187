import type { Refusal } from '../events/make-event.ts'
import type { Place } from '../rows/row.ts'

/** A reason of refusals, their number, and the place of one of them. */
export interface RefusedReason extends Refusal {
  count: number
  readonly example: Place
}

/** Counts of rows by outcome. */
export interface Tally {
  rows: number
  accepted: number
  alreadyRecorded: number
  refused: number
  /** Times that occurred twice on their day; the earlier one was used. */
  ambiguousTimes: number
  readonly reasons: Map<string, RefusedReason>
}

export const newTally = (): Tally => ({
  ...{ rows: 0, accepted: 0, alreadyRecorded: 0, refused: 0, ambiguousTimes: 0 },
  reasons: new Map(),
})

/** Limits the number of reasons, and so memory. */
const MAX_REASONS = 100

const keyOf = ({ resultCode, reason }: Refusal): string => `${resultCode} ${reason}`

export const countRefusal = (tally: Tally, given: Refusal, example: Place): void => {
  const { reasons } = tally
  const isListed = reasons.size < MAX_REASONS || reasons.has(keyOf(given))
  const refusal = isListed ? given : { ...given, reason: 'other reasons' }
  const known = reasons.get(keyOf(refusal))
  tally.refused += 1
  if (known) known.count += 1
  else reasons.set(keyOf(refusal), { ...refusal, count: 1, example })
}
