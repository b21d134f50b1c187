import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SegmentDataset } from '@rollcall/contract'
import { eachOf } from '../../platform/jobs/in-order.ts'
import { type CompressedRows, rowBytes } from '../chunks/chunk.ts'
import { type ParquetEngine, writeParquet } from '../formats/parquet-file.ts'
import { segmentRow } from '../segments/segment-dataset.ts'

/** The folder and the Parquet writer that one export uses for all its files. */
export interface Workshop {
  readonly folder: string
  readonly engine: ParquetEngine
}

/** Writes a segment as a Parquet file with the same content as the response of its endpoint, in one row group or a few. */
export const segmentFile = async (
  dataset: SegmentDataset,
  chunks: readonly CompressedRows[],
  { folder, engine }: Workshop,
): Promise<Buffer> => {
  const file = join(folder, 'rows.parquet')
  await writeParquet(rowBytes(eachOf(chunks)), { row: segmentRow(dataset), file, folder, engine })
  return readFile(file)
}

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
