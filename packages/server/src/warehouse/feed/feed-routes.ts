import { type ChangeFeed, ENDPOINTS, MAX_CHANGES, SEGMENT_DATASETS } from '@rollcall/contract'
import { cacheControl } from '../../gate/http/caching.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { readFeed } from './feed-service.ts'
import type { FeedTimeline } from './feed-timeline.ts'

/** GET the change feed (contract §4.1). */
export const registerFeedRoutes = (http: HttpContext, db: Db, onTimelineStarted: (timeline: FeedTimeline) => void): void => {
  serve(http, ENDPOINTS.readChanges, async ({ caller: { orgId }, query, request, reply }): Promise<ChangeFeed> => {
    const { cursor, limit = MAX_CHANGES } = query
    const feed = await readFeed(db, orgId, { cursor, datasets: readDatasets(query.datasets), limit }, onTimelineStarted)
    reply.header('cache-control', cacheControl(request)).header('vary', 'authorization, cookie')
    request.meteredRows = feed.segments.length
    return feed
  })
}

/** @throws AppError invalid_parameter for an unknown dataset: ignoring the name could hide changes forever */
const readDatasets = (given: string | undefined): readonly string[] | undefined => {
  if (given === undefined) return undefined
  const names = given.split(',').map((name) => name.trim())
  const known: readonly string[] = SEGMENT_DATASETS
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return names
  const message = `names no dataset of the change feed: ${unknown.join(', ')}. Known are ${known.join(', ')}.`
  throw new AppError('invalid_parameter', { errors: [{ pointer: '/datasets', message, code: 'dataset' }] })
}
