import { createHash, timingSafeEqual } from 'node:crypto'
import type { Endpoint } from '@rollcall/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { type Access, blockedBecause } from './access-service.ts'
import { assertKeyMayCall, provenKey } from './authentication.ts'
import type { KeyRates } from './key-rates.ts'
import { assertMayCall, type Principal, principalOfKey, principalOfSession } from './principal.ts'
import { sessionToken } from './session-cookie.ts'
import { CHALLENGE, findSession } from './session-service.ts'

const SAFE = new Set(['GET', 'HEAD'])

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Another site can make a browser send the cookie, but cannot know the token that has to come with it. */
const assertCsrfToken = (request: FastifyRequest, csrfToken: string): void => {
  if (SAFE.has(request.method)) return
  const given = request.headers['x-csrf-token']
  if (typeof given === 'string' && timingSafeEqual(digest(given), digest(csrfToken))) return
  throw new AppError('csrf_token_invalid')
}

const bySession = async ({ db }: Access, request: FastifyRequest): Promise<Principal> => {
  const token = sessionToken(request)
  if (!token) throw new AppError('session_missing', { headers: CHALLENGE })
  const session = await findSession(db, token)
  if (!session) throw new AppError('session_invalid', { headers: CHALLENGE })
  if (session.blockedReason !== undefined) throw blockedBecause(session.blockedReason)
  assertCsrfToken(request, session.csrfToken)
  return principalOfSession(session)
}

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
      : await bySession(access, request)
    request.principal = principal
    resolveMe(request, principal)
    assertMayCall(principal, endpoint, request.params)
  }
