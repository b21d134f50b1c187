const NEWLINE = '\n'.charCodeAt(0)

/** The batch size in bytes: small enough to delay other requests only briefly, large enough to be worth a call. */
const BATCH_BYTES = 1 << 16

/**
 * Regroups rows that are split anywhere into pieces that end at the end of a row: about 64 KiB each, or one row if it is longer.
 */
export const wholeRows = async function* (rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let partial: Buffer[] = []
  for await (const bytes of rows) {
    let from = 0
    for (;;) {
      const to = endOfBatch(bytes, from)
      if (to === 0) break
      yield partial.length > 0 ? Buffer.concat([...partial, bytes.subarray(from, to)]) : bytes.subarray(from, to)
      partial = []
      from = to
    }
    if (from < bytes.length) partial.push(bytes.subarray(from))
  }
  if (partial.length > 0) throw new Error('The rows end in the middle of one')
}

/** Returns the end of the last row that fits into a batch, or else of the next row; 0 if no further row ends here. */
const endOfBatch = (bytes: Buffer, from: number): number => {
  const last = bytes.lastIndexOf(NEWLINE, Math.min(from + BATCH_BYTES, bytes.length) - 1)
  return (last >= from ? last : bytes.indexOf(NEWLINE, from)) + 1
}
