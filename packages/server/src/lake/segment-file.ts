import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { AttendanceRow, PresenceRow } from '@rollcall/contract'
import type { TSchema } from 'typebox'
import type { SegmentDataset } from '../segments/segment-dataset.ts'
import { writeParquet } from '../warehouse/formats/parquet-file.ts'

const ROWS: Record<SegmentDataset, TSchema> = { 'user-booking-attendance': AttendanceRow, presence: PresenceRow }

/** A segment as the Parquet file that is written to the lake: the same as the answer of its endpoint, one row group or few. */
export const segmentFile = async (dataset: SegmentDataset, frames: readonly Buffer[], folder: string): Promise<Buffer> => {
  const file = join(folder, 'rows.parquet')
  await writeParquet(rowsOf(frames), { row: ROWS[dataset], file, folder })
  return readFile(file)
}

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

const decompress = promisify<Buffer, Buffer>(zstdDecompress)
const COMMA = Buffer.from(',')

const rowsOf = async function* (frames: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const frame of frames) {
    yield COMMA
    yield await decompress(frame)
  }
}
