import type { ChunkForm } from '../chunks/chunk.ts'
import type { ChunkCache, PlacedRows } from '../chunks/chunk-cache.ts'
import type { ChunkRef, SegmentRange } from '../published/published-segments.ts'

/** The number of chunks fetched together: few at first, so that the response starts soon; then more, to save statements. */
const FIRST_WINDOW_BYTES = 1 << 17
const WINDOW_BYTES = 1 << 22
const WINDOW_CHUNKS = 1000

/** Chunks of a dataset in the encoding that a response needs. */
export interface WantedChunks extends Pick<SegmentRange, 'orgId' | 'dataset'> {
  readonly form: ChunkForm
  readonly refs: readonly ChunkRef[]
}
type Fetch = (refs: readonly ChunkRef[]) => Promise<PlacedRows[]>

const keyOf = ({ orgId, dataset, form }: Omit<WantedChunks, 'refs'>, { day, locationId, revision, chunkNo }: ChunkRef): string =>
  [orgId, dataset, form, day, locationId, revision, chunkNo].join()

export const findChunk = (cache: ChunkCache, wanted: Omit<WantedChunks, 'refs'>, ref: ChunkRef): PlacedRows | undefined =>
  cache.get(keyOf(wanted, ref))?.[0]

/** Returns the chunks if all of them are cached. */
export const findChunks = (cache: ChunkCache, wanted: WantedChunks): PlacedRows[] | undefined => {
  const chunks: PlacedRows[] = []
  for (const ref of wanted.refs) {
    const known = cache.get(keyOf(wanted, ref))
    if (!known) return undefined
    chunks.push(...known)
  }
  return chunks
}

/** Yields the chunks in order. Those that are not cached are fetched some at a time, while the previous ones are sent. */
export const readChunks = async function* (fetch: Fetch, cache: ChunkCache, wanted: WantedChunks): AsyncGenerator<PlacedRows> {
  const isCacheable = cache.hasRoomFor(sizeOf(wanted.refs, wanted.form))
  const readNext = (window: readonly ChunkRef[] | undefined) => {
    const chunks = window && readWindow(fetch, cache, { ...wanted, refs: window }, isCacheable)
    // The failure surfaces when the window is awaited; if the reader has left before, it is ignored.
    chunks?.catch(() => {})
    return chunks
  }
  const windows = windowsOf(wanted)
  for (let pending = readNext(windows.next().value); pending; ) {
    const chunks = await pending
    pending = readNext(windows.next().value)
    yield* chunks
  }
}

const sizeOf = (refs: readonly ChunkRef[], form: ChunkForm): number => refs.reduce((sum, { sizes }) => sum + sizes[form], 0)

const windowsOf = function* ({ refs, form }: WantedChunks): Generator<readonly ChunkRef[], undefined> {
  let windowBytes = FIRST_WINDOW_BYTES
  for (let start = 0, end = 0; start < refs.length; start = end) {
    for (let bytes = 0; end < refs.length && bytes < windowBytes && end - start < WINDOW_CHUNKS; end++) {
      bytes += (refs[end] as ChunkRef).sizes[form]
    }
    yield refs.slice(start, end)
    windowBytes = Math.min(2 * windowBytes, WINDOW_BYTES)
  }
}

const readWindow = async (
  fetch: Fetch,
  cache: ChunkCache,
  wanted: WantedChunks,
  isCacheable: boolean,
): Promise<readonly PlacedRows[]> => {
  const { refs } = wanted
  const chunks = refs.map((ref) => findChunk(cache, wanted, ref))
  const missing = refs.filter((_, index) => !chunks[index])
  const fetched = missing.length > 0 ? (await fetch(missing)).values() : [].values()
  return refs.map((ref, index) => {
    const known = chunks[index]
    if (known) return known
    const chunk = fetched.next().value as PlacedRows
    if (isCacheable) cache.set(keyOf(wanted, ref), [chunk])
    return chunk
  })
}
