import { type CompressedRows, inflate } from '../segments/chunk.ts'
import { inOrder } from '../segments/in-order.ts'
import type { Piece } from './dataset-read.ts'

/** Pieces that are inflated or compressed at a time: as many as there are threads for it, and few enough in memory. */
export const AT_ONCE = 3

const COMMA = Buffer.from(',')

/** The rows as the database writes them, `,{…}\n` each, whatever the pieces are. */
export const rowBytes = async function* (pieces: AsyncIterable<CompressedRows | Buffer>): AsyncGenerator<Buffer> {
  const inflated = inOrder(pieces, AT_ONCE, async (piece) => (Buffer.isBuffer(piece) ? [piece] : [COMMA, await inflate(piece)]))
  for await (const bytes of inflated) yield* bytes
}

const NEWLINE = '\n'.charCodeAt(0)

/** Rows that end in the piece. JSON holds no raw newline, so each is the end of a row. */
export const countRowsOf = (piece: Piece): number => {
  if (!Buffer.isBuffer(piece)) return piece.rowCount
  let count = 0
  for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1)) count++
  return count
}
