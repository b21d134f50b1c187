import { ENDPOINTS, variants } from '@rollcall/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** Each path with its methods; a parameter stands for any one segment. */
const PATHS = [...Map.groupBy(Object.values(ENDPOINTS).flatMap(variants), ({ path }) => path)].map(([path, served]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods: served.map(({ endpoint }) => endpoint.method),
}))

const methodsOf = (path: string): string[] | undefined => PATHS.find(({ pattern }) => pattern.test(path))?.methods

/** 405 with Allow where the path exists with other methods, else 404, which names the path that was likely meant. */
export const notFound = async (request: FastifyRequest, _reply: FastifyReply): Promise<never> => {
  const path = request.url.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '')
  const allowed = methodsOf(path)
  if (!allowed) throw new AppError('not_found', meantPath(path))
  const allow = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  throw new AppError('method_not_allowed', { detail: `Use ${allow} on this path.`, headers: { allow } })
}

/** The usual mistakes: a base address that ends in a slash before a path that begins with one, and capital letters. */
const meantPath = (path: string): { detail?: string } => {
  const single = path.replaceAll(/\/{2,}/g, '/')
  const meant = [single, single.toLowerCase()].find((candidate) => candidate !== path && methodsOf(candidate))
  return meant === undefined ? {} : { detail: `Did you mean ${meant}? Paths have single slashes and are in lower case.` }
}
