import type { Endpoint } from '@rollcall/contract'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import type { Act, Actor } from './act.ts'
import { runAct } from './act.ts'
import { type Entity, recordRead } from './audit-log.ts'

type Work<T> = () => Promise<T>

const actorOf = ({ principal, caller }: FastifyRequest): Actor => {
  if (caller) return { type: 'key', id: caller.id }
  return principal?.userId ? { type: 'user', id: principal.userId } : { type: 'unknown' }
}

/** Whether people do it to themselves. */
const isOwn = ({ self }: Endpoint, { principal, params }: FastifyRequest): boolean =>
  self === true && principal?.userId != null && (params as { userId?: string }).userId?.toLowerCase() === principal.userId

const readEntity = ({ path }: Endpoint, { userId }: { userId?: string }): Entity => {
  if (userId !== undefined) return { type: 'user', id: userId }
  return {
    type: 'dataset',
    id: path
      .split('/')
      .slice(path.startsWith('/v1/analytics/') ? 3 : 2)
      .join('/'),
  }
}

/**
 * Returns a function that runs a call of the endpoint as the act that it is. Changes are recorded where they are made, in their
 * transaction. Reads are recorded here, before anything is sent; those of datasets only for signed-in people, because keys read them all
 * day.
 */
export const auditedCall = (endpoint: Endpoint, db: Db): (<T>(request: FastifyRequest, work: Work<T>) => Promise<T>) => {
  const { audit } = endpoint
  if (typeof audit !== 'string') return (_request, work) => work()
  const isRead = endpoint.method === 'GET'
  const isForKeys = endpoint.people === undefined && endpoint.roles !== 'public'
  return async (request, work) => {
    const orgId = request.principal?.orgId ?? request.caller?.orgId
    if (isOwn(endpoint, request) || (isRead && isForKeys && request.caller)) return work()
    const act: Act = {
      action: audit,
      actor: actorOf(request),
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
      requestId: request.id,
    }
    return runAct(act, async () => {
      const answer = await work()
      if (isRead && orgId !== undefined) await recordOrDestroy(db, orgId, endpoint, request, answer)
      return answer
    })
  }
}

/** A response that is a stream would otherwise keep its connection if it is never sent. */
const recordOrDestroy = async (db: Db, orgId: string, endpoint: Endpoint, { params, query }: FastifyRequest, answer: unknown) => {
  try {
    const asked = query as object
    const after = Object.keys(asked).length > 0 ? asked : null
    await recordRead(db, orgId, { entity: readEntity(endpoint, params as { userId?: string }), after })
  } catch (error) {
    const { destroy } = (answer ?? {}) as { destroy?: () => void }
    if (typeof destroy === 'function') destroy.call(answer)
    throw error
  }
}
