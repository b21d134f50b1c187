import type { ChunkForm, Piece } from '../chunks/chunk.ts'

/** The state of a dataset that a response shows. */
export interface DatasetState {
  /**
   * Identifies the state, the parameters and the organization: it changes whenever a row may have changed, and is the same on
   * every node.
   */
  readonly etag: string
  readonly lastModified: Date
  /** When the requested locations were last refreshed; now if all rows are read live. */
  readonly refreshedAt: Date
  /** For rows of a replica, a time before which they include every change. */
  readonly asOf?: Date | undefined
}

/** The opened source of a response. */
export interface DatasetRows {
  /** The state that the rows have, which may be newer than that of the read. */
  readonly state: DatasetState
  /** The number of rows if it is known before they are read. */
  readonly rowCount: number | undefined
  /** Can be read once. */
  readonly pieces: AsyncIterable<Piece>
  /** Releases the resources. It must always be called, even if not all rows were read, and may be called more than once. */
  close(): void
}

/** One response of a dataset: its state and its rows. Everything except `open` is cheap. */
export interface DatasetRead {
  readonly state: DatasetState
  /** Returns the number of rows if it is known without reading them. */
  countRows(): Promise<number | undefined>
  /** Opens the rows, which are of this state or a newer one. Chunks come in this encoding. */
  open(form: ChunkForm): Promise<DatasetRows>
}
