import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
  type RemoteJWKSet,
} from 'jose'
import { fetchOfProvider, PROVIDER_SECONDS } from './provider-fetch.ts'

/** How far the clocks of a provider and of this machine may differ, in seconds. */
export const CLOCK_SKEW_SECONDS = 60

/** A provider that changed its keys is asked for them at once, but not for each of many forged tokens. */
const COOLDOWN_MS = 2_000
const MAX_AGE_MS = 600_000

/** Algorithms with a public key. `none` is no signature, and a shared secret would let other holders of it forge tokens. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** The published keys of a provider. A token with an unknown key makes it read them again. */
export type ProviderKeys = RemoteJWKSet

export const openProviderKeys = (address: URL): ProviderKeys =>
  createRemoteJWKSet(address, {
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: MAX_AGE_MS,
    timeoutDuration: PROVIDER_SECONDS * 1000,
    [customFetch]: (url, { headers, method }) => fetchOfProvider(url, { headers, method }),
  })

interface Expected {
  readonly issuer: string
  readonly audience: string
  readonly requiredClaims: readonly string[]
  /** Seconds since it was issued, at most. */
  readonly maxAge?: number
}

/**
 * Verifies signature, issuer, audience and times of a token, and returns its claims.
 * @throws errors of jose, which explainFailure explains
 */
export const verifyProviderToken = async (keys: ProviderKeys, token: string, expected: Expected): Promise<JWTPayload> => {
  const { issuer, audience, requiredClaims, maxAge } = expected
  const options: JWTVerifyOptions = {
    issuer,
    audience,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_SKEW_SECONDS,
    requiredClaims: [...requiredClaims],
    ...(maxAge === undefined ? {} : { maxTokenAge: maxAge }),
  }
  try {
    return (await jwtVerify(token, keys, options)).payload
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    return await verifyWithAny(error, token, options)
  }
}

/** A token without the name of its key may be signed with any of the keys. */
const verifyWithAny = async (
  candidates: errors.JWKSMultipleMatchingKeys,
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTPayload> => {
  for await (const key of candidates) {
    try {
      return (await jwtVerify(token, key, options)).payload
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
    }
  }
  throw new errors.JWSSignatureVerificationFailed()
}
