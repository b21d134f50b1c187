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
  /** Concurrent downloads: 3 by default, at most 8. */
  readonly parallel?: number | undefined
}

export interface RepairReport {
  /** The differences before the repair. */
  readonly differences: readonly Difference[]
  /** Summary of the load; empty if there were no differences. */
  readonly summary: LoadSummary
}

/**
 * Compares the copy with the service, removes the state of everything that differs, and runs an incremental load. This restores
 * deleted rows, emptied tables and removed files, and removes what is not published.
 * @throws LoadError, DestinationError, RollcallError
 */
export const repair = (options: RepairOptions): Promise<RepairReport> =>
  runLoad(options, async (session) => {
    const { mode, findings } = await compare(session)
    const { differences, toReload } = findings
    if (differences.length === 0 && !findings.isRestored) return { differences, summary: session.summarize(mode, []) }
    if (toReload.has(FUTURE_KEY)) session.notice('`rollcall load future` reads the bookings of future days again.')
    // If the load is interrupted from here on, any other load resumes it.
    await session.remember([...toReload, FEED_KEY].map((key): StateEntry => [key, null]))
    return { differences, summary: await load(session, { ...planOf(session), isRepair: true }) }
  })
