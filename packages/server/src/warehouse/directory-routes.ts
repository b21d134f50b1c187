import type pg from 'pg'
import { type HttpContext, serve } from '../http/serve.ts'
import { describeState, isCurrent } from './conditional.ts'
import { DIRECTORY_DATASETS } from './directory-datasets.ts'
import { getDirectoryState, readDirectory } from './directory-reader.ts'

/** GET users, groups, locations, desks, spaces: streamed, and 304 without touching a row when nothing changed. */
export const registerDirectoryRoutes = (http: HttpContext, pool: pg.Pool): void => {
  for (const dataset of DIRECTORY_DATASETS) {
    serve(http, dataset.endpoint, async ({ caller, request, reply }) => {
      const known = await getDirectoryState(pool, caller.orgId, dataset)
      if (isCurrent(request, known)) {
        describeState(reply, known)
        return reply.code(304).send()
      }
      const { state, rowCount, rows } = await readDirectory(pool, caller.orgId, dataset, (bytes) => {
        request.meteredBytes += bytes
      })
      describeState(reply, state)
      reply.header('warehouse-row-count', rowCount).type('application/json; charset=utf-8')
      request.meteredRows = rowCount
      return rows
    })
  }
}
