import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { ProviderClient } from './provider-client.ts'
import { verifyProviderToken } from './provider-keys.ts'

export type Claims = Readonly<Record<string, unknown>>

/** What one authorization request must be answered with. */
interface Secrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export const newSecrets = (): Secrets => ({ state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() })

interface AuthorizationRequest extends Secrets {
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly loginHint: string | undefined
}

/** Returns the address of the provider to which the browser goes. */
export const authorizationAddress = async ({ configuration }: ProviderClient, request: AuthorizationRequest): Promise<URL> => {
  const { redirectUri, scopes, loginHint, state, nonce, verifier } = request
  return buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: ['openid', ...scopes.filter((scope) => scope !== 'openid')].join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(loginHint ? { login_hint: loginHint } : {}),
  })
}

interface AuthorizationAnswer {
  /** The redirect URI with the parameters that the provider added. */
  readonly address: URL
  readonly expected: Secrets
  /** Claims to ask the provider for if the ID token lacks them. */
  readonly wanted: readonly string[]
}

/**
 * Exchanges the code of an answer and returns the claims about the person: those of the ID token, whose signature, issuer, audience,
 * times and nonce are verified, and those of the UserInfo endpoint that it lacks. The tokens are not kept.
 */
export const claimsOfAnswer = async (
  client: ProviderClient,
  { address, expected, wanted }: AuthorizationAnswer,
): Promise<Claims> => {
  const tokens = await authorizationCodeGrant(client.configuration, address, {
    expectedState: expected.state,
    expectedNonce: expected.nonce,
    pkceCodeVerifier: expected.verifier,
    idTokenExpected: true,
  })
  return claimsOfTokens(client, tokens as { id_token: string; access_token: string }, wanted)
}

/** Verifies the ID token of a response of the token endpoint, and returns the claims about the person. */
export const claimsOfTokens = async (
  client: ProviderClient,
  { id_token: idToken, access_token: accessToken }: { readonly id_token: string; readonly access_token: string },
  wanted: readonly string[],
): Promise<Claims> => {
  const { configuration, keys, issuer, clientId } = client
  // The library does not check the signature of a token that comes from the provider itself.
  const claims = await verifyProviderToken(keys, idToken, { issuer, audience: clientId, requiredClaims: ['sub', 'exp', 'iat'] })
  const isComplete = wanted.every((name) => claims[name] !== undefined)
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims
  const more = await fetchUserInfo(configuration, accessToken, claims.sub as string)
  return { ...more, ...claims }
}

/** Returns the address at which a person signs out of the provider; undefined if it has none. */
export const endSessionAddress = ({ configuration }: ProviderClient, returnTo: string): URL | undefined => {
  if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
  return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo })
}
