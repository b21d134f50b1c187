import type { ChunkCache, PlacedChunk } from '../chunks/chunk-cache.ts'
import type { ChunkRef, SegmentRange } from '../published/published-segments.ts'

/** The number of chunks fetched together: few at first, so that the response starts soon; then more, to save statements. */
const FIRST_WINDOW_BYTES = 1 << 17
const WINDOW_BYTES = 1 << 22
const WINDOW_CHUNKS = 1000

type Of = Pick<SegmentRange, 'orgId' | 'dataset'>
type Fetch = (refs: readonly ChunkRef[]) => Promise<PlacedChunk[]>

const keyOf = ({ orgId, dataset }: Of, { day, locationId, revision, chunkNo }: ChunkRef): string =>
  [orgId, dataset, day, locationId, revision, chunkNo].join()

/** Returns the chunks if all of them are cached. */
export const findChunks = (cache: ChunkCache, of: Of, refs: readonly ChunkRef[]): PlacedChunk[] | undefined => {
  const chunks: PlacedChunk[] = []
  for (const ref of refs) {
    const known = cache.get(keyOf(of, ref))
    if (!known) return undefined
    chunks.push(...known)
  }
  return chunks
}

/** Yields the chunks in order, and fetches those that are not cached a few at a time. */
export const readChunks = async function* (
  fetch: Fetch,
  cache: ChunkCache,
  of: Of,
  refs: readonly ChunkRef[],
): AsyncGenerator<PlacedChunk> {
  let fetched = new Map<ChunkRef, PlacedChunk>()
  let windowBytes = FIRST_WINDOW_BYTES
  for (const [index, ref] of refs.entries()) {
    const known = cache.get(keyOf(of, ref)) ?? []
    let chunk = fetched.get(ref) ?? known[0]
    if (!chunk) {
      fetched = await fetchWindow(fetch, cache, of, refs.slice(index), windowBytes)
      windowBytes = Math.min(2 * windowBytes, WINDOW_BYTES)
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
  refs: Iterable<ChunkRef>,
  maxBytes: number,
): Promise<Map<ChunkRef, PlacedChunk>> => {
  const window: ChunkRef[] = []
  let bytes = 0
  for (const ref of refs) {
    if (bytes >= maxBytes || window.length >= WINDOW_CHUNKS) break
    if (cache.get(keyOf(of, ref))) continue
    window.push(ref)
    bytes += ref.bytes
  }
  const chunks = await fetch(window)
  for (const [index, ref] of window.entries()) cache.set(keyOf(of, ref), [chunks[index] as PlacedChunk])
  return new Map(window.map((ref, index) => [ref, chunks[index] as PlacedChunk]))
}
