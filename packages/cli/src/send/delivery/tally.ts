import type { Refusal } from '../events/make-event.ts'
import type { Place } from '../rows/row.ts'

/** Why events were refused, how many, and where one of them is. */
export interface RefusedReason extends Refusal {
  count: number
  readonly example: Place
}

/** What became of the rows. */
export interface Tally {
  rows: number
  accepted: number
  alreadyRecorded: number
  refused: number
  /** Times that came twice on their day, of which the earlier one was taken. */
  ambiguousTimes: number
  readonly reasons: Map<string, RefusedReason>
}

export const newTally = (): Tally => ({
  ...{ rows: 0, accepted: 0, alreadyRecorded: 0, refused: 0, ambiguousTimes: 0 },
  reasons: new Map(),
})

/** However many reasons there are, they take little memory. */
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
