import type { RollcallClient } from '@rollcall/client'
import type { Destination } from '../destinations/destination.ts'
import type { AwayOptions } from '../source/persistence.ts'

/** How far a load has come. */
export interface LoadProgress {
  readonly done: number
  /** Grows while the change feed is read. */
  readonly total: number
  /** What is being done, for people. */
  readonly text: string
}

export interface CommonOptions {
  readonly client: RollcallClient
  readonly destination: Destination
  /** Stops the load: what is complete is kept, and the next one goes on from there. */
  readonly signal?: AbortSignal | undefined
  /** How long a service is waited for that goes away midway. */
  readonly away?: AwayOptions | undefined
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined
}

export interface LoadOptions extends CommonOptions {
  /** Names of those that are loaded by days, all by default; the directory is always loaded. */
  readonly datasets?: readonly string[] | undefined
  /** Downloads at a time: 3 by default, at most 8. */
  readonly parallel?: number | undefined
  /** Only tells what would be read: nothing is written or created. */
  readonly dryRun?: boolean | undefined
}

export interface BackfillOptions extends LoadOptions {
  /** The first day, `2026-01-05`. */
  readonly from: string
  /** The last day; yesterday where it is absent or later. */
  readonly to?: string | undefined
}

export interface IncrementalOptions extends LoadOptions {
  /** Days before today that are read again where the service does not tell what has changed: 7 by default. */
  readonly lookBackDays?: number | undefined
}

export interface FutureOptions extends CommonOptions {
  /** How many, today included. */
  readonly days: number
  readonly dryRun?: boolean | undefined
}
