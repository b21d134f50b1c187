import type { ChunkForm } from '../chunks/chunk.ts'
import { type ChunkRef, fetchChunks, listChunks, readSegmentDays, type SegmentRange } from '../published/published-segments.ts'
import { openOnServer, type RowServers } from '../replica/row-source.ts'
import { findChunk, readChunks } from './chunk-reader.ts'
import { rememberRefs } from './segment-read.ts'
import type { Warehouse } from './warehouse.ts'

/** The parts of a warehouse that fetch rows into memory. */
export type CachingWarehouse = RowServers & Pick<Warehouse, 'cache' | 'refs'>

/**
 * Fetches the fixed rows of published days into the memory of this node, the latest first, as far as they fit there next to the bytes
 * that were fetched before. Otherwise each organization would evict what was fetched for the one before it.
 * @returns the bytes that were fetched
 */
export const cacheSegments = (
  warehouse: CachingWarehouse,
  wanted: SegmentRange & { readonly form: ChunkForm },
  fetchedBytes: number,
): Promise<number> =>
  openOnServer({ ...warehouse, onRead: undefined }, wanted.orgId, async ({ snapshot }) => {
    const { cache } = warehouse
    const days = await readSegmentDays(snapshot.db, wanted)
    const refs = await listChunks(snapshot.db, wanted)
    const missing = refs.filter((ref) => !findChunk(cache, wanted, ref)).reverse()
    let bytes = 0
    const excess = missing.findIndex(({ sizes }) => {
      const isExcess = !cache.hasRoomFor(fetchedBytes + bytes + sizes[wanted.form])
      if (!isExcess) bytes += sizes[wanted.form]
      return isExcess
    })
    const fetch = (window: readonly ChunkRef[]) => fetchChunks(snapshot.client, wanted, window, wanted.form)
    const chosen = excess === -1 ? missing : missing.slice(0, excess)
    for await (const _ of readChunks(fetch, cache, { ...wanted, refs: chosen }));
    rememberRefs(warehouse, wanted, days, refs)
    await snapshot.commit()
    return bytes
  })
