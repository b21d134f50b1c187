import { createHash } from 'node:crypto'
import type pg from 'pg'
import { inOrder } from '../../platform/jobs/in-order.ts'
import { copyLines } from '../../platform/sql/copy-out.ts'
import { type Chunk, compressChunk } from '../chunks/chunk.ts'

const DAY_LENGTH = 10
const UUID_LENGTH = 36
const PREFIX_LENGTH = DAY_LENGTH + UUID_LENGTH
const NEWLINE = 0x0a

/** A row, as the database writes it, `,{…}\n`, and the segment that it belongs to. */
export interface SegmentRow {
  readonly day: string
  readonly locationId: string
  /** Extra information from the query for code that processes the row; it is not stored. */
  readonly tag: Buffer
  readonly row: Buffer
}

/**
 * Yields the rows of a query in its order. The query returns each row as one text: day, location, a tag in ASCII of this length,
 * and the row after a comma. Rows come in batches, so that a row does not cost a promise.
 */
export const copySegmentRows = async function* (
  client: pg.ClientBase,
  query: string,
  tagLength = 0,
): AsyncGenerator<SegmentRow[]> {
  const copy = copyLines(client, query)
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of copy) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const rows: SegmentRow[] = []
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      const line = bytes.subarray(start, end + 1)
      rows.push({
        day: line.toString('latin1', 0, DAY_LENGTH),
        locationId: line.toString('latin1', DAY_LENGTH, PREFIX_LENGTH),
        tag: line.subarray(PREFIX_LENGTH, PREFIX_LENGTH + tagLength),
        row: line.subarray(PREFIX_LENGTH + tagLength),
      })
      start = end + 1
    }
    rest = bytes.subarray(start)
    yield rows
  }
}

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
  /** Adds a row as the database writes it, `,{…}\n`. If this returns a promise, wait for it before adding the next. */
  add(row: Buffer): Promise<void> | undefined
  finish(): Promise<{ readonly rowCount: number; readonly sha256: Buffer }>
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
    const compressed = compressChunk(Buffer.concat(rows, size).subarray(1), rows.length)
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
      hash.update(row.subarray(1))
      return size >= CHUNK_BYTES ? flush() : undefined
    },
    async finish() {
      if (size > 0) await flush()
      await emitted
      return { rowCount, sha256: hash.digest() }
    },
  }
}
