import { ENDPOINTS, variants } from '@rollcall/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { isPrefixed, NEEDS_HOST } from './path-prefix.ts'

/** Lists each path with its methods; a parameter matches any one segment. */
const PATHS = [...Map.groupBy(Object.values(ENDPOINTS).flatMap(variants), ({ path }) => path)].map(([path, served]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods: served.map(({ endpoint }) => endpoint.method),
}))

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers a browser that asks for a page; the web app has a page for unknown addresses. */
    sendPage: ((reply: FastifyReply) => FastifyReply) | undefined
  }
}

const OF_THE_API = /^\/(?:v1|api)(?:\/|$)/

const asksForPage = ({ method, headers }: FastifyRequest, path: string): boolean =>
  method === 'GET' && !OF_THE_API.test(path) && /\btext\/html\b/.test(headers.accept ?? '')

const methodsOf = (path: string): string[] | undefined => PATHS.find(({ pattern }) => pattern.test(path))?.methods

/**
 * Answers 405 with Allow where the path exists with other methods, else 404: as a page for browsers, as a problem for programs,
 * with the path that was probably meant.
 */
export const notFound = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const path = request.url.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '')
  const allowed = methodsOf(path)
  if (!allowed) {
    if (isPrefixed(path)) throw new AppError('not_found', { detail: NEEDS_HOST })
    if (request.server.sendPage && asksForPage(request, path)) return request.server.sendPage(reply.code(404))
    throw new AppError('not_found', meantPath(path))
  }
  const allow = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  throw new AppError('method_not_allowed', { detail: `Use ${allow} on this path.`, headers: { allow } })
}

/** Covers the usual mistakes: a base address that ends in a slash before a path that starts with one, and capital letters. */
const meantPath = (path: string): { detail?: string } => {
  const single = path.replaceAll(/\/{2,}/g, '/')
  const meant = [single, single.toLowerCase()].find((candidate) => candidate !== path && methodsOf(candidate))
  return meant === undefined ? {} : { detail: `Did you mean ${meant}? Paths have single slashes and are in lower case.` }
}
