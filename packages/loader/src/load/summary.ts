import type { SegmentReason } from '@rollcall/contract'

/** What a load did with one dataset. In a dry run: what it would do. */
export interface DatasetSummary {
  readonly name: string
  readonly table: string
  rowsWritten: number
  /** Segments whose rows were read and replaced. */
  segmentsRead: number
  /** Segments that have lost all their rows, which nobody has to ask for. */
  segmentsRemoved: number
  /** Answers that were read: each of some days, or of a whole dataset. */
  windowsRead: number
  /** Segments or answers that the copy has already. */
  unchanged: number
}

export interface LoadSummary {
  /** Whether the service tells what was published (`feed`), or has to be asked for all days again (`windows`). */
  readonly mode: 'feed' | 'windows'
  readonly datasets: readonly DatasetSummary[]
  /** Why segments were read or removed. */
  readonly reasons: Record<SegmentReason, number>
  /** Segments whose content was compared with what the change feed announced. */
  readonly verified: { bySha256: number; byRowCount: number }
  /** Of JSON, before compression. */
  readonly bytes: number
  readonly seconds: number
  /** What people should know, a sentence each. */
  readonly notices: readonly string[]
}
