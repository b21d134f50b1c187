import { FORMAT_TYPES, type Format } from '@rollcall/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { acceptedType } from '../../gate/http/negotiation.ts'
import { toCsv } from './csv.ts'
import { toNdjson } from './ndjson.ts'
import { toParquet } from './parquet.ts'

/** Rows as the database writes them, `,{…}\n` each, cut anywhere, in a format. `row` is the schema of a row. */
type Converter = (rows: AsyncIterable<Buffer>, row: TSchema) => AsyncIterable<Buffer>

/** JSON is put together of pieces in their encodings instead. */
export type ConvertedFormat = Exclude<Format, 'json'>

const CONVERTERS: Record<ConvertedFormat, Converter> = { ndjson: toNdjson, csv: toCsv, parquet: toParquet }

/**
 * The format that the caller of a dataset asks for: `?format=` wins over the Accept header (contract §4). Part of the ETag, as
 * a copy in one format is no copy in another.
 * @throws AppError not_acceptable
 */
export const formatOf = (request: FastifyRequest): Format => {
  const { format } = request.query as { format?: Format }
  if (format) return format
  const type = acceptedType(request, Object.values(FORMAT_TYPES))
  return (Object.keys(FORMAT_TYPES) as Format[]).find((name) => FORMAT_TYPES[name] === type) as Format
}

/**
 * The same rows, in the same order, in a format: at flat memory, and taking no more than is read. Rows begin with a comma, the
 * first one too; without any the answer is a valid empty one.
 */
export const convert = (format: ConvertedFormat, rows: AsyncIterable<Buffer>, row: TSchema): AsyncIterable<Buffer> =>
  CONVERTERS[format](rows, row)

/** Media type of the answer, and for files that are kept, a name such as `user-booking-attendance_2026-01-05_2026-01-30.csv`. */
export const describeFormat = (request: FastifyRequest, reply: FastifyReply, format: Format): void => {
  const isText = format !== 'parquet'
  reply.type(isText ? `${FORMAT_TYPES[format]}; charset=utf-8` : FORMAT_TYPES[format])
  if (format === 'csv' || format === 'parquet') {
    reply.header('content-disposition', `attachment; filename="${fileName(request)}.${format}"`)
  }
}

/** What the path names, and the days that were asked for; nothing of it is the caller's free text. */
const fileName = ({ routeOptions, query }: FastifyRequest): string => {
  const steps = (routeOptions.url as string).split('/').filter((step) => !UNSAID.has(step))
  const { startDate, endDate } = query as { startDate?: string; endDate?: string }
  const days = [startDate, endDate].flatMap((day) => (day === undefined ? [] : [day.replace(DAY, '$1-$2-$3')]))
  return [steps.join('-'), ...days].join('_')
}

/** In each of the forms in which a day may be asked for. */
const DAY = /^(\d{4})-?(\d{2})-?(\d{2}).*$/s
const UNSAID = new Set(['', 'v1', 'analytics', 'basic'])
