import { createJsonArraySplitter, RollcallError } from '@rollcall/client'

/** A row, without what is between rows: `{…}`. The bytes are valid until the call returns. */
export type TakeRow = (bytes: Buffer, start: number, end: number) => void

/** Takes the body of an answer in pieces of any length, and passes on its rows. */
export interface RowReader {
  /** @throws RollcallError invalid_answer for anything that is not a JSON array of objects */
  push(piece: Uint8Array): void
  /** @throws RollcallError truncated_body when the array was not closed: only that proves that all rows are there */
  end(): void
}

export const invalidAnswer = (message: string, cause?: unknown) =>
  new RollcallError(message, { status: 200, code: 'invalid_answer', cause })

const bufferOf = (piece: Uint8Array): Buffer =>
  Buffer.isBuffer(piece) ? piece : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)

const parseRow = (text: string): object => {
  const row: unknown = JSON.parse(text)
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw invalidAnswer('A row of the answer is not an object')
  return row
}

/**
 * Rows are passed on as they came, as our service writes each on one line: their bytes are those that the change feed knows the
 * SHA-256 of. Where the first row does not hold a certain text, all are written again so that they do, as is any row with line breaks.
 */
export const createRowReader = (takeRow: TakeRow, needed = ''): RowReader => {
  let passesRows: boolean | undefined

  const writeAgain = (text: string): void => {
    const row = Buffer.from(JSON.stringify(parseRow(text)))
    takeRow(row, 0, row.length)
  }
  const splitter = createJsonArraySplitter((bytes, start, end, isLine) => {
    const buffer = bufferOf(bytes)
    if (isLine && passesRows) takeRow(buffer, start, end)
    else {
      const row = buffer.toString('utf8', start, end)
      passesRows ??= row.includes(needed)
      parseRow(row)
      if (passesRows && !row.includes('\n')) takeRow(buffer, start, end)
      else writeAgain(row)
    }
    return true
  })

  return {
    push(piece) {
      try {
        splitter.push(bufferOf(piece))
      } catch (error) {
        throw error instanceof SyntaxError ? invalidAnswer('The answer is not the JSON it claims to be', error) : error
      }
    },
    end() {
      if (!splitter.isComplete()) {
        throw new RollcallError('The answer ended before its last row', { status: 200, code: 'truncated_body' })
      }
    },
  }
}
