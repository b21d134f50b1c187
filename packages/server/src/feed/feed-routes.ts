import { type ChangeFeed, ENDPOINTS, MAX_CHANGES, SEGMENT_DATASETS } from '@rollcall/contract'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { cacheControl } from '../http/caching.ts'
import { type HttpContext, serve } from '../http/serve.ts'
import { notOurs, readCursor, writeCursor } from './feed-cursor.ts'
import { selectChanges } from './feed-store.ts'

/** GET the change feed (contract §4.1). */
export const registerFeedRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.readChanges, async ({ caller: { orgId }, query, request, reply }): Promise<ChangeFeed> => {
    const { limit = MAX_CHANGES } = query
    const datasets = readDatasets(query.datasets)
    const after = readCursor(orgId, query.cursor, datasets)
    const { end, changes } = await selectChanges(db, orgId, { after, datasets, limit: limit + 1 })
    if (after > end) throw notOurs()
    const shown = changes.slice(0, limit)
    const hasMore = changes.length > limit
    reply.header('cache-control', cacheControl(request)).header('vary', 'authorization, cookie')
    request.meteredRows = shown.length
    return {
      cursor: writeCursor(orgId, hasMore ? (shown.at(-1)?.position as number) : end, datasets),
      segments: shown.map(({ position: _, ...change }) => change),
      hasMore,
    }
  })
}

/** @throws AppError invalid_parameter for names of no dataset: leaving them out could hide changes for ever */
const readDatasets = (given: string | undefined): readonly string[] => {
  if (given === undefined) return SEGMENT_DATASETS
  const names = given.split(',').map((name) => name.trim())
  const known: readonly string[] = SEGMENT_DATASETS
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return names
  const message = `names no dataset of the change feed: ${unknown.join(', ')}. Known are ${known.join(', ')}.`
  throw new AppError('invalid_parameter', { errors: [{ pointer: '/datasets', message, code: 'dataset' }] })
}
