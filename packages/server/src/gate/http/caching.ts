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
  return tags !== undefined && isAmong(tags, etag)
}

/** Returns whether the caller means this version, or any. ETags are weak, because one version is sent in several encodings. */
export const isExpected = ({ headers }: FastifyRequest, etag: string): boolean => isAmong(headers['if-match'] ?? '*', etag)

const isAmong = (tags: string, etag: string): boolean =>
  tags.trim() === '*' || tags.split(',').some((tag) => opaque(tag) === opaque(etag))
