const OPEN = Buffer.from('[')
const CLOSE = Buffer.from(']\n')

/** A JSON array, one row per line: the first comma becomes the bracket. */
export const toJsonArray = async function* (rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield OPEN
  let isFirst = true
  for await (const bytes of rows) {
    if (bytes.length === 0) continue
    yield isFirst ? bytes.subarray(1) : bytes
    isFirst = false
  }
  yield CLOSE
}
