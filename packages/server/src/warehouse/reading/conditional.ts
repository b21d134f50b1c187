import type { FastifyReply } from 'fastify'
import { cacheControl } from '../../gate/http/caching.ts'
import type { DatasetState } from './dataset-read.ts'

/** The headers of every warehouse response, including 304 (contract §4). */
export const describeState = (reply: FastifyReply, { etag, lastModified, refreshedAt, asOf }: DatasetState): void => {
  reply
    .header('etag', etag)
    .header('last-modified', lastModified.toUTCString())
    .header('warehouse-refreshed-at', refreshedAt.toISOString())
    .header('cache-control', cacheControl(reply.request))
    .header('vary', 'accept, accept-encoding, authorization, cookie')
  if (asOf) reply.header('warehouse-as-of', asOf.toISOString())
}
