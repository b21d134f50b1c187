/** Rows as received: their bytes in blocks of whole rows, and the offset of each row in its block. */
export interface RowStore {
  readonly count: number
  readonly bytes: number
  /** Takes the next chunk of the response, which may end anywhere. */
  append(piece: Uint8Array): void
  /** Takes a last row that ends without a line break. */
  finish(): void
  /** The row with this number, from 0. */
  row(index: number): Row
}

export type Row = Readonly<Record<string, unknown>>

interface Block {
  readonly bytes: Uint8Array
  /** Number of its first row. */
  readonly firstRow: number
  /** The offset after the line break of its last row. */
  end: number
}

const BLOCK_BYTES = 2 ** 21
const FIRST_STARTS = 2 ** 12
const LINE_BREAK = 10

/** A row costs its bytes and 4 more, because it is parsed only when it is shown. */
export const createRowStore = (): RowStore => {
  const decoder = new TextDecoder()
  const blocks: Block[] = [{ bytes: new Uint8Array(BLOCK_BYTES), firstRow: 0, end: 0 }]
  let block = blocks[0] as Block
  let starts = new Uint32Array(FIRST_STARTS)
  let count = 0
  let bytes = 0
  /** Used bytes of the block. The bytes after `end` are the beginning of an incomplete row. */
  let used = 0

  const addRow = (end: number): void => {
    if (count === starts.length) {
      const longer = new Uint32Array(starts.length * 2)
      longer.set(starts)
      starts = longer
    }
    starts[count++] = block.end
    block.end = end
  }

  /** Starts a block with the incomplete row. If the row fills a whole block, the new block is twice as large. */
  const nextBlock = (): void => {
    const partialRow = block.bytes.subarray(block.end, used)
    const next = new Uint8Array(Math.max(BLOCK_BYTES, 2 * partialRow.length))
    next.set(partialRow)
    used = partialRow.length
    block = { bytes: next, firstRow: count, end: 0 }
    blocks.push(block)
  }

  /** Copies a part that fits into the block. */
  const take = (part: Uint8Array): void => {
    block.bytes.set(part, used)
    let from = used
    used += part.length
    const taken = block.bytes.subarray(0, used)
    for (let at = taken.indexOf(LINE_BREAK, from); at !== -1; at = taken.indexOf(LINE_BREAK, from)) {
      addRow(at + 1)
      from = at + 1
    }
  }

  const blockOf = (index: number): number => {
    let low = 0
    for (let high = blocks.length - 1; low < high; ) {
      const middle = (low + high + 1) >> 1
      if ((blocks[middle] as Block).firstRow <= index) low = middle
      else high = middle - 1
    }
    return low
  }

  return {
    get count() {
      return count
    },
    get bytes() {
      return bytes
    },
    append(piece) {
      bytes += piece.length
      for (let rest = piece; rest.length > 0; ) {
        if (used === block.bytes.length) nextBlock()
        const part = rest.subarray(0, block.bytes.length - used)
        rest = rest.subarray(part.length)
        take(part)
      }
    },
    finish() {
      if (used > block.end) addRow(used)
    },
    row(index) {
      const number = blockOf(index)
      const { bytes: all, firstRow, end } = blocks[number] as Block
      const last = (blocks[number + 1]?.firstRow ?? count) - 1
      const start = starts[index] as number
      if (index < firstRow || index > last) throw new RangeError(`There is no row ${index}.`)
      return JSON.parse(decoder.decode(all.subarray(start, index === last ? end : starts[index + 1]))) as Row
    },
  }
}
