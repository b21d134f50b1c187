import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Db } from '../../platform/db/database.ts'
import type { ChunkCache } from '../chunks/chunk-cache.ts'
import { createPresenceBuilder, type PresenceBuilder } from '../published/presence-segments.ts'
import type { ChunkRef } from '../published/published-segments.ts'
import type { Readers } from '../readers/readers.ts'
import type { RowServers } from '../replica/row-source.ts'
import type { ReadNotes } from './dataset-reads.ts'
import { createLiveDays, type LiveDays } from './live-days.ts'

/** The resources of one node for reading datasets. */
export interface Warehouse extends RowServers {
  readonly db: Db
  /** The pool that `db` uses. */
  readonly pool: pg.Pool
  /** A separate pool for reading rows, so that slow readers delay only other readers. */
  readonly exports: pg.Pool
  /** The slots for streamed responses. */
  readonly readers: Readers
  readonly cache: ChunkCache
  /** The positions of the chunks of published days, by the state of the day. */
  readonly refs: LRUCache<string, readonly ChunkRef[]>
  readonly liveDays: LiveDays
  readonly presenceBuilder: PresenceBuilder
  readonly readNotes?: Pick<ReadNotes, 'note'> | undefined
}

const MAX_REFS = 20_000

interface Options extends RowServers {
  readonly db: Db
  readonly readers: Readers
  /**
   * Connections for work without a time limit: first reads of presence wait for a refresh, and for days of millions of events.
   */
  readonly jobs: pg.Pool
  /** The cache of compressed rows. */
  readonly cache: ChunkCache
  /** What is read is noted here. */
  readonly readNotes?: Pick<ReadNotes, 'note'>
}

export const createWarehouse = ({ readers, jobs, cache, ...servers }: Options): Warehouse => {
  // Each chunk takes a few bytes.
  const refs = new LRUCache<string, readonly ChunkRef[]>({ maxSize: MAX_REFS, sizeCalculation: ({ length }) => length + 1 })
  const liveDays = createLiveDays(cache)
  return { ...servers, readers, cache, refs, liveDays, presenceBuilder: createPresenceBuilder(jobs) }
}
