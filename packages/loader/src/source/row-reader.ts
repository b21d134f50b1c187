import { createJsonArraySplitter, RollcallError } from '@rollcall/client'

/** Receives a row, `{…}`, without separators. The bytes are valid until the call returns. */
export type TakeRow = (bytes: Buffer, start: number, end: number) => void

/** Reads the body of a response in chunks of any length, and emits its rows. */
export interface RowReader {
  /** @throws RollcallError invalid_answer for anything that is not a JSON array of objects */
  push(piece: Uint8Array): void
  /** @throws RollcallError truncated_body if the array was not closed, because only that proves that it is complete */
  end(): void
}

export const invalidAnswer = (message: string, cause?: unknown) =>
  new RollcallError(message, { status: 200, code: 'invalid_answer', cause })

const bufferOf = (piece: Uint8Array): Buffer =>
  Buffer.isBuffer(piece) ? piece : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)

/** The types of TypeScript do not have these functions yet. */
const { rawJSON, isRawJSON } = JSON as unknown as {
  readonly rawJSON: (text: string) => object
  readonly isRawJSON: (value: unknown) => boolean
}

/** Keeps numbers with more digits than a double holds as they are written. */
const keepDigits = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER ? rawJSON(context?.source ?? `${value}`) : value

/** Looking at each value takes long, so it is done only if there may be such a number. */
const MAY_HAVE_LONG_NUMBER = /[:,[\s]-?(?:\d{16}|\d[\d.]*e\+?\d{2})/i

const parseRow = (text: string): object => {
  const row: unknown = MAY_HAVE_LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
  if (typeof row !== 'object' || row === null || Array.isArray(row) || isRawJSON(row))
    throw invalidAnswer('A row of the response is not an object')
  return row
}

/**
 * Passes rows through unchanged, because our service writes each on one line and the change feed has the SHA-256 of these bytes.
 * If the first row lacks the `needed` text, all rows are serialized again; so is any row with line breaks.
 */
export const createRowReader = (takeRow: TakeRow, needed = ''): RowReader => {
  let passesRows: boolean | undefined

  const writeAgain = (parsed: object): void => {
    const row = Buffer.from(JSON.stringify(parsed))
    takeRow(row, 0, row.length)
  }
  const splitter = createJsonArraySplitter((bytes, start, end, isLine) => {
    const buffer = bufferOf(bytes)
    if (isLine && passesRows) takeRow(buffer, start, end)
    else {
      const row = buffer.toString('utf8', start, end)
      passesRows ??= row.includes(needed)
      const parsed = parseRow(row)
      if (passesRows && !row.includes('\n')) takeRow(buffer, start, end)
      else writeAgain(parsed)
    }
    return true
  })

  return {
    push(piece) {
      try {
        splitter.push(bufferOf(piece))
      } catch (error) {
        throw error instanceof SyntaxError ? invalidAnswer('The response is not valid JSON', error) : error
      }
    },
    end() {
      if (!splitter.isComplete()) {
        throw new RollcallError('The response ended before its last row', { status: 200, code: 'truncated_body' })
      }
    },
  }
}
