/** Bytes of JSON that are read from `at`, and bytes of `COPY` that are written from `length`, which must have room for both. */
export interface Transfer {
  from: Buffer
  at: number
  to: Buffer
  length: number
}

/** Writes the JSON value at `at` as PostgreSQL stores it, with its length in front. False: only PostgreSQL can convert it. */
export type WriteValue = (transfer: Transfer) => boolean
