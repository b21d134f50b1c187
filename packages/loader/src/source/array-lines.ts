import { RollcallError } from '@rollcall/client'

const NEWLINE = 0x0a
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Receives a row, `{…}`, without separators. The bytes are valid until the call returns. */
export type TakeRow = (bytes: Buffer, start: number, end: number) => void

/** Finds rows in the lines of a JSON array. */
export interface ArrayLines {
  /** Processes one line, without its line break. */
  take(bytes: Buffer, start: number, end: number): void
  /** Whether the closing bracket has been read. */
  isComplete(): boolean
}

export const invalidAnswer = (message: string, cause?: unknown) =>
  new RollcallError(message, { status: 200, code: 'invalid_answer', cause })

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0d || byte === 0x09

/** Whether the text is one JSON object. */
export const isObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/**
 * Reads a JSON array with one object per line: `[{…}\n,{…}\n]` or `[\n{…},\n{…}\n]`. It checks the text between rows and leaves
 * their content to the caller. If the array is closed on the line of a row, that row is parsed, because the bracket may belong to
 * a truncated row.
 */
export const createArrayLines = (takeRow: TakeRow): ArrayLines => {
  let isOpen = false
  let isClosed = false
  let commas = 0
  let rows = 0

  const takeObject = (bytes: Buffer, start: number, end: number) => {
    const isWhole = bytes[start] === OPEN_OBJECT && bytes[end - 1] === CLOSE_OBJECT && end - start > 1
    if (!isWhole || commas !== Math.min(rows, 1)) throw invalidAnswer('A line of the response is not a row of a JSON array')
    rows += 1
    commas = 0
    takeRow(bytes, start, end)
  }

  const close = () => {
    if (commas > 0) throw invalidAnswer('The response has a comma without a row')
    isClosed = true
  }

  const take = (bytes: Buffer, lineStart: number, lineEnd: number) => {
    let start = lineStart
    let end = lineEnd
    const skipSpace = () => {
      while (start < end && isSpace(bytes[start])) start += 1
    }
    const dropSpace = () => {
      while (end > start && isSpace(bytes[end - 1])) end -= 1
    }
    skipSpace()
    dropSpace()
    if (start === end) return
    if (isClosed) throw invalidAnswer('There is text after the JSON array')
    if (!isOpen) {
      if (bytes[start] !== OPEN_ARRAY) throw invalidAnswer('A JSON array must begin with [')
      isOpen = true
      start += 1
      skipSpace()
    } else if (bytes[start] === COMMA) {
      commas += 1
      start += 1
      skipSpace()
    }
    if (start === end) return
    if (bytes[start] === CLOSE_ARRAY && end - start === 1) return close()
    const last = bytes[end - 1]
    if (last === CLOSE_ARRAY || last === COMMA) {
      end -= 1
      dropSpace()
    }
    if (last === CLOSE_ARRAY && !isObject(bytes.toString('utf8', start, end))) {
      throw invalidAnswer('The last line of the response is not a row of a JSON array')
    }
    takeObject(bytes, start, end)
    if (last === COMMA) commas += 1
    if (last === CLOSE_ARRAY) close()
  }

  return { take, isComplete: () => isClosed }
}

/** Passes each complete line of the bytes to `take`, and returns the start of the incomplete line. */
export const eachLine = (bytes: Buffer, take: TakeRow): number => {
  let start = 0
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    take(bytes, start, end)
    start = end + 1
  }
  return start
}
