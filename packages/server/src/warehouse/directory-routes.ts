import type pg from 'pg'
import { type HttpContext, serve } from '../http/serve.ts'
import { describeState, isCurrent } from './conditional.ts'
import { DIRECTORY_DATASETS } from './directory-datasets.ts'
import { countDirectory, getDirectoryState, readDirectory } from './directory-reader.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * GET users, groups, locations, desks, spaces: streamed, and 304 without touching a row when nothing changed. Rows are read
 * through a pool of their own, so that slow readers never hold up anything but other readers.
 */
export const registerDirectoryRoutes = (http: HttpContext, pool: pg.Pool, exports: pg.Pool): void => {
  for (const dataset of DIRECTORY_DATASETS) {
    serve(http, dataset.endpoint, async ({ caller, request, reply }) => {
      const known = await getDirectoryState(pool, caller.orgId, dataset)
      if (isCurrent(request, known)) {
        describeState(reply, known)
        return reply.code(304).send()
      }
      if (request.method === 'HEAD') {
        describeState(reply, known)
        return reply
          .header('warehouse-row-count', await countDirectory(pool, caller.orgId, dataset))
          .type(JSON_TYPE)
          .send()
      }
      const { state, rowCount, rows } = await readDirectory(exports, caller.orgId, dataset, (bytes) => {
        request.meteredBytes += bytes
      })
      describeState(reply, state)
      reply.header('warehouse-row-count', rowCount).type(JSON_TYPE)
      request.meteredRows = rowCount
      return rows
    })
  }
}
