import { createHash } from 'node:crypto'
import { inOrder } from '../../platform/jobs/in-order.ts'
import { type Chunk, compressChunk } from '../chunks/chunk.ts'
import type { SegmentRow } from '../rows/segment-rows.ts'

/** A segment as computed in the snapshot. Its chunks are compressed, so even a hundred thousand rows take a few megabytes. */
export interface BuiltSegment {
  readonly day: string
  readonly locationId: string
  readonly rowCount: number
  readonly sha256: Buffer
  readonly chunks: readonly Chunk[]
}

/** The number of segments whose last rows may be in compression while the next segments are read. */
const AHEAD = 2

/** Builds segments from rows that are sorted by segment. */
export const buildSegments = (batches: AsyncIterable<readonly SegmentRow[]>): AsyncIterable<BuiltSegment> =>
  inOrder(fillSegments(batches), AHEAD, (segment) => segment.close())

const fillSegments = async function* (batches: AsyncIterable<readonly SegmentRow[]>): AsyncGenerator<OpenSegment> {
  let open: OpenSegment | undefined
  for await (const rows of batches) {
    for (const { day, locationId, row } of rows) {
      if (!open?.is(day, locationId)) {
        if (open) yield open
        open = openSegment(day, locationId)
      }
      const full = open.builder.add(row)
      if (full) await full
    }
  }
  if (open) yield open
}

type OpenSegment = ReturnType<typeof openSegment>

const openSegment = (day: string, locationId: string) => {
  const chunks: Chunk[] = []
  const builder = createSegmentBuilder(async (chunk) => {
    chunks.push(chunk)
  })
  return {
    builder,
    is: (otherDay: string, otherLocationId: string) => otherLocationId === locationId && otherDay === day,
    close: async (): Promise<BuiltSegment> => ({ day, locationId, chunks, ...(await builder.finish()) }),
  }
}

/** An empty segment, for a location whose rows of a day are gone. */
export const buildEmptySegment = (day: string, locationId: string): Promise<BuiltSegment> => openSegment(day, locationId).close()

/** The chunk size before compression: small enough that several in progress take little memory, large enough to compress well. */
const CHUNK_BYTES = 1 << 20

export interface SegmentBuilder {
  /** Adds a row, `,{…}\n`. If this returns a promise, wait for it before adding the next. */
  add(row: Buffer): Promise<void> | undefined
  finish(): Promise<{ readonly rowCount: number; readonly sha256: Buffer }>
}

/** Copying rows takes less than a call for each of them to hash it. */
const withoutCommas = (rows: readonly Buffer[], size: number): Buffer => {
  const bytes = Buffer.allocUnsafe(size - rows.length)
  let at = 0
  for (const row of rows) at += row.copy(bytes, at, 1)
  return bytes
}

/** Builds chunks from a stream of rows with constant memory, and computes their SHA-256 as newline-delimited JSON. */
export const createSegmentBuilder = (emit: (chunk: Chunk) => Promise<void>): SegmentBuilder => {
  const hash = createHash('sha256')
  let rows: Buffer[] = []
  let size = 0
  let rowCount = 0

  let emitted: Promise<void> = Promise.resolve()

  /** One chunk is compressed while the rows of the next arrive. */
  const flush = (): Promise<void> => {
    const joined = Buffer.concat(rows, size)
    hash.update(withoutCommas(rows, size))
    const compressed = compressChunk(joined.subarray(1), rows.length)
    rows = []
    size = 0
    const before = emitted
    emitted = Promise.all([compressed, before]).then(([chunk]) => emit(chunk))
    // A failure surfaces when the caller adds the next chunk or finishes.
    emitted.catch(() => {})
    return before
  }

  return {
    add(row) {
      rows.push(row)
      size += row.length
      rowCount++
      return size >= CHUNK_BYTES ? flush() : undefined
    },
    async finish() {
      if (size > 0) await flush()
      await emitted
      return { rowCount, sha256: hash.digest() }
    },
  }
}
