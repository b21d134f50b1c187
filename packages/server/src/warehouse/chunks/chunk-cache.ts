import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database.ts'
import type { Listener } from '../../platform/notifications/listener.ts'
import type { Chunk } from './chunk.ts'

/** A chunk of rows that belong to one location. */
export interface PlacedChunk extends Chunk {
  readonly locationId: string
}

/** A least-recently-used cache, limited in bytes, of chunks of segments and of days read live. */
export interface ChunkCache {
  get(key: string): readonly PlacedChunk[] | undefined
  set(key: string, chunks: readonly PlacedChunk[]): void
  clear(): void
}

/** The approximate memory of an entry and of a chunk besides the compressed bytes. */
const OVERHEAD = 300

/** Copies the bytes: the originals are part of a larger read, and a reference would keep all of it in memory. */
const ownBytes = (chunk: PlacedChunk): PlacedChunk => {
  const bytes = Buffer.allocUnsafeSlow(chunk.deflated.length + chunk.zstandard.length)
  chunk.deflated.copy(bytes)
  chunk.zstandard.copy(bytes, chunk.deflated.length)
  const [deflated, zstandard] = [bytes.subarray(0, chunk.deflated.length), bytes.subarray(chunk.deflated.length)]
  return { ...chunk, deflated, zstandard }
}

/** Keys include the revision or state, so entries never become stale; they are only evicted. */
export const createChunkCache = (maxBytes: number): ChunkCache => {
  const entries = new LRUCache<string, readonly PlacedChunk[]>({
    maxSize: maxBytes,
    sizeCalculation: (chunks) =>
      chunks.reduce((sum, { deflated, zstandard }) => sum + deflated.length + zstandard.length + OVERHEAD, OVERHEAD),
  })
  return {
    get: (key) => entries.get(key),
    set: (key, chunks) => void entries.set(key, chunks.map(ownBytes)),
    clear: () => entries.clear(),
  }
}

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
