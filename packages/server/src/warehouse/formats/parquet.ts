import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { TSchema } from 'typebox'
import { createPrivateFolder, writeParquet } from './parquet-file.ts'

/** A Parquet file. Its first byte comes after the last row, since Parquet is written by columns and begins to be read at its end. */
export const toParquet = async function* (rows: AsyncIterable<Buffer>, row: TSchema): AsyncGenerator<Buffer> {
  await using folder = await createPrivateFolder()
  const file = join(folder.path, 'rows.parquet')
  await writeParquet(rows, { row, file, folder: folder.path })
  yield* createReadStream(file) as AsyncIterable<Buffer>
}
