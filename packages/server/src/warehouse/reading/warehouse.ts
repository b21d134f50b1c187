import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { type ChunkCache, createChunkCache } from '../chunks/chunk-cache.ts'
import { createPresenceBuilder, type PresenceBuilder } from '../published/presence-segments.ts'
import type { ChunkRef } from '../published/published-segments.ts'
import type { Readers } from '../readers/readers.ts'
import { createLiveDays, type LiveDays } from './live-days.ts'

/** What datasets are read with; of one node. */
export interface Warehouse {
  readonly db: Db
  /** The pool below `db`. */
  readonly pool: pg.Pool
  /** Rows are read through a pool of their own, so that slow readers never hold up anything but other readers. */
  readonly exports: pg.Pool
  /** Who has a place to read rows. */
  readonly readers: Readers
  readonly cache: ChunkCache
  /** Where the chunks of published days are, by the state of the day. */
  readonly refs: LRUCache<string, readonly ChunkRef[]>
  readonly liveDays: LiveDays
  readonly presenceBuilder: PresenceBuilder
}

const MAX_REFS = 20_000

interface Options {
  readonly db: Db
  readonly pool: pg.Pool
  readonly exports: pg.Pool
  readonly readers: Readers
  /** Where work takes as long as it takes: first reads of presence wait for a refresh, and for days of millions of events. */
  readonly jobs: pg.Pool
  /** Compressed rows that are remembered. */
  readonly cacheBytes: number
}

export const createWarehouse = ({ db, pool, exports, readers, jobs, cacheBytes }: Options): Warehouse => {
  const cache = createChunkCache(cacheBytes)
  // A few bytes for each chunk.
  const refs = new LRUCache<string, readonly ChunkRef[]>({ maxSize: MAX_REFS, sizeCalculation: ({ length }) => length + 1 })
  const liveDays = createLiveDays(cache)
  return { db, pool, exports, readers, cache, refs, liveDays, presenceBuilder: createPresenceBuilder(jobs) }
}
