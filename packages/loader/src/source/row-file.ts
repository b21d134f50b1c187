import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { LoadedColumn } from '../datasets/columns.ts'
import type { RowFile } from '../destinations/destination.ts'
import { createExtraColumns } from './extra-columns.ts'
import { invalidAnswer } from './row-reader.ts'

/** The content of one day. */
export interface DayContent {
  readonly rowCount: number
  /** SHA-256 of the rows as newline-delimited JSON, in lower-case hexadecimal. */
  readonly sha256: string
}

/** Counters of the rows of one response. */
export interface Tally {
  /** By day, if rows are separated by day. */
  readonly days: ReadonlyMap<string, DayContent>
  /** All received rows, including ignored ones. */
  readonly rowCount: number
}

/** A file of rows as newline-delimited JSON. */
export interface RowFileWriter {
  /** Starts the rows of a response, and drops what a failed attempt wrote since the last `endAnswer`. */
  startResponse(): Promise<void>
  /** Adds a row, which is copied. */
  add(bytes: Buffer, start: number, end: number): void
  /** Waits while too much data is buffered. */
  drain(): Promise<void>
  endAnswer(): Tally
  /** Writes the remaining data. */
  finish(): Promise<RowFile>
  /** Must always be called. */
  close(): Promise<void>
}

export interface RowFileOptions {
  readonly path: string
  readonly columns: readonly LoadedColumn[]
  /** Separate rows by day, and ignore rows of other days. */
  readonly days?: ReadonlySet<string> | undefined
}

/** The text before the day of a row. It cannot be part of a string, because quotes inside strings are escaped. */
export const DAY_FIELD = '"day":"'
const DAY_FIELD_BYTES = Buffer.from(DAY_FIELD)
const DAY_LENGTH = '2026-01-05'.length
const NEWLINE = 0x0a
const PIECE = 1_048_576
/** Maximum number of chunks that wait to be written. */
const MAX_QUEUED = 3

interface OpenDay {
  readonly text: string
  readonly isWanted: boolean
  readonly hash: Hash
  rowCount: number
}

const isFieldAt = (bytes: Buffer, at: number): boolean => {
  for (let index = 0; index < DAY_FIELD.length; index++) if (bytes[at + index] !== DAY_FIELD_BYTES[index]) return false
  return true
}

export const createRowFile = async ({ path, columns, days: wanted }: RowFileOptions): Promise<RowFileWriter> => {
  const handle: FileHandle = await open(path, 'wx', 0o600)
  const extra = createExtraColumns(columns)
  let piece: Buffer = Buffer.allocUnsafeSlow(PIECE)
  /** End of the rows in the current chunk; rows before `hashed` are already in the hash of their day. */
  let filled = 0
  let hashed = 0
  let writing: Promise<unknown> = Promise.resolve()
  /** Written chunks that can be reused. */
  const free: Buffer[] = []
  let queued = 0
  let written = 0
  let rowCount = 0
  /** End of the completed responses in the file. */
  let kept = { size: 0, rowCount: 0 }
  let days = new Map<string, OpenDay>()
  let day: OpenDay | undefined
  let answerRows = 0
  /** Position of the day field in the last row whose day was searched for. */
  let dayOffset = 0

  const hashRun = () => {
    if (day && filled > hashed) day.hash.update(piece.subarray(hashed, filled))
    hashed = filled
  }

  const flush = () => {
    hashRun()
    if (filled === 0) return
    const bytes = piece.subarray(0, filled)
    const at = written
    queued += 1
    const full = piece
    writing = writing
      .then(() => handle.write(bytes, 0, bytes.length, at))
      .then(() => {
        queued -= 1
        if (full.length === PIECE) free.push(full)
      })
    // The next await reports a failure.
    writing.catch(() => {})
    written += filled
    piece = free.pop() ?? Buffer.allocUnsafeSlow(PIECE)
    filled = 0
    hashed = 0
  }

  const room = (length: number) => {
    if (filled + length <= piece.length) return
    flush()
    if (length > piece.length) piece = Buffer.allocUnsafeSlow(length)
  }

  const isOf = (open: OpenDay, bytes: Buffer, at: number) => {
    for (let index = 0; index < DAY_LENGTH; index++) if (bytes[at + index] !== open.text.charCodeAt(index)) return false
    return true
  }

  /** Most rows have the day at the same place as the row before, where looking costs a fraction of a search. */
  const findField = (bytes: Buffer, start: number, end: number): number => {
    const expected = start + dayOffset
    if (expected + DAY_FIELD.length <= end && isFieldAt(bytes, expected)) return expected
    const found = bytes.indexOf(DAY_FIELD_BYTES, start)
    if (found !== -1) dayOffset = found - start
    return found
  }

  const findDay = (bytes: Buffer, start: number, end: number): OpenDay => {
    const found = findField(bytes, start, end)
    const at = found + DAY_FIELD.length
    if (found === -1 || at + DAY_LENGTH > end) throw invalidAnswer('A row of the response has no day')
    if (day && isOf(day, bytes, at)) return day
    hashRun()
    const text = bytes.toString('latin1', at, at + DAY_LENGTH)
    const known = days.get(text) ?? { text, isWanted: wanted?.has(text) ?? true, hash: createHash('sha256'), rowCount: 0 }
    days.set(text, known)
    return known
  }

  return {
    async startResponse() {
      filled = 0
      hashed = 0
      await writing
      written = kept.size
      rowCount = kept.rowCount
      days = new Map()
      day = undefined
      answerRows = 0
    },
    add(bytes, start, end) {
      answerRows += 1
      if (wanted) {
        day = findDay(bytes, start, end)
        if (!day.isWanted) return
        day.rowCount += 1
      }
      room(end - start + 1)
      // Rows of a response have the same fields, and inspecting every row would dominate the run time. A field that only some
      // rows of a day have is therefore found only if one of them is the first of a chunk or day.
      const isFirst = filled === 0 || answerRows === 1 || day?.rowCount === 1
      if (isFirst) extra.inspect(bytes, start, end)
      extra.watch(bytes, start, end)
      bytes.copy(piece, filled, start, end)
      filled += end - start
      piece[filled++] = NEWLINE
      rowCount += 1
    },
    drain: async () => {
      if (queued > MAX_QUEUED) await writing
    },
    endAnswer() {
      flush()
      kept = { size: written, rowCount }
      const contents = [...days.values()].map((open) => [open.text, { rowCount: open.rowCount, sha256: open.hash.digest('hex') }])
      return { days: new Map(contents as [string, DayContent][]), rowCount: answerRows }
    },
    async finish() {
      flush()
      await writing
      await handle.truncate(kept.size)
      return { path, rowCount: kept.rowCount, extraColumns: extra.found() }
    },
    async close() {
      await writing.catch(() => {})
      await handle.close()
    },
  }
}
