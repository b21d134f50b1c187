const NEWLINE = '\n'.charCodeAt(0)

/** Few enough that the work on them holds up nobody else for long, many enough to be worth a call. */
const BATCH_BYTES = 1 << 16

/** Rows cut anywhere, as pieces that end where a row ends: about 64 KiB each, or one row where that is longer. */
export const wholeRows = async function* (rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  for await (const bytes of rows) {
    let from = 0
    for (;;) {
      const to = endOfBatch(bytes, from)
      if (to === 0) break
      yield begun.length > 0 ? Buffer.concat([...begun, bytes.subarray(from, to)]) : bytes.subarray(from, to)
      begun = []
      from = to
    }
    if (from < bytes.length) begun.push(bytes.subarray(from))
  }
  if (begun.length > 0) throw new Error('The rows end in the middle of one')
}

/** Where the last row ends that a batch from here has room for, or else the next one; 0: no row ends here any more. */
const endOfBatch = (bytes: Buffer, from: number): number => {
  const last = bytes.lastIndexOf(NEWLINE, Math.min(from + BATCH_BYTES, bytes.length) - 1)
  return (last >= from ? last : bytes.indexOf(NEWLINE, from)) + 1
}
