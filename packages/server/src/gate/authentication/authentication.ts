import { type Endpoint, ROLE_NAMES, viewersOf } from '@rollcall/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { assertMayCall, type Principal, principalOfKey } from '../access/principal.ts'
import type { KeyRecord } from '../keys/key-directory.ts'
import type { KeyRates } from '../keys/key-rates.ts'
import { parseBearerSecret } from '../secrets/key-secret.ts'
import { sessionToken } from '../sessions/session-cookie.ts'
import { type Access, authenticateBySecret, authenticateByToken } from './access-service.ts'
import { authenticateSession } from './session-authentication.ts'

const CHALLENGES = {
  bearer: 'Bearer realm="rollcall"',
  basic: 'Basic realm="rollcall", charset="UTF-8"',
}

/** Reads id and secret of an Authorization header of the Basic scheme (RFC 7617). */
export const parseBasic = (value: string): { id: string; secret: string } | undefined => {
  const decoded = Buffer.from(value, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  return colon < 1 ? undefined : { id: decoded.slice(0, colon), secret: decoded.slice(colon + 1) }
}

export const splitHeader = (header: string | undefined): { scheme: string; value: string } | undefined => {
  const [, scheme, value] = /^(\S+) +(\S+)$/.exec(header?.trim() ?? '') ?? []
  return scheme && value ? { scheme: scheme.toLowerCase(), value } : undefined
}

const findKey = async (access: Access, scheme: 'bearer' | 'basic', request: FastifyRequest): Promise<KeyRecord> => {
  if (!request.headers.authorization) throw new AppError('credentials_missing')
  const header = splitHeader(request.headers.authorization)
  if (!header || !(header.scheme in CHALLENGES)) throw new AppError('credentials_invalid')
  if (header.scheme !== scheme) throw new AppError('wrong_scheme')
  if (scheme === 'bearer') return authenticateByToken(access, header.value)
  const basic = parseBasic(header.value)
  if (!basic) throw new AppError('credentials_invalid')
  return authenticateBySecret(access, request.ip, 'basic', basic)
}

/** Adds the challenge of a 401 (RFC 9110 §11.6.1), which also reports an invalid token (RFC 6750 §3). */
const withChallenge = (scheme: 'bearer' | 'basic', error: unknown): unknown => {
  if (!(error instanceof AppError) || error.status !== 401) return error
  const isTokenInvalid = error.code === 'token_invalid' || error.code === 'token_expired'
  const challenge = CHALLENGES[scheme] + (isTokenInvalid ? ', error="invalid_token"' : '')
  return new AppError(error.code, { ...error.extras, headers: { 'www-authenticate': challenge } })
}

/** Returns the key of the Authorization header. @throws AppError of status 401 with a challenge, or 403 */
export const authenticateKey = (access: Access, scheme: 'bearer' | 'basic', request: FastifyRequest): Promise<KeyRecord> =>
  findKey(access, scheme, request).catch((error) => {
    throw withChallenge(scheme, error)
  })

/** @throws AppError role_not_allowed */
export const assertKeyMayCall = ({ roles }: Endpoint, key: KeyRecord): void => {
  if (roles === 'public' || roles.includes(key.role)) return
  const allowed = roles.map((role) => `${ROLE_NAMES[role]} (${role})`).join(' or ')
  throw new AppError('role_not_allowed', {
    keyId: key.id,
    detail: `This key has the role ${key.role}. Use a key with the role ${allowed}.`,
  })
}

/** Returns whether the call uses a browser session; an Authorization header overrides the cookie. */
const usesSession = (request: FastifyRequest): boolean =>
  request.headers.authorization === undefined && Boolean(sessionToken(request))

/**
 * Creates a hook that requires a key that may call the endpoint or, on the path without a scheme, the session of a user who may
 * read it. It runs before the body is read.
 */
export const authentication = (access: Access, rates: KeyRates, endpoint: Endpoint, scheme: 'bearer' | 'basic') => {
  const viewers = viewersOf({ endpoint, scheme, path: endpoint.path })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (viewers.length > 0 && usesSession(request)) {
      reply.header('cache-control', 'no-store')
      const principal = await authenticateSession(access, request)
      assertMayCall(principal, { people: viewers }, {})
      request.principal = principal
      return
    }
    const key = await authenticateKey(access, scheme, request)
    assertKeyMayCall(endpoint, key)
    request.caller = key
    await rates.consume(key, reply)
  }
}

const byKey = async (access: Access, rates: KeyRates, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) => {
  const key = await authenticateKey(access, 'bearer', request)
  assertKeyMayCall(endpoint, key)
  request.caller = key
  await rates.consume(key, reply)
  return principalOfKey(key)
}

/** Replaces `me` by the id of the signed-in user. */
const resolveMe = (request: FastifyRequest, principal: Principal): void => {
  const params = request.params as { userId?: string }
  if (params.userId !== 'me') return
  if (principal.userId === null) {
    throw new AppError('entity_not_found', { detail: 'A key belongs to no user: name the user by id instead of me.' })
  }
  params.userId = principal.userId
}

/** Creates the hook of the application API: it requires a session or a bearer token that may call the endpoint. */
export const sessionAuthentication =
  (access: Access, rates: KeyRates, endpoint: Endpoint) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store')
    const principal = request.headers.authorization
      ? await byKey(access, rates, endpoint, request, reply)
      : await authenticateSession(access, request)
    request.principal = principal
    resolveMe(request, principal)
    assertMayCall(principal, endpoint, request.params)
  }

const findProviderKey = async (access: Access, { headers, ip }: FastifyRequest): Promise<KeyRecord> => {
  if (!headers.authorization) throw new AppError('credentials_missing', { detail: MISSING })
  const header = splitHeader(headers.authorization)
  const basic = header?.scheme === 'basic' ? parseBasic(header.value) : undefined
  const secret = header?.scheme === 'bearer' ? parseBearerSecret(header.value) : undefined
  const given = basic ?? secret
  if (given) return authenticateBySecret(access, ip, 'basic', given)
  if (header?.scheme === 'bearer') return authenticateByToken(access, header.value)
  throw new AppError('credentials_invalid')
}

const MISSING = 'Send the bearer secret of a key of the role provisioning in an Authorization header.'

/**
 * Creates the hook of the operations for providers. They can be configured with one secret only, so the id and the secret of a key
 * make one bearer secret.
 */
export const provisioningAuthentication =
  (access: Access, rates: KeyRates) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store')
    const key = await findProviderKey(access, request).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status !== 401) throw error
      const extras = { ...error.extras, detail: error.message }
      throw new AppError(error.code, { ...extras, headers: { 'www-authenticate': 'Bearer realm="rollcall"' } })
    })
    if (key.role !== 'provisioning') {
      const detail = `This key has the role ${key.role}. Use a key with the role provisioning.`
      throw new AppError('role_not_allowed', { keyId: key.id, detail })
    }
    request.caller = key
    await rates.consume(key, reply)
  }
