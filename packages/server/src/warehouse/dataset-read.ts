import type { Chunk } from '../segments/chunk.ts'

/** Rows as they are sent: a chunk, or bytes as the database writes them, `,{…}\n` per row, which may be cut anywhere. */
export type Piece = Chunk | Buffer

/** One answer of a dataset: which state it shows, and its rows. */
export interface DatasetRead {
  /** Changes whenever a row may have changed; the same on every node. */
  readonly etag: string
  readonly lastModified: Date
  /** When the newest of what is not read live was published; now where all of it is. */
  readonly refreshedAt: Date
  /** Where it is known before the rows are read. */
  readonly rowCount: number | undefined
  /** Reads the rows; to be called once, and to be read to the end or destroyed. */
  open(): AsyncIterable<Piece>
}
