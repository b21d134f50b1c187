/** One row of a file, by the names of its columns or properties. */
export interface Row {
  /** Where it begins, counted from 1. */
  readonly line: number
  readonly values: Readonly<Record<string, unknown>>
  /** Why it cannot be used as it is. */
  readonly fault?: string
}

/** A line of a file. */
export interface Place {
  readonly file: string
  readonly line: number
}

/** A file that cannot be read to its end; its message says why, after the name of the file. */
export class UnreadableInput extends Error {}
