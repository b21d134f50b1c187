import { createHash } from 'node:crypto'
import type pg from 'pg'
import { inOrder } from '../../platform/jobs/in-order.ts'
import { copyLines } from '../../platform/sql/copy-out.ts'
import { type Chunk, compressChunk } from '../chunks/chunk.ts'

const DAY_LENGTH = 10
const UUID_LENGTH = 36
const LOCATION_AT = DAY_LENGTH + 1
/** The day and the location of a row, with the byte between them. */
const PREFIX_LENGTH = LOCATION_AT + UUID_LENGTH
const COMMA = 0x2c
const NEWLINE = 0x0a

/** A row, `,{…}\n`, and the segment that it belongs to. */
export interface SegmentRow {
  readonly day: string
  readonly locationId: string
  /** Further columns of the query for code that processes the row, each with a byte after it; they are not stored. */
  readonly tag: string
  readonly row: Buffer
}

/** Which segment the rows belong to that start with these bytes. */
interface RowPrefix {
  readonly bytes: Buffer
  readonly day: string
  readonly locationId: string
}

/**
 * Yields the rows of a query in its order. The query returns the columns day, location, tags in ASCII that always have this length in
 * all, with a byte after each, and the row as JSON. Rows come in batches, so that a row does not cost a promise, and those of a segment
 * share the texts of its day and location.
 */
export const copySegmentRows = async function* (
  client: pg.ClientBase,
  query: string,
  tagLength = 0,
): AsyncGenerator<SegmentRow[]> {
  const tagAt = PREFIX_LENGTH + 1
  const rowAt = tagAt + tagLength
  let rest: Buffer = Buffer.alloc(0)
  let prefix: RowPrefix = { bytes: Buffer.alloc(PREFIX_LENGTH), day: '', locationId: '' }
  for await (const chunk of copyLines(client, query)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const rows: SegmentRow[] = []
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      if (!startsWith(bytes, start, prefix)) prefix = readPrefix(bytes, start)
      const tag = tagLength === 0 ? '' : bytes.toString('latin1', start + tagAt, start + rowAt)
      // The byte after the last column before the row becomes the comma of the row.
      bytes[start + rowAt - 1] = COMMA
      rows.push({ day: prefix.day, locationId: prefix.locationId, tag, row: bytes.subarray(start + rowAt - 1, end + 1) })
      start = end + 1
    }
    rest = bytes.subarray(start)
    yield rows
  }
}

/** A loop over so few bytes takes less than a call that compares them. */
const startsWith = (bytes: Buffer, at: number, prefix: RowPrefix): boolean => {
  for (let index = PREFIX_LENGTH - 1; index >= 0; index--) if (bytes[at + index] !== prefix.bytes[index]) return false
  return true
}

const readPrefix = (bytes: Buffer, at: number): RowPrefix => ({
  // A copy, because the rows of the next batch are compared with it too.
  bytes: Buffer.from(bytes.subarray(at, at + PREFIX_LENGTH)),
  day: bytes.toString('latin1', at, at + DAY_LENGTH),
  locationId: bytes.toString('latin1', at + LOCATION_AT, at + PREFIX_LENGTH),
})

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
