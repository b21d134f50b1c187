import { createHash } from 'node:crypto'
import { type Chunk, compressChunk } from './chunk.ts'

/** Before compression. Small enough that a few in flight take little memory, large enough to compress well. */
const CHUNK_BYTES = 1 << 20

export interface SegmentBuilder {
  /** A row as the database writes it: `,{…}\n`. Wait for the promise, where there is one, before the next. */
  add(row: Buffer): Promise<void> | undefined
  finish(): Promise<{ readonly rowCount: number; readonly sha256: Buffer }>
}

/** Makes chunks of rows as they come, at flat memory, and the SHA-256 of them as newline-delimited JSON. */
export const createSegmentBuilder = (emit: (chunk: Chunk) => Promise<void>): SegmentBuilder => {
  const hash = createHash('sha256')
  let rows: Buffer[] = []
  let size = 0
  let rowCount = 0

  let emitted: Promise<void> = Promise.resolve()

  /** One chunk is compressed while the rows of the next come in. */
  const flush = (): Promise<void> => {
    const compressed = compressChunk(Buffer.concat(rows, size).subarray(1), rows.length)
    rows = []
    size = 0
    const before = emitted
    emitted = Promise.all([compressed, before]).then(([chunk]) => emit(chunk))
    // Whoever adds the next chunk or finishes learns of a failure.
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
