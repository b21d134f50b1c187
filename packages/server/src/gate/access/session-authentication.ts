import type { Endpoint } from '@rollcall/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Access } from './access-service.ts'
import { assertKeyMayCall, provenKey } from './authentication.ts'
import type { KeyRates } from './key-rates.ts'
import { assertMayCall, type Principal, principalOfKey } from './principal.ts'
import { signedIn } from './signed-in.ts'

const byKey = async (access: Access, rates: KeyRates, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) => {
  const key = await provenKey(access, 'bearer', request)
  assertKeyMayCall(endpoint, key)
  request.caller = key
  await rates.consume(key, reply)
  return principalOfKey(key)
}

/** Replaces `me` by the id of who is signed in. */
const resolveMe = (request: FastifyRequest, principal: Principal): void => {
  const params = request.params as { userId?: string }
  if (params.userId !== 'me') return
  if (principal.userId === null) {
    throw new AppError('entity_not_found', { detail: 'A key is nobody in particular: name the user by id instead of me.' })
  }
  params.userId = principal.userId
}

/** Hook of the application API: lets through who is signed in, or brings a bearer token, and may call the endpoint. */
export const sessionAuthentication =
  (access: Access, rates: KeyRates, endpoint: Endpoint) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store')
    const principal = request.headers.authorization
      ? await byKey(access, rates, endpoint, request, reply)
      : await signedIn(access, request)
    request.principal = principal
    resolveMe(request, principal)
    assertMayCall(principal, endpoint, request.params)
  }
