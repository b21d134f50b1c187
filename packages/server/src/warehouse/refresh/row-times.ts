import { hash } from 'node:crypto'
import { inflate } from '../chunks/chunk.ts'
import { fetchChunks, listChunks } from '../published/published-segments.ts'
import type { SegmentRow } from '../rows/segment-rows.ts'
import type { DayBatch } from './day-batches.ts'
import type { RefreshReader } from './refresh-connections.ts'

/** The `updatedAt` of published attendance rows, and a digest of their other columns, by `rowKey`. */
export type RowTimes = ReadonlyMap<string, { readonly updatedAt: string; readonly digest: string }>

const rowKey = (day: string, userId: string): string => day + userId

/** Reads all locations, because a row may have belonged to another one. For new days there is nothing to read. */
export const readRowTimes = async (
  { reader, readerClient }: RefreshReader,
  orgId: string,
  batch: DayBatch,
): Promise<RowTimes> => {
  const times = new Map<string, { updatedAt: string; digest: string }>()
  const dataset = 'user-booking-attendance'
  const refs = await listChunks(reader, { orgId, dataset, ...batch })
  for (const [day, ofDay] of Map.groupBy(refs, (ref) => ref.day)) {
    for (const chunk of await fetchChunks(readerClient, { orgId, dataset }, ofDay, 'zstandard')) {
      for (const row of linesOf(await inflate(chunk))) {
        times.set(rowKey(day, userIdOf(row)), { updatedAt: extractTime(row), digest: digestOf(row) })
      }
    }
  }
  return times
}

/**
 * Writes `updatedAt` into each row. An unchanged row keeps its time; a changed row gets `moment`, or a later time than before if
 * the clock was set back. So the time of a row only increases, and readers that ask for rows changed since a time miss none.
 */
export const stampRows = async function* (
  batches: AsyncIterable<SegmentRow[]>,
  published: RowTimes,
  moment: Date,
): AsyncGenerator<SegmentRow[]> {
  const stamp = moment.toISOString()
  for await (const rows of batches) {
    for (const { day, row } of rows) {
      const before = published.get(rowKey(day, userIdOf(row)))
      if (!before) writeTime(row, stamp)
      else {
        extractTime(row)
        writeTime(row, before.digest === digestOf(row) ? before.updatedAt : laterOf(stamp, before.updatedAt))
      }
    }
    yield rows
  }
}

const laterOf = (stamp: string, before: string): string =>
  stamp > before ? stamp : new Date(Date.parse(before) + 1).toISOString()

/** This never occurs within a JSON string, whose quotes are escaped. */
const TIME = Buffer.from('"updatedAt":"')
const TIME_LENGTH = 24
/** A placeholder with the length of a timestamp. */
export const TIME_PLACEHOLDER = '0'.repeat(TIME_LENGTH)
const COMMA = 0x2c
const NEWLINE = 0x0a

const timeAt = (row: Buffer): number => row.lastIndexOf(TIME) + TIME.length
const writeTime = (row: Buffer, time: string): void => {
  row.write(time, timeAt(row), 'latin1')
}
/** Returns the time and overwrites it with zeros, so that the digest covers the other columns only. */
const extractTime = (row: Buffer): string => {
  const at = timeAt(row)
  const time = row.toString('latin1', at, at + TIME_LENGTH)
  row.fill(0, at, at + TIME_LENGTH)
  return time
}

/** Rows are `{…}\n`, and all but the first of a chunk start with a comma. */
const startOf = (row: Buffer): number => (row[0] === COMMA ? 1 : 0)
const digestOf = (row: Buffer): string => hash('sha1', row.subarray(startOf(row)), 'base64')

const UUID_LENGTH = 36
const USER_ID_AT = '{"userId":"'.length
const userIdOf = (row: Buffer): string => {
  const at = startOf(row) + USER_ID_AT
  return row.toString('latin1', at, at + UUID_LENGTH)
}

const linesOf = function* (rows: Buffer): Generator<Buffer> {
  let start = 0
  for (let end = rows.indexOf(NEWLINE); end !== -1; end = rows.indexOf(NEWLINE, start)) {
    yield rows.subarray(start, end + 1)
    start = end + 1
  }
}
