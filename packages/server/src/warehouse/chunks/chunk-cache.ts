import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database.ts'
import type { Listener } from '../../platform/notifications/listener.ts'
import type { PackedRows } from './chunk.ts'

/** Rows that belong to one location, in one encoding. */
export interface PlacedRows extends PackedRows {
  readonly locationId: string
}

/** A least-recently-used cache, limited in bytes, of chunks of segments and of days read live. */
export interface ChunkCache {
  get(key: string): readonly PlacedRows[] | undefined
  set(key: string, chunks: readonly PlacedRows[]): void
  /** Returns whether a read of so many bytes may be cached: a larger one would evict what it cached itself, and all else. */
  hasRoomFor(bytes: number): boolean
  clear(): void
}

/** The approximate memory of an entry and of a chunk besides the compressed bytes. */
const OVERHEAD = 300

/** Copies bytes that are part of a larger buffer, because a reference would keep all of that in memory. */
const ownBytes = (chunk: PlacedRows): PlacedRows => {
  const { bytes } = chunk
  if (bytes.buffer.byteLength === bytes.length) return chunk
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return { ...chunk, bytes: own }
}

/** Keys include the encoding and the revision or state, so entries never become stale; they are only evicted. */
export const createChunkCache = (maxBytes: number): ChunkCache => {
  const entries = new LRUCache<string, readonly PlacedRows[]>({
    maxSize: maxBytes,
    sizeCalculation: (chunks) => chunks.reduce((sum, { bytes }) => sum + bytes.length + OVERHEAD, OVERHEAD),
  })
  return {
    get: (key) => entries.get(key),
    set: (key, chunks) => void entries.set(key, chunks.map(ownBytes)),
    hasRoomFor: (bytes) => bytes <= maxBytes / 2,
    clear: () => entries.clear(),
  }
}

/** Shares a cache between the cells of a node, so that busy ones have more of it. Copies of an organization in two cells may differ. */
export const cacheOfCell = (cache: ChunkCache, cell: string): ChunkCache => ({
  ...cache,
  get: (key) => cache.get(`${cell} ${key}`),
  set: (key, chunks) => cache.set(`${cell} ${key}`, chunks),
})

const CHANNEL = 'rollcall_rows.forget'

/**
 * Makes all nodes drop their cached rows once the transaction is committed. Readers would not receive outdated rows anyway, but
 * those of an erased person should not stay in memory until they are evicted.
 */
export const forgetRows = async (trx: Db, orgId: string): Promise<void> => {
  await sql`select pg_notify(${CHANNEL}, ${orgId})`.execute(trx)
}

/** Does the same as `forgetRows` for a transaction that publishes again because a person was erased. */
export const forgetErasedRows = async (trx: Db, orgId: string): Promise<void> => {
  await sql`
    select pg_notify(${CHANNEL}, ${orgId})
    where exists (select from segments where org_id = ${orgId} and position < 0 and reason = 'erased')
  `.execute(trx)
}

export const invalidateOnNotify = (listener: Listener, ...remembered: readonly Pick<ChunkCache, 'clear'>[]): Promise<void> =>
  listener.on(CHANNEL, () => {
    for (const each of remembered) each.clear()
  })
