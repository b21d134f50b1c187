import { open } from 'node:fs/promises'
import { OVERHEAD, skipNull, type TypedColumn, writerOf } from './binary-values.ts'
import type { Transfer, WriteValue } from './transfer.ts'

/** A row that only PostgreSQL can convert: of another form than the first, or with a value that has no binary form here. */
export class UnsupportedRow extends Error {}

interface Field {
  /** The text before the value: the brace or comma, and the name. */
  readonly before: Buffer
  readonly write: WriteValue
}

/** How all rows of a file are written: their fields in the order of the first row. */
interface RowForm {
  /** Names of the columns, in the order in which they are written. */
  readonly columns: readonly string[]
  readonly fields: readonly Field[]
  /** Columns that the rows do not have. */
  readonly missing: number
}

const NEWLINE = 0x0a
const CLOSE_OBJECT = 0x7d
const READ_SIZE = 1 << 20
/** https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS-BINARY */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER = Buffer.from([0xff, 0xff])

/** The rows of a file for a binary `COPY`; undefined if only PostgreSQL can convert them. */
export interface BinaryRows {
  readonly columns: readonly string[]
  /** @throws UnsupportedRow */
  readonly pieces: AsyncIterable<Buffer>
}

export const readBinaryRows = async (path: string, columns: readonly TypedColumn[]): Promise<BinaryRows | undefined> => {
  for await (const lines of readLines(path)) {
    const form = formOf(lines.subarray(0, lines.indexOf(NEWLINE)), columns)
    return form && { columns: form.columns, pieces: encode(form, readLines(path)) }
  }
  return undefined
}

/** Whole lines in pieces, each valid until the next one. */
async function* readLines(path: string): AsyncGenerator<Buffer, undefined> {
  await using file = await open(path)
  let buffer = Buffer.allocUnsafeSlow(READ_SIZE)
  for (let kept = 0; ; ) {
    const { bytesRead } = await file.read(buffer, kept, buffer.length - kept)
    if (bytesRead === 0) return
    const filled = kept + bytesRead
    const end = buffer.lastIndexOf(NEWLINE, filled - 1) + 1
    if (end > 0) yield buffer.subarray(0, end)
    kept = filled - end
    const next = kept === buffer.length ? Buffer.allocUnsafeSlow(buffer.length * 2) : buffer
    buffer.copy(next, 0, end, filled)
    buffer = next
  }
}

/** No fields in a line that is not JSON: PostgreSQL says what is wrong with it. */
const fieldsOf = (line: string): string[] => {
  try {
    return Object.keys(JSON.parse(line) as object)
  } catch {
    return []
  }
}

const formOf = (line: Buffer, columns: readonly TypedColumn[]): RowForm | undefined => {
  const names = fieldsOf(line.toString())
  const fields: Field[] = []
  const written: string[] = []
  for (const name of names) {
    const column = columns.find(({ field }) => field === name)
    const write = column ? writerOf(column.type) : skipNull
    if (!write) return undefined
    fields.push({ before: Buffer.from(`${fields.length === 0 ? '{' : ','}${JSON.stringify(name)}:`), write })
    if (column) written.push(column.name)
  }
  const missing = columns.filter(({ field }) => !names.includes(field)).map(({ name }) => name)
  return { columns: [...written, ...missing], fields, missing: missing.length }
}

async function* encode(form: RowForm, file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield HEADER
  for await (const lines of file) yield encodeLines(form, lines)
  yield TRAILER
}

const encodeLines = ({ columns, fields, missing }: RowForm, lines: Buffer): Buffer => {
  const count = columns.length
  const overhead = 2 + count * OVERHEAD
  const transfer: Transfer = { from: lines, at: 0, to: Buffer.allocUnsafeSlow(lines.length + overhead), length: 0 }
  while (transfer.at < lines.length) {
    if (transfer.to.length - transfer.length < lines.length - transfer.at + overhead) {
      transfer.to = Buffer.concat([transfer.to.subarray(0, transfer.length)], transfer.to.length * 2)
    }
    transfer.to[transfer.length] = count >>> 8
    transfer.to[transfer.length + 1] = count
    transfer.length += 2
    for (const { before, write } of fields) {
      for (let index = 0; index < before.length; index++) {
        if (lines[transfer.at + index] !== before[index]) throw new UnsupportedRow()
      }
      transfer.at += before.length
      if (!write(transfer)) throw new UnsupportedRow()
    }
    if (missing > 0) transfer.to.fill(0xff, transfer.length, transfer.length + 4 * missing)
    transfer.length += 4 * missing
    if (lines[transfer.at] !== CLOSE_OBJECT || lines[transfer.at + 1] !== NEWLINE) throw new UnsupportedRow()
    transfer.at += 2
  }
  return transfer.to.subarray(0, transfer.length)
}
