import { jsonArrayParser, RollcallError } from '@rollcall/client'
import { type ArrayLines, createArrayLines, eachLine, invalidAnswer, isObject, type TakeRow } from './array-lines.ts'

/** Reads the body of a response in chunks of any length, and emits its rows. */
export interface RowReader {
  /** @throws RollcallError invalid_answer for anything that is not a JSON array of objects */
  push(piece: Uint8Array): void
  /** @throws RollcallError truncated_body if the array was not closed, because only that proves that it is complete */
  end(): void
}

/** A parser for the detected layout of the array. */
type Form = Pick<RowReader, 'push'> & { finish(): boolean }

/** If the first line is longer than this, all rows are assumed to be on one line. */
const LONGEST_FIRST_LINE = 1_048_576

const truncated = (cause?: unknown) =>
  new RollcallError('The response ended before its last row', { status: 200, code: 'truncated_body', cause })

const bufferOf = (piece: Uint8Array) => Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)

/**
 * Passes rows through unchanged if each is on its own line, as our service writes them, because the change feed has the SHA-256
 * of these bytes. An array in any other layout is parsed and its rows are serialized again. The first line with part of a row
 * decides; if it lacks the `needed` text, rows are serialized again.
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

/** Undefined until a complete line has part of a row. */
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
  /** Chunks of a line that started earlier. */
  let started: Buffer[] = []
  return {
    push(piece) {
      const bytes = bufferOf(piece)
      const first = started.length > 0 ? bytes.indexOf('\n') + 1 : 0
      if (started.length > 0 && first === 0) return void started.push(Buffer.from(bytes))
      if (first > 0) {
        const line = Buffer.concat([...started, bytes.subarray(0, first - 1)])
        started = []
        lines.take(line, 0, line.length)
      }
      const rest = bytes.subarray(first)
      const end = eachLine(rest, lines.take)
      if (end < rest.length) started.push(Buffer.from(rest.subarray(end)))
    },
    finish() {
      const line = Buffer.concat(started)
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
      throw invalidAnswer('The response is not valid JSON', error)
    }
    for (const row of rows) {
      if (typeof row !== 'object' || row === null || Array.isArray(row))
        throw invalidAnswer('A row of the response is not an object')
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
