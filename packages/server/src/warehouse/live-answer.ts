import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { describeState, isCurrent } from './conditional.ts'
import { countRows, type DatasetOf, getState, readRows } from './live-reader.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Rows are read through a pool of their own, so that slow readers never hold up anything but other readers. */
export interface DatasetPools {
  readonly pool: pg.Pool
  readonly exports: pg.Pool
}

/** Answers with the rows, streamed, or with 304 without touching a row when nothing changed. */
export const answerLive = async (
  { pool, exports }: DatasetPools,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  of: DatasetOf,
): Promise<unknown> => {
  const known = await getState(pool, of)
  if (isCurrent(request, known)) {
    describeState(reply, known)
    return reply.code(304).send()
  }
  if (request.method === 'HEAD') {
    describeState(reply, known)
    return reply
      .header('warehouse-row-count', await countRows(pool, of))
      .type(JSON_TYPE)
      .send()
  }
  const { state, rowCount, rows } = await readRows(exports, of, (bytes) => {
    request.meteredBytes += bytes
  })
  describeState(reply, state)
  reply.header('warehouse-row-count', rowCount).type(JSON_TYPE)
  request.meteredRows = rowCount
  return rows
}
