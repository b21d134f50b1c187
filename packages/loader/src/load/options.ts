import type { RollcallClient } from '@rollcall/client'
import type { Destination } from '../destinations/destination.ts'
import type { AwayOptions } from '../source/persistence.ts'

/** Progress of a load. */
export interface LoadProgress {
  readonly done: number
  /** Grows while the change feed is read. */
  readonly total: number
  /** The current step, as text. */
  readonly text: string
}

export interface CommonOptions {
  readonly client: RollcallClient
  readonly destination: Destination
  /** Stops the load. Complete parts are kept, and the next load resumes there. */
  readonly signal?: AbortSignal | undefined
  /** How long to wait for a service that becomes unavailable during a load. */
  readonly away?: AwayOptions | undefined
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined
}

export interface LoadOptions extends CommonOptions {
  /** Names of the daily datasets to load, all by default. The directory is always loaded. */
  readonly datasets?: readonly string[] | undefined
  /** Concurrent downloads: 3 by default, at most 8. */
  readonly parallel?: number | undefined
  /** Only reports what would be read; nothing is written or created. */
  readonly dryRun?: boolean | undefined
}

export interface BackfillOptions extends LoadOptions {
  /** The first day, `2026-01-05`. */
  readonly from: string
  /** The last day; yesterday if absent or later. */
  readonly to?: string | undefined
}

export interface IncrementalOptions extends LoadOptions {
  /** Days before today to read again if the service has no change feed: 7 by default. */
  readonly lookBackDays?: number | undefined
}

export interface FutureOptions extends CommonOptions {
  /** Number of days, including today. */
  readonly days: number
  readonly dryRun?: boolean | undefined
}
