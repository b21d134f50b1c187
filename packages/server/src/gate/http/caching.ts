import type { FastifyRequest } from 'fastify'

/**
 * Whether what is read of the warehouse may be kept: by a key, which asks each time whether it is current, but by no browser of
 * a user, whose computer others may use as well. An ETag serves both.
 */
export const cacheControl = ({ principal }: FastifyRequest): string => (principal ? 'no-store' : 'private, no-cache')

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
