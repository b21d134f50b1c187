/** One row of a file, by column or property name. */
export interface Row {
  /** Line number of its start, counted from 1. */
  readonly line: number
  readonly values: Readonly<Record<string, unknown>>
  /** Why the row cannot be used; absent for a valid row. */
  readonly fault?: string
}

/** A line of a file. */
export interface Place {
  readonly file: string
  readonly line: number
}

/** A file that cannot be read completely. The message says why and follows the file name. */
export class UnreadableInput extends Error {}
