import type { Piece } from '../chunks/chunk.ts'

/** What an answer is read from, once it is open. */
export interface DatasetRows {
  /** Where it is known before the rows are read. */
  readonly rowCount: number | undefined
  /** To be read once. */
  readonly pieces: AsyncIterable<Piece>
  /** Gives back what the reading holds: to be called in any case, whether all was read or not, and any number of times. */
  close(): void
}

/** One answer of a dataset: which state it shows, and its rows. Everything but `open` is cheap. */
export interface DatasetRead {
  /** Names the state, the question and the organization: changes whenever a row may have changed, the same on every node. */
  readonly etag: string
  readonly lastModified: Date
  /** When the locations asked for were last refreshed; now where all rows are read live. */
  readonly refreshedAt: Date
  /** How many rows there are, where that is known without reading them. */
  countRows(): Promise<number | undefined>
  /** Gets what is needed to read the rows, which are of this state or a newer one. */
  open(): Promise<DatasetRows>
}
