/** The column types of statements on hot paths. A `timestamptz` is given in milliseconds since 1970, other values as `pg` reads them. */
export type ColumnType = 'text' | 'uuid' | 'date' | 'timestamptz' | 'integer' | 'boolean'

/** Returns the value of a row in one column. */
export type ValueOf<R> = (row: R) => unknown

/**
 * Encodes one column of the rows as a PostgreSQL array in binary form, for `unnest`: the driver sends a buffer unchanged. Compared
 * with the text of `arrayLiteral`, PostgreSQL needs a fifth less time for a row of nine columns, and the data is half as long.
 */
export const binaryColumn = <R>(type: ColumnType, rows: readonly R[], read: ValueOf<R>): Buffer =>
  type === 'text' ? textArray(rows, read as TextOf<R>) : fixedArray(type, rows, read)

/** Encodes a list of values in the same form. */
export const binaryArray = (type: ColumnType, values: readonly unknown[]): Buffer => binaryColumn(type, values, (value) => value)

type TextOf<R> = (row: R) => string | null | undefined

/** These are the object ids of the types; they never change. */
const OIDS: Record<ColumnType, number> = { text: 25, uuid: 2950, date: 1082, timestamptz: 1184, integer: 23, boolean: 16 }
const SIZES = { uuid: 16, date: 4, timestamptz: 8, integer: 4, boolean: 1 }
const HEADER = 20
const LENGTH = 4
const NULL = -1

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined

const headerSize = (count: number): number => (count === 0 ? 12 : HEADER)
const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): DataView => new DataView(buffer, byteOffset, byteLength)

/** The header holds the dimensions, whether there are nulls, the type, and the length and lower bound of the one dimension. */
const writeHeader = (view: DataView, type: ColumnType, count: number, hasNulls: boolean): void => {
  view.setInt32(0, count === 0 ? 0 : 1)
  view.setInt32(4, hasNulls ? 1 : 0)
  view.setInt32(8, OIDS[type])
  if (count === 0) return
  view.setInt32(12, count)
  view.setInt32(16, 1)
}

const fixedArray = <R>(type: Exclude<ColumnType, 'text'>, rows: readonly R[], read: ValueOf<R>): Buffer => {
  const [size, write] = [SIZES[type], WRITERS[type]]
  // Absent values take less, which is cut off at the end.
  const array = Buffer.allocUnsafe(headerSize(rows.length) + rows.length * (LENGTH + size))
  const view = viewOf(array)
  let hasNulls = false
  let at = HEADER
  let last: unknown
  let lastAt = 0
  for (const row of rows) {
    const value = read(row)
    if (isAbsent(value)) {
      hasNulls = true
      view.setInt32(at, NULL)
      at += LENGTH
      continue
    }
    view.setInt32(at, size)
    at += LENGTH
    // Most days and buildings are the same as in the event before.
    if (value === last && size >= LENGTH) repeat(view, lastAt, at, size)
    else write(view, value as never, at)
    last = value
    lastAt = at
    at += size
  }
  writeHeader(view, type, rows.length, hasNulls)
  return rows.length === 0 ? array : array.subarray(0, at)
}

const repeat = (view: DataView, from: number, to: number, size: number): void => {
  for (let offset = 0; offset < size; offset += 4) view.setInt32(to + offset, view.getInt32(from + offset))
}

const EPOCH = Date.parse('2000-01-01T00:00:00Z')
const DAY_MS = 86_400_000
const TWO_32 = 2 ** 32
const TWO_29 = 2 ** 29

/** Before 1715 and after 2285, microseconds exceed JavaScript's safe integers, so they are written in two halves. */
const writeMoment = (view: DataView, milliseconds: number, at: number): void => {
  const since = milliseconds - EPOCH
  const high = Math.floor(since / TWO_29)
  const low = (since - high * TWO_29) * 1000
  const carried = Math.floor(low / TWO_32)
  view.setInt32(at, high * 125 + carried)
  view.setUint32(at + 4, low - carried * TWO_32)
}

/** This value exceeds every value of four digits, at any position. */
const NOT_A_DIGIT = 1 << 16
/** Maps the code of a character to the value of the digit. */
const DIGITS = Int32Array.from({ length: 128 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(digit) ? NOT_A_DIGIT : digit
})
const digit = (text: string, at: number): number => DIGITS[text.charCodeAt(at)] ?? NOT_A_DIGIT

/** The positions in the text at which a group of four digits starts. */
const FOURS = [0, 4, 9, 14, 19, 24, 28, 32]

const writeUuid = (view: DataView, uuid: string, at: number): void => {
  for (let index = 0; index < FOURS.length; index++) {
    const from = FOURS[index] as number
    const four = (digit(uuid, from) << 12) | (digit(uuid, from + 1) << 8) | (digit(uuid, from + 2) << 4) | digit(uuid, from + 3)
    if (four >>> 16 > 0) throw new TypeError('A value of a uuid column is not a UUID.')
    view.setUint16(at + index * 2, four)
  }
}

const WRITERS = {
  uuid: writeUuid,
  timestamptz: writeMoment,
  date: (view: DataView, day: string, at: number) => view.setInt32(at, (Date.parse(day) - EPOCH) / DAY_MS),
  integer: (view: DataView, value: number, at: number) => view.setInt32(at, value),
  boolean: (view: DataView, value: boolean, at: number) => view.setUint8(at, value ? 1 : 0),
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters take one byte in UTF-8 and in Latin-1.
const ASCII = /^[\x00-\x7f]*$/
const NULL_TEXT = '\xff\xff\xff\xff'

/** ASCII text, by far the most common, becomes one string whose characters are the bytes: one call writes the whole column. */
const textArray = <R>(rows: readonly R[], textOf: TextOf<R>): Buffer => {
  let hasNulls = false
  let body = ''
  for (const row of rows) {
    const text = textOf(row)
    if (text === null || text === undefined) {
      hasNulls = true
      body += NULL_TEXT
      continue
    }
    if (text.length >= LENGTHS.length || !ASCII.test(text)) return utf8Array(rows.map(textOf))
    body += LENGTHS[text.length] + text
  }
  const array = Buffer.allocUnsafe(headerSize(rows.length) + body.length)
  writeHeader(viewOf(array), 'text', rows.length, hasNulls)
  array.write(body, headerSize(rows.length), 'latin1')
  return array
}

/** Covers texts up to the maximum length of an event id. */
const LENGTHS = Array.from({ length: 512 }, (_, length) => `\0\0${String.fromCharCode(length >> 8, length & 255)}`)

const utf8Array = (texts: readonly (string | null | undefined)[]): Buffer => {
  const parts: Buffer[] = [Buffer.allocUnsafe(HEADER)]
  for (const text of texts) {
    const bytes = isAbsent(text) ? undefined : Buffer.from(text as string)
    const length = Buffer.allocUnsafe(LENGTH)
    length.writeInt32BE(bytes?.length ?? NULL)
    parts.push(length, ...(bytes ? [bytes] : []))
  }
  writeHeader(viewOf(parts[0] as Buffer), 'text', texts.length, texts.some(isAbsent))
  return Buffer.concat(parts)
}
