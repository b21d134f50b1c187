import type { Deprecation, Endpoint } from '@rollcall/contract'
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The deprecated operation, or `operation?parameter`, that this call uses. */
    deprecatedUse: string | undefined
  }
}

const CHANGELOG = '</changelog.json>; rel="deprecation"; type="application/json"'

/** Announces to callers what they should stop using (RFC 9745 and RFC 8594). It runs after authentication, so the key is known. */
export const announceDeprecation = ({ operation, deprecated, deprecatedQuery = {} }: Endpoint): onRequestAsyncHookHandler[] => {
  if (!deprecated && Object.keys(deprecatedQuery).length === 0) return []
  return [
    async (request: FastifyRequest, reply: FastifyReply) => {
      const given = request.query as Readonly<Record<string, unknown>>
      const parameter = Object.keys(deprecatedQuery).find((name) => given[name] !== undefined)
      const deprecation = deprecated ?? (parameter === undefined ? undefined : deprecatedQuery[parameter])
      if (!deprecation) return
      request.deprecatedUse = deprecated ? operation : `${operation}?${parameter}`
      reply.headers(headersOf(deprecation))
    },
  ]
}

const headersOf = ({ since, sunset }: Deprecation): Record<string, string> => ({
  deprecation: `@${Date.parse(since) / 1000}`,
  ...(sunset && { sunset: new Date(sunset).toUTCString() }),
  link: CHANGELOG,
})
