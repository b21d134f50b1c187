import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { type Principal, principalOfSession } from '../access/principal.ts'
import { sameSecretText } from '../secrets/constant-time.ts'
import { sessionToken } from '../sessions/session-cookie.ts'
import { CHALLENGE, findSession } from '../sessions/session-service.ts'
import { type Access, blockedBecause, moving } from './access-service.ts'

const SAFE = new Set(['GET', 'HEAD'])

/** Another site can make a browser send the cookie, but does not know the token that must accompany it. */
const assertCsrfToken = (request: FastifyRequest, csrfToken: string): void => {
  if (SAFE.has(request.method)) return
  const given = request.headers['x-csrf-token']
  if (typeof given === 'string' && sameSecretText(given, csrfToken)) return
  throw new AppError('csrf_token_invalid')
}

/** Returns the user of the session cookie. @throws AppError session_missing, session_invalid, blocked, csrf_token_invalid */
export const authenticateSession = async ({ db }: Access, request: FastifyRequest): Promise<Principal> => {
  const token = sessionToken(request)
  if (!token) throw new AppError('session_missing', { headers: CHALLENGE })
  const session = await findSession(db, token)
  if (!session) throw new AppError('session_invalid', { headers: CHALLENGE })
  if (!session.isServed) throw moving()
  if (session.blockedReason !== undefined) throw blockedBecause(session.blockedReason)
  assertCsrfToken(request, session.csrfToken)
  return principalOfSession(session)
}
