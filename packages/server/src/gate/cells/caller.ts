import type { IncomingMessage } from 'node:http'
import { decodeJwt } from 'jose'
import { isUuid } from '../../platform/sql/uuid.ts'
import { parseBasic, splitHeader } from '../authentication/authentication.ts'
import { screenSecretHash } from '../screens/screen-links.ts'
import { parseBearerSecret } from '../secrets/key-secret.ts'
import { sessionTokenOf } from '../sessions/session-cookie.ts'
import { sessionHash } from '../sessions/session-service.ts'

/** What a request says about its caller, which is not verified yet. */
export type ClaimedCaller =
  | { readonly kind: 'key'; readonly id: string }
  | { readonly kind: 'session'; readonly tokenHash: Buffer }
  | { readonly kind: 'screen'; readonly tokenHash: Buffer }

const subjectOf = (token: string): string | undefined => {
  try {
    return decodeJwt(token).sub
  } catch {
    return undefined
  }
}

const screenOf = (authorization: string): ClaimedCaller | undefined => {
  const { scheme, value = '' } = splitHeader(authorization) ?? {}
  const tokenHash = scheme === 'bearer' ? screenSecretHash(value) : undefined
  return tokenHash && { kind: 'screen', tokenHash }
}

const keyIdOf = (authorization: string): string | undefined => {
  const { scheme, value = '' } = splitHeader(authorization) ?? {}
  if (scheme === 'basic') return parseBasic(value)?.id
  return scheme === 'bearer' ? (parseBearerSecret(value)?.id ?? subjectOf(value)) : undefined
}

/** Tokens of sessions need no decoding. The first cookie of a name counts. */
const parseCookies = (header: string): Record<string, string> =>
  Object.fromEntries(
    header
      .split(';')
      .map((pair) => [pair.split('=', 1)[0]?.trim(), pair.slice(pair.indexOf('=') + 1).trim()])
      .toReversed(),
  )

/** Returns whose request it seems to be, without a look into any database; undefined for one that every cell would refuse. */
export const claimedCaller = ({ headers: { authorization, cookie } }: IncomingMessage): ClaimedCaller | undefined => {
  // An Authorization header overrides the cookie, as in authentication.
  if (authorization !== undefined) {
    const screen = screenOf(authorization)
    if (screen) return screen
    const id = keyIdOf(authorization)?.toLowerCase()
    return id !== undefined && isUuid(id) ? { kind: 'key', id } : undefined
  }
  const token = cookie && sessionTokenOf(parseCookies(cookie))
  return token ? { kind: 'session', tokenHash: sessionHash(token) } : undefined
}
