import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DatasetState } from './directory-reader.ts'

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Whether the caller's copy is still current (RFC 9110 §13.1): If-None-Match, and only without it If-Modified-Since. */
export const isCurrent = ({ headers }: FastifyRequest, { etag, lastModified }: DatasetState): boolean => {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.trim() === '*' || tags.split(',').some((tag) => opaque(tag) === opaque(etag))
  const since = Date.parse(headers['if-modified-since'] ?? '')
  // The header knows whole seconds only: a change within the second that it names might be missed.
  return since > lastModified.getTime()
}

/** Headers of every warehouse answer, 304 included (contract §4). */
export const describeState = (reply: FastifyReply, { etag, lastModified }: DatasetState): void => {
  reply
    .header('etag', etag)
    .header('last-modified', lastModified.toUTCString())
    .header('warehouse-refreshed-at', new Date().toISOString())
    .header('cache-control', 'private, no-cache')
    .header('vary', 'Accept, Accept-Encoding, Authorization')
}
