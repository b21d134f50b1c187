/** A difference between copy and service. */
export interface Difference {
  readonly dataset: string
  /** The day, or the first of several; null if the dataset is compared as a whole. */
  readonly day: string | null
  readonly locationId: string | null
  /** The problem, as a sentence. */
  readonly problem: string
}

export interface VerifyReport {
  readonly mode: 'feed' | 'windows'
  /** Number of compared segments. */
  readonly segments: number
  /** Number of compared responses. */
  readonly windows: number
  readonly differences: readonly Difference[]
  readonly notices: readonly string[]
}

/** The results of a comparison. */
export interface Findings {
  segments: number
  windows: number
  readonly differences: Difference[]
  readonly notices: string[]
  /** Whether an older backup of the service was restored since the last load. */
  isRestored?: boolean
  /** Keys of state entries to remove, so that everything that differs is read again. */
  readonly toReload: Set<string>
}

export const INCREMENTAL_HELPS = '`rollcall load incremental` updates it'
export const REPAIR_HELPS = '`rollcall load verify --repair` reads it again'
