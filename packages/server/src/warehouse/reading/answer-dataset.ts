import { Readable } from 'node:stream'
import type { Format } from '@rollcall/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { TSchema } from 'typebox'
import { isCurrent } from '../../gate/http/caching.ts'
import { countRowsOf, type Piece, rowBytes } from '../chunks/chunk.ts'
import { assertAvailable, convert, describeFormat, formatOf } from '../formats/format.ts'
import type { Readers } from '../readers/readers.ts'
import { streamRows } from '../readers/stream-rows.ts'
import { describeState } from './conditional.ts'
import type { DatasetRead, DatasetRows, DatasetState } from './dataset-read.ts'
import { ENCODINGS, type Encoding, encodeJson } from './json-encodings.ts'

/** The parameters of a dataset call. */
export interface DatasetCall {
  readonly endpoint: { readonly response: TSchema }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * The ETag suffix of a format. That of Parquet has a version, which increases when its types change, so that cached copies are
 * replaced.
 */
const ETAG_SUFFIXES: Record<Format, string> = { json: '', ndjson: '.ndjson', csv: '.csv', parquet: '.parquet2' }

/** Responds to every warehouse request with streamed rows, or with 304 without reading a row if nothing changed (contract §4). */
export const answerDataset = async (
  { readers }: { readonly readers: Readers },
  { endpoint, request, reply }: DatasetCall,
  read: DatasetRead,
): Promise<unknown> => {
  const format = formatOf(request)
  await assertAvailable(format)
  // The ETag is weak, because the same rows are sent in several encodings.
  const describe = (state: DatasetState): DatasetState => ({ ...state, etag: `W/"${state.etag}${ETAG_SUFFIXES[format]}"` })
  const before = describe(read.state)
  if (isCurrent(request, before.etag)) {
    describeState(reply, before)
    return sendNothing(request, reply.code(304))
  }
  const encoding = format === 'json' ? negotiateEncoding(request) : 'identity'
  const open = () => read.open(encoding === 'gzip' ? 'deflated' : 'zstandard')
  const reading = request.method === 'HEAD' ? undefined : await openReading(readers, request, reply, open)
  const rowCount = reading ? reading.rows.rowCount : await read.countRows()
  describeState(reply, reading ? describe(reading.rows.state) : before)
  describeFormat(request, reply, format)
  if (rowCount !== undefined) reply.header('warehouse-row-count', rowCount)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  if (!reading) return sendNothing(request, reply)
  const { rows, place } = reading
  const sending = { place, response: reply.raw }
  const pieces = countRowsTaken(request, rows.pieces)
  if (format === 'json') return streamRows(rows, encodeJson(encoding, countJsonTaken(request, pieces)), sending)
  return streamRows(rows, countTaken(request, convert(format, rowBytes(pieces), endpoint.response)), sending)
}

/** Waits for a slot, then opens the rows. */
const openReading = async (readers: Readers, request: FastifyRequest, reply: FastifyReply, open: () => Promise<DatasetRows>) => {
  const place = await readers.enter(request, reply)
  try {
    return { place, rows: await open() }
  } catch (error) {
    place.leave()
    throw error
  }
}

/** Sends an empty stream for HEAD, because without a body the response would claim that GET returns 0 bytes. */
const sendNothing = ({ method }: FastifyRequest, reply: FastifyReply): FastifyReply =>
  method === 'HEAD' ? reply.send(Readable.from([])) : reply.send()

const negotiateEncoding = (request: FastifyRequest): Encoding => {
  // The types lack the option, which decides between equally preferred encodings.
  const negotiator = new Negotiator(request) as { encoding(offered: readonly string[], options: object): string | undefined }
  return (negotiator.encoding(ENCODINGS, { preferred: ENCODINGS }) as Encoding | undefined) ?? 'identity'
}

/** Counts the rows and bytes (before compression) that the reader accepts, even if it disconnects midway. */
const countRowsTaken = async function* (request: FastifyRequest, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    request.meteredRows += countRowsOf(piece)
    yield piece
  }
}

const countTaken = async function* (request: FastifyRequest, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const part of bytes) {
    request.meteredBytes += part.length
    yield part
  }
}

/** Assembles JSON from pieces that are compressed already. */
const countJsonTaken = async function* (request: FastifyRequest, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  let isEmpty = true
  for await (const piece of pieces) {
    isEmpty = false
    request.meteredBytes += Buffer.isBuffer(piece) ? piece.length : piece.size + 1
    yield piece
  }
  request.meteredBytes += isEmpty ? '[]\n'.length : ']\n'.length
}
