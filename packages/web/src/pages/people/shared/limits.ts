import type { MAX_RANGE_DAYS, REPLAY_BATCH } from '@rollcall/contract'

// As the contract has them: its values come with schemas, which browsers do not load.
/** From the first to the last day of a range. */
export const RANGE_DAYS: typeof MAX_RANGE_DAYS = 30
/** Events that one call replays. */
export const BATCH: typeof REPLAY_BATCH = 1_000
