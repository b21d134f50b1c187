const NEWLINE = '\n'.charCodeAt(0)

/**
 * Writes newline-delimited JSON by dropping the comma before each row, without parsing: JSON contains no raw newline, so each
 * newline ends a row. The input is never modified, because it may belong to a cache.
 */
export const toNdjson = async function* (rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let atComma = true
  for await (const bytes of rows) {
    const lines = Buffer.allocUnsafe(bytes.length)
    let length = 0
    let from = 0
    while (from < bytes.length) {
      if (atComma) from++
      const newline = bytes.indexOf(NEWLINE, from)
      atComma = newline !== -1
      const to = atComma ? newline + 1 : bytes.length
      length += bytes.copy(lines, length, from, to)
      from = to
    }
    if (length > 0) yield lines.subarray(0, length)
  }
}
