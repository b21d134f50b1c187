import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { inOrder } from '../../platform/jobs/in-order.ts'

/**
 * Some rows of a dataset in the encodings in which they are sent. Before compression they are `{…}\n,{…}\n`: one row per line,
 * with a comma before each but the first. So chunks joined by commas form a JSON array, and newline-delimited JSON only drops the
 * commas.
 */
export interface Chunk {
  readonly rowCount: number
  /** The number of bytes and the CRC-32 before compression. */
  readonly size: number
  readonly crc32: number
  /**
   * Raw deflate data that ends on a byte boundary without ending the stream, so that chunks can be concatenated to one stream.
   */
  readonly deflated: Buffer
  /** A zstd frame. */
  readonly zstandard: Buffer
}

/** The stored encodings of a chunk: raw deflate for gzip, and zstd for everything else. */
export type ChunkForm = 'deflated' | 'zstandard'

/** A chunk in the encoding that a response needs. */
export interface PackedRows extends Pick<Chunk, 'rowCount' | 'size' | 'crc32'> {
  readonly bytes: Buffer
}

/** Rows to send: a chunk, or bytes as the database writes them, `,{…}\n` per row, split anywhere. */
export type Piece = PackedRows | Buffer

export const packedAs = (form: ChunkForm, { rowCount, size, crc32, [form]: bytes }: Chunk): PackedRows => ({
  ...{ rowCount, size, crc32, bytes },
})

const { Z_FULL_FLUSH, Z_FILTERED, Z_MAX_MEMLEVEL, ZSTD_c_compressionLevel } = zlib.constants
const deflateRaw = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.deflateRaw)
const zstdDecompress = promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress)
const zstdCompress = promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdCompress)

/**
 * The size of the buffers to compress into. Rows compress to a twelfth, so one is enough for most chunks; with the default of 16 kB a
 * chunk goes to the thread pool and back six times. Larger ones would be kept in memory with the few bytes in them.
 */
const outputBytes = (raw: Buffer): number => Math.max(zlib.constants.Z_DEFAULT_CHUNK, raw.length >> 3)

/**
 * Deflate at level 6 compresses realistic rows to a fifteenth at 310 MB/s, zstd at level 1 to three quarters of that at 1,840 MB/s. Rows
 * repeat long texts, so short matches, which are filtered, cost more than they save: 4 % of the time and of the size.
 */
export const deflateChunk = (raw: Buffer, level = 6): Promise<Buffer> =>
  deflateRaw(raw, {
    level,
    strategy: Z_FILTERED,
    memLevel: Z_MAX_MEMLEVEL,
    finishFlush: Z_FULL_FLUSH,
    chunkSize: outputBytes(raw),
  })
export const zstandardChunk = (raw: Buffer): Promise<Buffer> =>
  zstdCompress(raw, { params: { [ZSTD_c_compressionLevel]: 1 }, chunkSize: outputBytes(raw) })

export const compressChunk = async (raw: Buffer, rowCount: number): Promise<Chunk> => {
  const [deflated, zstandard] = await Promise.all([deflateChunk(raw), zstandardChunk(raw)])
  return { rowCount, size: raw.length, crc32: zlib.crc32(raw), deflated, zstandard }
}

/** The part of a chunk that is needed to read its rows, as zstd. */
export type CompressedRows = Pick<PackedRows, 'bytes' | 'size'>

/** Inflates into one buffer that is large enough, which is three times as fast as joining parts afterwards. */
export const inflate = ({ bytes, size }: CompressedRows): Promise<Buffer> => zstdDecompress(bytes, { chunkSize: size + 64 })

/** Bytes to send. The sender of `OwnBytes` frees them once they are written. */
export type Outgoing = Buffer | OwnBytes

/**
 * Bytes that only their sender uses. To free them at once takes a quarter of the CPU time of leaving them to the garbage collector,
 * which marks all objects of the process for every few dozen megabytes of buffers.
 */
export class OwnBytes {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  free(): void {
    // Node takes smaller buffers from a pool.
    if (this.bytes.length >= 1 << 17 && this.bytes.buffer instanceof ArrayBuffer) this.bytes.buffer.transfer(0)
  }
}

/**
 * The number of pieces that are inflated or compressed at a time: the thread pool has as many threads, and few pieces fit in
 * memory.
 */
export const AT_ONCE = 3

const COMMA = Buffer.from(',')

/** Yields rows as the database writes them, `,{…}\n` each, from pieces of either kind. */
export const rowBytes = async function* (pieces: AsyncIterable<CompressedRows | Buffer>): AsyncGenerator<Buffer> {
  const inflated = inOrder(pieces, AT_ONCE, async (piece) => (Buffer.isBuffer(piece) ? [piece] : [COMMA, await inflate(piece)]))
  for await (const bytes of inflated) yield* bytes
}

const NEWLINE = '\n'.charCodeAt(0)

/** Counts the rows that end in the piece. JSON contains no raw newline, so each newline ends a row. */
export const countRowsOf = (piece: Piece): number => {
  if (!Buffer.isBuffer(piece)) return piece.rowCount
  let count = 0
  for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1)) count++
  return count
}
