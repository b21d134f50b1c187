import { FORMAT_TYPES, type Format } from '@rollcall/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { acceptedType } from '../../gate/http/negotiation.ts'
import { toCsv } from './csv.ts'
import { loadDuckDb } from './duckdb.ts'
import { toNdjson } from './ndjson.ts'
import { toParquet } from './parquet.ts'

/** Converts rows as the database writes them, `,{…}\n` each, split anywhere, to a format. `row` is the schema of a row. */
type Converter = (rows: AsyncIterable<Buffer>, row: TSchema) => AsyncIterable<Buffer>

/** JSON is missing here, because it is assembled from compressed pieces. */
export type ConvertedFormat = Exclude<Format, 'json'>

const CONVERTERS: Record<ConvertedFormat, Converter> = { ndjson: toNdjson, csv: toCsv, parquet: toParquet }

/**
 * Returns the format that the caller asks for: `?format=` wins over the Accept header (contract §4). It is part of the ETag,
 * because a cached copy in one format is useless in another.
 * @throws AppError not_acceptable
 */
export const formatOf = (request: FastifyRequest): Format => {
  const { format } = request.query as { format?: Format }
  if (format) return format
  const type = acceptedType(request, Object.values(FORMAT_TYPES))
  return (Object.keys(FORMAT_TYPES) as Format[]).find((name) => FORMAT_TYPES[name] === type) as Format
}

/**
 * Checks that this installation can write the format, before anything is read for it.
 * @throws AppError not_acceptable
 */
export const assertAvailable = async (format: Format): Promise<void> => {
  if (format === 'parquet') await loadDuckDb()
}

/**
 * Converts rows to a format in the same order, with constant memory, reading no faster than the result is consumed. Every row
 * starts with a comma, the first one too; without rows the result is valid and empty.
 */
export const convert = (format: ConvertedFormat, rows: AsyncIterable<Buffer>, row: TSchema): AsyncIterable<Buffer> =>
  CONVERTERS[format](rows, row)

/** Returns the media type, and for downloads a file name such as `user-booking-attendance_2026-01-05_2026-01-30.csv`. */
export const describeFormat = (request: FastifyRequest, reply: FastifyReply, format: Format): void => {
  const isText = format !== 'parquet'
  reply.type(isText ? `${FORMAT_TYPES[format]}; charset=utf-8` : FORMAT_TYPES[format])
  if (format === 'csv' || format === 'parquet') {
    reply.header('content-disposition', `attachment; filename="${fileName(request)}.${format}"`)
  }
}

/** Builds the file name from the path and the requested days, without any free text of the caller. */
const fileName = ({ routeOptions, query }: FastifyRequest): string => {
  const steps = (routeOptions.url as string).split('/').filter((step) => !UNSAID.has(step))
  const { startDate, endDate } = query as { startDate?: string; endDate?: string }
  const days = [startDate, endDate].flatMap((day) => (day === undefined ? [] : [day.replace(DAY, '$1-$2-$3')]))
  return [steps.join('-'), ...days].join('_')
}

/** Finds the day in each parameter that can specify one. */
const DAY = /^(\d{4})-?(\d{2})-?(\d{2}).*$/s
const UNSAID = new Set(['', 'v1', 'analytics', 'basic'])
