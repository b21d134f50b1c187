import type { StateEntry } from '../destinations/destination.ts'
import { planOf } from './incremental.ts'
import { load } from './load.ts'
import type { CommonOptions } from './options.ts'
import { runLoad } from './run-load.ts'
import { FEED_KEY, FUTURE_KEY } from './state.ts'
import type { LoadSummary } from './summary.ts'
import { compare } from './verify.ts'
import type { Difference } from './verify-report.ts'

export interface RepairOptions extends CommonOptions {
  /** Downloads at a time: 3 by default, at most 8. */
  readonly parallel?: number | undefined
}

export interface RepairReport {
  /** What differed before. */
  readonly differences: readonly Difference[]
  /** What was loaded; nothing where nothing differed. */
  readonly summary: LoadSummary
}

/**
 * Compares the copy with the service, forgets what was loaded of all that differs, and loads as an incremental load does: rows that
 * were deleted, tables that were emptied and files that were removed come back, and what is not published goes.
 * @throws LoadError, DestinationError, RollcallError
 */
export const repair = (options: RepairOptions): Promise<RepairReport> =>
  runLoad(options, async (session) => {
    const { mode, findings } = await compare(session)
    const { differences, mistaken } = findings
    if (differences.length === 0 && !findings.isRestored) return { differences, summary: session.summarize(mode, []) }
    if (mistaken.has(FUTURE_KEY)) session.notice('`rollcall load future` reads the bookings of the days to come again.')
    // A load that is broken off from here on is gone on with by any other.
    await session.remember([...mistaken, FEED_KEY].map((key): StateEntry => [key, null]))
    return { differences, summary: await load(session, { ...planOf(session), isRepair: true }) }
  })
