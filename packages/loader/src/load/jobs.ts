import { inParallel } from './in-parallel.ts'
import type { Session } from './session.ts'

/**
 * Maximum number of downloaded rows that wait to be stored: three row groups of DuckDB, which writes each of them once if one transaction
 * fills it. Those of attendance take 350 MB of the temporary folder.
 */
const MAX_WAITING_ROWS = 3 * 122_880

/** Rows that are downloaded and then stored. */
export interface Job {
  /** The number of rows, if it is known. Without it, no more jobs wait to be stored than are downloaded at a time. */
  readonly rowCount?: number
  /** Downloads them, and returns what stores them. */
  readonly read: (signal: AbortSignal) => Promise<Store>
}

type Store = (isFollowed: () => boolean) => Promise<void>

/** Downloads concurrently, and stores in order. */
export const runJobs = (session: Session, jobs: readonly Job[]): Promise<void> =>
  inParallel(jobs, {
    parallel: session.parallel,
    signal: session.source.signal,
    sizeOf: ({ rowCount = MAX_WAITING_ROWS }) => rowCount,
    maxSize: session.destination.isJoining ? MAX_WAITING_ROWS : 0,
    begin: ({ read }, signal) => read(signal),
    finish: (_, store, isFollowed) => store(isFollowed),
  })
