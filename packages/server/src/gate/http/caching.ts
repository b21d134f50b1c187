import type { FastifyRequest } from 'fastify'

/**
 * Returns the cache policy of a response of the warehouse. A client with a key may cache it and revalidates it each time. A browser
 * may not, because others may use the same computer. An ETag serves both.
 */
export const cacheControl = ({ principal }: FastifyRequest): string => (principal ? 'no-store' : 'private, no-cache')

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')

/**
 * Returns whether the caller's copy is still current (RFC 9110 §13.1.2). If-Modified-Since is ignored: whole seconds cannot
 * distinguish two changes, and a long transaction may commit a change that is older than one already read.
 */
export const isCurrent = ({ headers }: FastifyRequest, etag: string): boolean => {
  const tags = headers['if-none-match']
  if (tags === undefined) return false
  return tags.trim() === '*' || tags.split(',').some((tag) => opaque(tag) === opaque(etag))
}
