import type { ChunkCache, PlacedChunk } from '../segments/chunk-cache.ts'
import type { ChunkRef, SegmentRange } from '../segments/published-segments.ts'

/** Chunks that are fetched together: few statements, and little memory. */
const WINDOW_BYTES = 1 << 22
const WINDOW_CHUNKS = 1000

type Of = Pick<SegmentRange, 'orgId' | 'dataset'>
type Fetch = (refs: readonly ChunkRef[]) => Promise<PlacedChunk[]>

const keyOf = ({ orgId, dataset }: Of, { day, locationId, revision, chunkNo }: ChunkRef): string =>
  [orgId, dataset, day, locationId, revision, chunkNo].join()

/** The chunks, where all of them are remembered. */
export const findChunks = (cache: ChunkCache, of: Of, refs: readonly ChunkRef[]): PlacedChunk[] | undefined => {
  const chunks: PlacedChunk[] = []
  for (const ref of refs) {
    const known = cache.get(keyOf(of, ref))
    if (!known) return undefined
    chunks.push(...known)
  }
  return chunks
}

/** The chunks one after the other, those that are not remembered fetched some at a time. */
export const readChunks = async function* (
  fetch: Fetch,
  cache: ChunkCache,
  of: Of,
  refs: readonly ChunkRef[],
): AsyncGenerator<PlacedChunk> {
  let fetched = new Map<ChunkRef, PlacedChunk>()
  for (const [index, ref] of refs.entries()) {
    const known = cache.get(keyOf(of, ref)) ?? []
    let chunk = fetched.get(ref) ?? known[0]
    if (!chunk) {
      fetched = await fetchWindow(fetch, cache, of, refs, index)
      chunk = fetched.get(ref) as PlacedChunk
    }
    fetched.delete(ref)
    yield chunk
  }
}

const fetchWindow = async (
  fetch: Fetch,
  cache: ChunkCache,
  of: Of,
  refs: readonly ChunkRef[],
  from: number,
): Promise<Map<ChunkRef, PlacedChunk>> => {
  const window: ChunkRef[] = []
  let bytes = 0
  for (let index = from; index < refs.length && bytes < WINDOW_BYTES && window.length < WINDOW_CHUNKS; index++) {
    const ref = refs[index] as ChunkRef
    if (cache.get(keyOf(of, ref))) continue
    window.push(ref)
    bytes += ref.bytes
  }
  const chunks = await fetch(window)
  for (const [index, ref] of window.entries()) cache.set(keyOf(of, ref), [chunks[index] as PlacedChunk])
  return new Map(window.map((ref, index) => [ref, chunks[index] as PlacedChunk]))
}
