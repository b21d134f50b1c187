import type { SegmentDataset } from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import { type SegmentRevision, saveRevisions } from './revision-store.ts'

/** Before they are written together: few statements, and little memory. PostgreSQL takes 65,535 parameters, ten a chunk. */
const MAX_BYTES = 8 << 20
const MAX_REVISIONS = 500

/** What was published so far. */
export interface PublishedCounts {
  rows: number
  segments: number
  /** Of the segments those that had been published before. */
  restated: number
}

/** Collects revisions of a dataset and writes some at a time. */
export const createRevisionBuffer = (trx: Db, orgId: string, dataset: SegmentDataset, counts: PublishedCounts) => {
  let waiting: SegmentRevision[] = []
  let bytes = 0
  const flush = async (): Promise<void> => {
    const revisions = waiting
    waiting = []
    bytes = 0
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
