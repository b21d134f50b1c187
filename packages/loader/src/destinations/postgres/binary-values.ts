import type { LoadedColumn } from '../../datasets/columns.ts'
import { createWriteDate, createWriteTimestamp } from './binary-times.ts'
import { writeInt32, writeInt64 } from './integers.ts'
import { endOfText, endOfValue, FIRST_PRINTABLE } from './json-values.ts'
import type { Transfer, WriteValue } from './transfer.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const ZERO = 0x30
const LETTER_N = 0x6e
/** JSON that PostgreSQL's `jsonb` refuses, and that the statement for lines replaces. */
const NUL = String.raw`\u0000`
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
/** Digits of an integer that a number always holds exactly. */
const MAX_DIGITS = 15
/** Values of these types as text cannot be longer. */
const MAX_SCALAR = 40

const isNull = ({ from, at }: Transfer): boolean =>
  from[at] === LETTER_N && from[at + 1] === 0x75 && from[at + 2] === 0x6c && from[at + 3] === 0x6c

const orNull =
  (write: WriteValue): WriteValue =>
  (transfer) => {
    if (!isNull(transfer)) return write(transfer)
    writeInt32(transfer.to, transfer.length, -1)
    transfer.length += 4
    transfer.at += 4
    return true
  }

const writeText: WriteValue = (transfer) => {
  const { from, to, at, length } = transfer
  if (from[at] !== QUOTE) return false
  let next = at + 1
  let written = length + 4
  for (let byte = from[next] as number; byte !== QUOTE; byte = from[++next] as number) {
    if (byte === BACKSLASH) return writeEscapedText(transfer)
    if (!(byte >= FIRST_PRINTABLE)) return false
    to[written++] = byte
  }
  writeInt32(to, length, written - length - 4)
  transfer.at = next + 1
  transfer.length = written
  return true
}

/** PostgreSQL's text has no NUL, which U+FFFD replaces. */
const writeEscapedText: WriteValue = (transfer) => {
  const { from, to, at, length } = transfer
  const end = endOfText(from, at)
  if (end === -1) return false
  const text = parseText(from.toString('utf8', at, end))
  // It may stand for bytes that are not UTF-8, which PostgreSQL refuses.
  if (text === undefined || text.includes('\ufffd')) return false
  const written = to.write(text.replaceAll('\0', '\ufffd'), length + 4)
  writeInt32(to, length, written)
  transfer.at = end
  transfer.length = length + 4 + written
  return true
}

const parseText = (json: string): string | undefined => {
  try {
    const text = JSON.parse(json) as string
    return text.isWellFormed() ? text : undefined
  } catch {
    return undefined
  }
}

/** `version` is the first byte of the binary form of `jsonb`, whose rest is the text; `json` has none. */
const writeJson =
  (version: number | undefined): WriteValue =>
  (transfer) => {
    const { from, to, at, length } = transfer
    const end = endOfValue(from, at)
    if (end === -1 || from.subarray(at, end).includes(NUL)) return false
    let written = length + 4
    if (version !== undefined) to[written++] = version
    written += from.copy(to, written, at, end)
    writeInt32(to, length, written - length - 4)
    transfer.at = end
    transfer.length = written
    return true
  }

const writeBoolean: WriteValue = (transfer) => {
  const { from, to, at, length } = transfer
  const text = from.toString('latin1', at, at + 5)
  const value = text.startsWith('true') ? true : text === 'false' ? false : undefined
  if (value === undefined) return false
  writeInt32(to, length, 1)
  to[length + 4] = value ? 1 : 0
  transfer.at = at + (value ? 4 : 5)
  transfer.length = length + 5
  return true
}

const writeInteger =
  (size: 4 | 8): WriteValue =>
  (transfer) => {
    const { from, to, at, length } = transfer
    const isNegative = from[at] === 0x2d
    const first = isNegative ? at + 1 : at
    let next = first
    let value = 0
    for (let digit = (from[next] as number) - ZERO; digit >= 0 && digit <= 9; digit = (from[++next] as number) - ZERO) {
      value = value * 10 + digit
    }
    const after = from[next]
    const hasOtherForm = after !== 0x2c && after !== 0x7d
    if (next === first || next - first > MAX_DIGITS || hasOtherForm || (from[first] === ZERO && next - first > 1)) return false
    if (isNegative) value = -value
    if (size === 4 && value !== (value | 0)) return false
    writeInt32(to, length, size)
    if (size === 4) writeInt32(to, length + 4, value)
    else writeInt64(to, length + 4, value)
    transfer.at = next
    transfer.length = length + 4 + size
    return true
  }

/** A number that becomes zero or infinite is an error of PostgreSQL. */
const writeNumber: WriteValue = (transfer) => {
  const { from, to, at, length } = transfer
  NUMBER.lastIndex = 0
  const [text] = NUMBER.exec(from.toString('latin1', at, at + MAX_SCALAR)) ?? []
  const value = Number(text)
  if (text === undefined || text.length === MAX_SCALAR || !Number.isFinite(value) || (value === 0 && /[1-9]/.test(text))) {
    return false
  }
  writeInt32(to, length, 8)
  to.writeDoubleBE(value, length + 4)
  transfer.at = at + text.length
  transfer.length = length + 12
  return true
}

/** What a row may need beyond its JSON, for each of its columns: a length, and the longest value of fixed size. */
export const OVERHEAD = 12

const WRITERS: Record<string, () => WriteValue> = {
  text: () => writeText,
  'character varying': () => writeText,
  'timestamp with time zone': createWriteTimestamp,
  date: createWriteDate,
  boolean: () => writeBoolean,
  bigint: () => writeInteger(8),
  integer: () => writeInteger(4),
  'double precision': () => writeNumber,
  json: () => writeJson(undefined),
  jsonb: () => writeJson(1),
}

/** Passes over a field that is null in every row, and therefore has no column. */
export const skipNull: WriteValue = (transfer) => {
  transfer.at += 4
  return isNull({ ...transfer, at: transfer.at - 4 })
}

/** How the values of a column are written; undefined for types that only PostgreSQL converts. */
export const writerOf = (type: string): WriteValue | undefined => {
  const write = WRITERS[type]?.()
  return write && orNull(write)
}

/** A column of the destination with its type, as the database names it. */
export interface TypedColumn extends LoadedColumn {
  readonly type: string
}
