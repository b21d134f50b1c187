import { jsonArrayParser, RollcallError } from '@rollcall/client'
import { type ArrayLines, createArrayLines, eachLine, invalidAnswer, isObject, type TakeRow } from './array-lines.ts'

/** Takes the body of an answer in pieces of any length, and gives out its rows. */
export interface RowReader {
  /** @throws RollcallError invalid_answer for anything that is not a JSON array of objects */
  push(piece: Uint8Array): void
  /** @throws RollcallError truncated_body when the array was not closed: only that proves that all rows are there */
  end(): void
}

/** A form of writing an array, once it is known. */
type Form = Pick<RowReader, 'push'> & { finish(): boolean }

/** A first line that is longer than this is taken for all rows on one line. */
const LONGEST_FIRST_LINE = 1_048_576

const truncated = (cause?: unknown) =>
  new RollcallError('The answer ended before its last row', { status: 200, code: 'truncated_body', cause })

const bufferOf = (piece: Uint8Array) => Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)

/**
 * Rows that are each on a line of their own, as our service writes them, are passed on as they came: their bytes are those that
 * the change feed knows the SHA-256 of. Arrays in any other form are parsed, and each row is written anew. The first line with
 * something of a row decides; where it does not hold a certain text, rows are written anew so that they do.
 */
export const createRowReader = (takeRow: TakeRow, needed = ''): RowReader => {
  let form: Form | undefined
  let head: Buffer = Buffer.alloc(0)

  const begin = (chosen: Form) => {
    form = chosen
    form.push(head)
    head = Buffer.alloc(0)
  }

  return {
    push(piece) {
      if (form) return form.push(piece)
      head = Buffer.concat([head, piece])
      const isLines = firstLineIsRow(head, needed)
      if (isLines) begin(linesForm(takeRow))
      else if (isLines === false || head.length > LONGEST_FIRST_LINE) begin(parsedForm(takeRow))
    },
    end() {
      if (!form) begin(parsedForm(takeRow))
      if (!form?.finish()) throw truncated()
    },
  }
}

/** Undefined while no complete line has anything of a row. */
const firstLineIsRow = (head: Buffer, needed: string): boolean | undefined => {
  let answer: boolean | undefined
  eachLine(head, (bytes, start, end) => {
    const text = bytes.toString('utf8', start, end).replace(/^[\s[\]]+|[\s,]+$/g, '')
    if (text !== '') answer ??= isObject(text) && text.includes(needed)
  })
  return answer
}

const linesForm = (takeRow: TakeRow): Form => {
  const lines: ArrayLines = createArrayLines(takeRow)
  /** Of a line that began in earlier pieces. */
  let begun: Buffer[] = []
  return {
    push(piece) {
      const bytes = bufferOf(piece)
      const first = begun.length > 0 ? bytes.indexOf('\n') + 1 : 0
      if (begun.length > 0 && first === 0) return void begun.push(Buffer.from(bytes))
      if (first > 0) {
        const line = Buffer.concat([...begun, bytes.subarray(0, first - 1)])
        begun = []
        lines.take(line, 0, line.length)
      }
      const rest = bytes.subarray(first)
      const end = eachLine(rest, lines.take)
      if (end < rest.length) begun.push(Buffer.from(rest.subarray(end)))
    },
    finish() {
      const line = Buffer.concat(begun)
      try {
        lines.take(line, 0, line.length)
      } catch (error) {
        throw line.length > 0 && !lines.isComplete() ? truncated(error) : error
      }
      return lines.isComplete()
    },
  }
}

const parsedForm = (takeRow: TakeRow): Form => {
  const parser = jsonArrayParser()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const take = (read: () => string) => {
    let rows: unknown[]
    try {
      rows = parser.push(read())
    } catch (error) {
      throw invalidAnswer('The answer is not the JSON it claims to be', error)
    }
    for (const row of rows) {
      if (typeof row !== 'object' || row === null || Array.isArray(row)) throw invalidAnswer('A row of the answer is no object')
      const bytes = Buffer.from(JSON.stringify(row))
      takeRow(bytes, 0, bytes.length)
    }
  }
  return {
    push: (piece) => take(() => decoder.decode(piece, { stream: true })),
    finish() {
      take(() => decoder.decode())
      return parser.isComplete()
    },
  }
}
