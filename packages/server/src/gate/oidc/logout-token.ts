import type { JWTPayload } from 'jose'
import { AppError } from '../../platform/errors.ts'
import type { ProviderClient } from './provider-client.ts'
import { explainFailure } from './provider-failure.ts'
import { CLOCK_SKEW_SECONDS, verifyProviderToken } from './provider-keys.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** A provider that repeats a call after a failure does so within minutes. */
const MAX_AGE_SECONDS = 600

/** Who signed out at a provider. At least one of the two is given. */
interface SignedOutThere {
  readonly subject: string | undefined
  /** The session at the provider. */
  readonly sessionId: string | undefined
  /** The id of the token, which works once. */
  readonly tokenId: string
  /** When the token is refused because of its age, in milliseconds since 1970. */
  readonly endsAt: number
}

const refuse = (detail: string, cause?: unknown): AppError => new AppError('logout_token_invalid', { detail, cause })

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0 §2.6): signature, issuer, audience, age, event, subject or session, and
 * that it is no ID token, which people can get.
 * @throws AppError logout_token_invalid, provider_unavailable
 */
export const verifyLogoutToken = async (client: ProviderClient, token: string): Promise<SignedOutThere> => {
  const { keys, issuer, clientId } = client
  const expected = { issuer, audience: clientId, requiredClaims: ['iat', 'jti'], maxAge: MAX_AGE_SECONDS }
  const claims = await verifyProviderToken(keys, token, expected).catch((error: unknown) => {
    const { isAway, sentence } = explainFailure(error)
    throw isAway ? new AppError('provider_unavailable', { detail: sentence, cause: error }) : refuse(sentence, error)
  })
  return signedOutBy(claims)
}

const signedOutBy = (claims: JWTPayload): SignedOutThere => {
  const { sub, sid, jti, iat = 0, events, nonce } = claims as JWTPayload & { sid?: unknown; events?: unknown; nonce?: unknown }
  const event = (events as Record<string, unknown> | null | undefined)?.[EVENT]
  if (typeof event !== 'object' || event === null) throw refuse('The token has no event of a back-channel logout.')
  if (nonce !== undefined) throw refuse('The token has a nonce, so it is an ID token.')
  if (typeof jti !== 'string' || jti === '') throw refuse('The claim jti is missing or wrong.')
  const subject = typeof sub === 'string' && sub !== '' ? sub : undefined
  const sessionId = typeof sid === 'string' && sid !== '' ? sid : undefined
  if (subject === undefined && sessionId === undefined) throw refuse('The token names neither a person nor a session.')
  return { subject, sessionId, tokenId: jti, endsAt: (iat + MAX_AGE_SECONDS + 2 * CLOCK_SKEW_SECONDS) * 1000 }
}
