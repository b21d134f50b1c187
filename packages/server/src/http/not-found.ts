import { ENDPOINTS, variants } from '@rollcall/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** Each path with its methods; a parameter stands for any one segment. */
const PATHS = [...Map.groupBy(Object.values(ENDPOINTS).flatMap(variants), ({ path }) => path)].map(([path, served]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods: served.map(({ endpoint }) => endpoint.method),
}))

/** 405 with Allow where the path exists with other methods, else 404. */
export const notFound = async (request: FastifyRequest, _reply: FastifyReply): Promise<never> => {
  const path = request.url.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '')
  const allowed = PATHS.find(({ pattern }) => pattern.test(path))?.methods
  if (!allowed) throw new AppError('not_found')
  const allow = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  throw new AppError('method_not_allowed', { detail: `Use ${allow} on this path.`, headers: { allow } })
}
