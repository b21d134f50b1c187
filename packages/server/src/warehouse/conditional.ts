import type { FastifyReply, FastifyRequest } from 'fastify'

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')

/**
 * Whether the caller's copy is still current (RFC 9110 §13.1.2). If-Modified-Since is ignored: whole seconds cannot tell two
 * changes apart, and a long transaction may commit a change that is older than one already read.
 */
export const isCurrent = ({ headers }: FastifyRequest, etag: string): boolean => {
  const tags = headers['if-none-match']
  if (tags === undefined) return false
  return tags.trim() === '*' || tags.split(',').some((tag) => opaque(tag) === opaque(etag))
}

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
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept, accept-encoding, authorization')
}
