import { ENDPOINTS, variants } from '@rollcall/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { isPrefixed, NEEDS_HOST } from './path-prefix.ts'

/** Every path with its methods; a parameter matches any one segment. */
const PATHS = [...Map.groupBy(Object.values(ENDPOINTS).flatMap(variants), ({ path }) => path)].map(([path, served]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods: served.map(({ endpoint }) => endpoint.method),
}))

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the web app, which has a page for unknown addresses, to a browser. */
    sendPage: ((reply: FastifyReply) => FastifyReply) | undefined
  }
}

const API_PATH = /^\/(?:v1|api)(?:\/|$)/

const wantsPage = ({ method, headers }: FastifyRequest, path: string): boolean =>
  method === 'GET' && !API_PATH.test(path) && /\btext\/html\b/.test(headers.accept ?? '')

const methodsOf = (path: string): string[] | undefined => PATHS.find(({ pattern }) => pattern.test(path))?.methods

/**
 * Sends 405 with Allow if the path exists with other methods, else 404: as a page to browsers, as a problem to programs, with the
 * path that was probably meant.
 */
export const notFound = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const path = request.url.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '')
  const allowed = methodsOf(path)
  if (!allowed) {
    if (isPrefixed(path)) throw new AppError('not_found', { detail: NEEDS_HOST })
    if (request.server.sendPage && wantsPage(request, path)) return request.server.sendPage(reply.code(404))
    throw new AppError('not_found', suggestPath(path))
  }
  const allow = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  throw new AppError('method_not_allowed', { detail: `Use ${allow} on this path.`, headers: { allow } })
}

/** Recognizes the usual mistakes: a base address that ends in a slash before a path that starts with one, and capital letters. */
const suggestPath = (path: string): { detail?: string } => {
  const single = path.replaceAll(/\/{2,}/g, '/')
  const meant = [single, single.toLowerCase()].find((candidate) => candidate !== path && methodsOf(candidate))
  return meant === undefined ? {} : { detail: `Did you mean ${meant}? Paths have single slashes and are in lower case.` }
}
