/** Where the copy is not what the service has. */
export interface Difference {
  readonly dataset: string
  /** Null where the dataset is compared as a whole; the first one where several days are. */
  readonly day: string | null
  readonly locationId: string | null
  /** One sentence for people. */
  readonly problem: string
}

export interface VerifyReport {
  readonly mode: 'feed' | 'windows'
  /** Segments that were compared. */
  readonly segments: number
  /** Questions whose answer was compared. */
  readonly windows: number
  readonly differences: readonly Difference[]
  readonly notices: readonly string[]
}

/** What is found while comparing. */
export interface Findings {
  segments: number
  windows: number
  readonly differences: Difference[]
  readonly notices: string[]
  /** Whether an older backup of the service was restored since the last load. */
  isRestored?: boolean
  /** Keys of the state that have to be forgotten for all that differs to be read again. */
  readonly mistaken: Set<string>
}

export const INCREMENTAL_HELPS = '`rollcall load incremental` brings it up to date'
export const REPAIR_HELPS = '`rollcall load verify --repair` reads it again'
