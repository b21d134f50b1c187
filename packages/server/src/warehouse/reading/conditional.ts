import type { FastifyReply } from 'fastify'
import { cacheControl } from '../../gate/http/caching.ts'

/** Which state of a dataset an answer shows. */
export interface AnswerState {
  readonly etag: string
  readonly lastModified: Date
  readonly refreshedAt: Date
}

/** Headers of every warehouse answer, 304 included (contract §4). */
export const describeState = (reply: FastifyReply, { etag, lastModified, refreshedAt }: AnswerState): void => {
  reply
    .header('etag', etag)
    .header('last-modified', lastModified.toUTCString())
    .header('warehouse-refreshed-at', refreshedAt.toISOString())
    .header('cache-control', cacheControl(reply.request))
    .header('vary', 'accept, accept-encoding, authorization, cookie')
}
