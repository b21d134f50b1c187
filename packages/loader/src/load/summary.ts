import type { SegmentReason } from '@rollcall/contract'

/** What a load did with one dataset, or would do in a dry run. */
export interface DatasetSummary {
  readonly name: string
  readonly table: string
  rowsWritten: number
  /** Segments whose rows were read and replaced. */
  segmentsRead: number
  /** Segments that became empty and need no request. */
  segmentsRemoved: number
  /** Responses that were read, each for a range of days or a whole dataset. */
  windowsRead: number
  /** Segments or responses that the copy already has. */
  unchanged: number
}

export interface LoadSummary {
  /** Whether the load follows the change feed (`feed`), or requests days again (`windows`). */
  readonly mode: 'feed' | 'windows'
  readonly datasets: readonly DatasetSummary[]
  /** Why segments were read or removed. */
  readonly reasons: Record<SegmentReason, number>
  /** Segments whose content was compared with the change feed. */
  readonly verified: { bySha256: number; byRowCount: number }
  /** Bytes of JSON, before compression. */
  readonly bytes: number
  readonly seconds: number
  /** Notices for people, one sentence each. */
  readonly notices: readonly string[]
}
