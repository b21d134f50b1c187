import type pg from 'pg'
import type { Db } from '../db/database.ts'
import { type ChunkCache, createChunkCache } from '../segments/chunk-cache.ts'
import { createLiveDays, type LiveDays } from '../segments/live-days.ts'
import { createPresenceBuilder, type PresenceBuilder } from '../segments/presence-segments.ts'
import type { DatasetPools } from './live-reader.ts'

/** What answers from segments are read with; of one node. */
export interface Warehouse extends DatasetPools {
  readonly db: Db
  readonly cache: ChunkCache
  readonly liveDays: LiveDays
  readonly presence: PresenceBuilder
}

interface Options {
  readonly db: Db
  readonly pool: pg.Pool
  readonly exports: pg.Pool
  /** Compressed rows that are remembered. */
  readonly cacheBytes: number
}

export const createWarehouse = ({ db, pool, exports, cacheBytes }: Options): Warehouse => {
  const cache = createChunkCache(cacheBytes)
  return { db, pool, exports, cache, liveDays: createLiveDays(cache), presence: createPresenceBuilder(pool) }
}
