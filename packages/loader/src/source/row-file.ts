import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { LoadedColumn } from '../datasets/columns.ts'
import type { RowFile } from '../destinations/destination.ts'
import { createExtraColumns } from './extra-columns.ts'
import { invalidAnswer } from './row-reader.ts'

/** What was read of one day. */
export interface DayContent {
  readonly rowCount: number
  /** Of its rows as newline-delimited JSON, in lower-case hexadecimal. */
  readonly sha256: string
}

/** What is counted of the rows of one answer. */
export interface Tally {
  /** By day, where rows are told apart by it. */
  readonly days: ReadonlyMap<string, DayContent>
  /** All that came, those that were not wanted too. */
  readonly rowCount: number
}

/** A file that rows are written to as newline-delimited JSON. */
export interface RowFileWriter {
  /** Begins with the rows of an answer; what an attempt that failed has written since the last `endAnswer` is dropped. */
  beginAnswer(): Promise<void>
  /** Takes a row, which is copied. */
  add(bytes: Buffer, start: number, end: number): void
  /** Waits while more is to be written than is good for memory. */
  drain(): Promise<void>
  endAnswer(): Tally
  /** Writes what is left. */
  finish(): Promise<RowFile>
  /** To be called in any case. */
  close(): Promise<void>
}

export interface RowFileOptions {
  readonly path: string
  readonly columns: readonly LoadedColumn[]
  /** Tell rows apart by their day, and leave out those of other days than these. */
  readonly days?: ReadonlySet<string> | undefined
}

/** How the day of a row is written: quotes inside of strings are escaped, so this cannot be part of one. */
export const DAY_FIELD = '"day":"'
const DAY_FIELD_BYTES = Buffer.from(DAY_FIELD)
const DAY_LENGTH = '2026-01-05'.length
const NEWLINE = 0x0a
const PIECE = 1_048_576
/** Pieces that wait to be written, at most. */
const MOST_QUEUED = 3

interface OpenDay {
  readonly text: string
  readonly isWanted: boolean
  readonly hash: Hash
  rowCount: number
}

export const createRowFile = async ({ path, columns, days: wanted }: RowFileOptions): Promise<RowFileWriter> => {
  const handle: FileHandle = await open(path, 'wx', 0o600)
  const extra = createExtraColumns(columns)
  let piece: Buffer = Buffer.allocUnsafeSlow(PIECE)
  /** Rows fill a piece up to here; those before `hashed` are in the hash of their day already. */
  let filled = 0
  let hashed = 0
  let writing: Promise<unknown> = Promise.resolve()
  /** Pieces that are written, and may be filled again. */
  const free: Buffer[] = []
  let queued = 0
  let written = 0
  let rowCount = 0
  /** Where the answers that have ended, end. */
  let kept = { size: 0, rowCount: 0 }
  let days = new Map<string, OpenDay>()
  let day: OpenDay | undefined
  let answerRows = 0

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
    // Whoever waits for it next learns of a failure.
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

  const findDay = (bytes: Buffer, start: number, end: number): OpenDay => {
    const found = bytes.indexOf(DAY_FIELD_BYTES, start)
    const at = found + DAY_FIELD.length
    if (found === -1 || at + DAY_LENGTH > end) throw invalidAnswer('A row of the answer has no day')
    if (day && isOf(day, bytes, at)) return day
    hashRun()
    const text = bytes.toString('latin1', at, at + DAY_LENGTH)
    const known = days.get(text) ?? { text, isWanted: wanted?.has(text) ?? true, hash: createHash('sha256'), rowCount: 0 }
    days.set(text, known)
    return known
  }

  return {
    async beginAnswer() {
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
      // Rows of an answer have the same fields: to look at those of each row would take longer than all else that is done with it.
      // So a field is seen that some rows of a day have and its first has not, only where one of them is the first of a piece.
      const isFirst = filled === 0 || answerRows === 1 || day?.rowCount === 1
      if (isFirst) extra.inspect(bytes, start, end)
      extra.watch(bytes, start, end)
      bytes.copy(piece, filled, start, end)
      filled += end - start
      piece[filled++] = NEWLINE
      rowCount += 1
    },
    drain: async () => {
      if (queued > MOST_QUEUED) await writing
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
