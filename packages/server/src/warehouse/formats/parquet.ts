import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { TSchema } from 'typebox'
import { createPrivateFolder, writeParquet } from './parquet-file.ts'

/** Streams a Parquet file. Its first byte follows the last row, because Parquet is stored by column. */
export const toParquet = async function* (rows: AsyncIterable<Buffer>, row: TSchema): AsyncGenerator<Buffer> {
  await using folder = await createPrivateFolder()
  const file = join(folder.path, 'rows.parquet')
  await writeParquet(rows, { row, file, folder: folder.path })
  yield* createReadStream(file) as AsyncIterable<Buffer>
}
