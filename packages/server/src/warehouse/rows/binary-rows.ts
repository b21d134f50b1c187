const SIGNATURE_BYTES = 11
/** Shorter fields are numbers, which callers do not keep. */
const KEPT_BYTES = 16

/**
 * Parses the rows of a binary COPY: the bytes of each field, or null. Fields are copied, so that keeping one does not keep the
 * whole buffer in memory.
 */
export const binaryRows = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<(Buffer | null)[]> {
  const reader = createReader(chunks)
  await reader.take(SIGNATURE_BYTES)
  await reader.int32()
  await reader.take(await reader.int32())
  for (let fields = await reader.int16(); fields !== -1; fields = await reader.int16()) {
    const row: (Buffer | null)[] = []
    for (let index = 0; index < fields; index++) {
      const length = await reader.int32()
      row.push(length === -1 ? null : await reader.take(length))
    }
    yield row
  }
  // Reads to the end, so that the COPY itself has finished.
  await reader.skipRest()
}

const createReader = (chunks: AsyncIterable<Buffer>) => {
  const source = chunks[Symbol.asyncIterator]()
  let chunk: Buffer = Buffer.alloc(0)
  let at = 0

  const take = async (length: number): Promise<Buffer> => {
    const bytes = length < KEPT_BYTES ? Buffer.allocUnsafe(length) : Buffer.allocUnsafeSlow(length)
    let filled = 0
    while (filled < length) {
      if (at === chunk.length) {
        const { done, value } = await source.next()
        if (done) throw new Error('The binary COPY ended in the middle of a row')
        chunk = value
        at = 0
      }
      const copied = chunk.copy(bytes, filled, at)
      filled += copied
      at += copied
    }
    return bytes
  }

  return {
    take,
    int16: async () => (await take(2)).readInt16BE(),
    int32: async () => (await take(4)).readInt32BE(),
    async skipRest() {
      while (!(await source.next()).done);
    },
  }
}
