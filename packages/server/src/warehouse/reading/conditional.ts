import type { FastifyReply } from 'fastify'
import { cacheControl } from '../../gate/http/caching.ts'

/** The state of a dataset that a response shows. */
export interface AnswerState {
  readonly etag: string
  readonly lastModified: Date
  readonly refreshedAt: Date
}

/** The headers of every warehouse response, including 304 (contract §4). */
export const describeState = (reply: FastifyReply, { etag, lastModified, refreshedAt }: AnswerState): void => {
  reply
    .header('etag', etag)
    .header('last-modified', lastModified.toUTCString())
    .header('warehouse-refreshed-at', refreshedAt.toISOString())
    .header('cache-control', cacheControl(reply.request))
    .header('vary', 'accept, accept-encoding, authorization, cookie')
}
