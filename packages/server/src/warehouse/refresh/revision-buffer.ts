import type { SegmentDataset } from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import { discardPlans } from '../../platform/transactions/discard-plans.ts'
import { type SegmentRevision, saveRevisions } from './revision-store.ts'

/**
 * The chunks to collect before a write: few statements, and little memory. PostgreSQL allows 65,535 parameters, and a chunk takes
 * ten.
 */
const MAX_BYTES = 8 << 20
const MAX_REVISIONS = 500

/** The segments published so far. */
export interface PublishedCounts {
  rows: number
  segments: number
  /** The number of segments that had been published before. */
  restated: number
}

/** Collects revisions of a dataset and writes them in batches. */
export const createRevisionBuffer = (trx: Db, orgId: string, dataset: SegmentDataset, counts: PublishedCounts) => {
  let waiting: SegmentRevision[] = []
  let bytes = 0
  const flush = async (): Promise<void> => {
    const revisions = waiting
    waiting = []
    bytes = 0
    // Each chunk is checked against all segments, which this transaction may be the first to fill.
    if (revisions.length > 0) await discardPlans(trx, counts.segments)
    await saveRevisions(trx, orgId, dataset, revisions)
  }
  return {
    async add(revision: SegmentRevision, isRestated: boolean): Promise<void> {
      counts.rows += revision.rowCount
      counts.segments++
      if (isRestated) counts.restated++
      waiting.push(revision)
      for (const { deflated, zstandard } of revision.chunks) bytes += deflated.length + zstandard.length
      if (bytes >= MAX_BYTES || waiting.length >= MAX_REVISIONS) await flush()
    },
    flush,
  }
}

export type RevisionBuffer = ReturnType<typeof createRevisionBuffer>
