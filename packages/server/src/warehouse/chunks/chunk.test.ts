import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { expect, it } from 'vitest'
import { compressChunk } from './chunk.ts'

const deflateRaw = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.deflateRaw)
const zstdCompress = promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdCompress)

/** The same in every run: if the mark at the end did not fit into a buffer, it would come twice. */
const idOf = (n: number) => hash('sha256', String(n))
const rowsOf = (count: number) =>
  Buffer.from(Array.from({ length: count }, (_, n) => `{"userId":"${idOf(n)}","day":"2026-03-02","number":${n}}\n`).join(','))

const CASES = {
  'one row': rowsOf(1),
  'many rows': rowsOf(20_000),
  'bytes that do not compress, and so fill several buffers': Buffer.from(
    Array.from({ length: 9_000 }, (_, n) => idOf(n)).join(''),
    'hex',
  ),
}

it.each(Object.entries(CASES))('a chunk of %s has the bytes of a compression in small buffers', async (_, raw) => {
  const { deflated, zstandard } = await compressChunk(raw, 1)
  expect(zlib.inflateRawSync(Buffer.concat([deflated, Buffer.from([3, 0])])).equals(raw)).toBe(true)
  expect(zlib.zstdDecompressSync(zstandard).equals(raw)).toBe(true)
  const { Z_FULL_FLUSH, Z_FILTERED, ZSTD_c_compressionLevel } = zlib.constants
  expect(deflated.equals(await deflateRaw(raw, { level: 6, memLevel: 9, strategy: Z_FILTERED, finishFlush: Z_FULL_FLUSH }))).toBe(
    true,
  )
  expect(zstandard.equals(await zstdCompress(raw, { params: { [ZSTD_c_compressionLevel]: 1 } }))).toBe(true)
})
