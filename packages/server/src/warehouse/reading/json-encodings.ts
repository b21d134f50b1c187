import zlib from 'node:zlib'
import { inOrder } from '../../platform/jobs/in-order.ts'
import { AT_ONCE, deflateChunk, inflate, type Outgoing, OwnBytes, type Piece, zstandardChunk } from '../chunks/chunk.ts'
import { combineCrc32, GZIP_HEADER, gzipTrailer, rawFrame, storedBlock } from './gzip-member.ts'

/** Content encodings of a JSON array of rows, in order of preference. */
export const ENCODINGS = ['zstd', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The minimum size in which uncompressed rows are compressed. */
const BLOCK_BYTES = 1 << 17
/** Separators between rows are shorter than any row. */
const MARK_BYTES = 8

const OPEN = Buffer.from('[')
const COMMA = Buffer.from(',')
const CLOSE = Buffer.from(']\n')

/**
 * Encodes rows as one JSON array with a row per line. Chunks are sent as they are, so they must come as zstd, or as raw deflate for
 * gzip.
 */
export const encodeJson = (encoding: Encoding, pieces: AsyncIterable<Piece>): AsyncIterable<Outgoing> =>
  ENCODERS[encoding](asArray(inBlocks(pieces)))

/** Collects bytes until they are worth compressing. */
const inBlocks = async function* (pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    const isBytes = Buffer.isBuffer(piece)
    if (isBytes) {
      waiting.push(piece)
      size += piece.length
    }
    if (size > 0 && (!isBytes || size >= BLOCK_BYTES)) {
      yield Buffer.concat(waiting)
      waiting = []
      size = 0
    }
    if (!isBytes) yield piece
  }
  if (size > 0) yield Buffer.concat(waiting)
}

const asArray = async function* (pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  let isFirst = true
  for await (const piece of pieces) {
    const isBytes = Buffer.isBuffer(piece)
    if (isFirst) yield OPEN
    else if (!isBytes) yield COMMA
    yield isFirst && isBytes ? piece.subarray(1) : piece
    isFirst = false
  }
  if (isFirst) yield OPEN
  yield CLOSE
}

const toIdentity = (parts: AsyncIterable<Piece>): AsyncIterable<Outgoing> =>
  inOrder(parts, AT_ONCE, async (part) => (Buffer.isBuffer(part) ? part : new OwnBytes(await inflate(part))))

/** Zstd frames may be concatenated. */
const toZstd = (parts: AsyncIterable<Piece>): AsyncIterable<Buffer> =>
  inOrder(parts, AT_ONCE, (part) => {
    if (!Buffer.isBuffer(part)) return part.bytes
    return part.length < MARK_BYTES ? rawFrame(part) : zstandardChunk(part)
  })

/** Writes a single member, because some readers stop after the first one. Its checksum is combined from those of the parts. */
const toGzip = async function* (parts: AsyncIterable<Piece>): AsyncGenerator<Buffer> {
  yield GZIP_HEADER
  let crc32 = 0
  let size = 0
  const deflated = inOrder(parts, AT_ONCE, async (part) => {
    if (!Buffer.isBuffer(part)) return part
    const bytes = part.length < MARK_BYTES ? storedBlock(part) : await deflateChunk(part)
    return { bytes, size: part.length, crc32: zlib.crc32(part) }
  })
  for await (const part of deflated) {
    crc32 = combineCrc32(crc32, part.crc32, part.size)
    size += part.size
    yield part.bytes
  }
  yield gzipTrailer(crc32, size)
}

const ENCODERS: Record<Encoding, (parts: AsyncIterable<Piece>) => AsyncIterable<Outgoing>> = {
  identity: toIdentity,
  zstd: toZstd,
  gzip: toGzip,
}
