import { AppError } from '../../platform/errors.ts'
import { PROVIDER_SECONDS, ResponseTooLong } from './provider-fetch.ts'

/** Why something with a provider failed. */
interface ProviderFailure {
  /** Whether the provider did not answer, so that the same may work later. */
  readonly isAway: boolean
  /** For administrators: what happened and what to do. It has no secrets and names no person. */
  readonly sentence: string
}

interface Coded {
  readonly code?: unknown
  readonly message?: unknown
  readonly name?: unknown
  readonly cause?: unknown
  readonly error?: unknown
  readonly error_description?: unknown
  readonly status?: unknown
  readonly claim?: unknown
  readonly attribute?: unknown
  readonly expected?: unknown
  readonly body?: unknown
}

const MAX_DEPTH = 6

/** Returns the error and what caused it, from the outside in. Causes of libraries are errors, responses or plain objects. */
const chainOf = (error: unknown): Coded[] => {
  const chain: Coded[] = []
  for (let each = error; typeof each === 'object' && each !== null && chain.length < MAX_DEPTH; each = (each as Coded).cause) {
    chain.push(each)
  }
  return chain
}

const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_SOCKET'],
])
const TIMEOUTS = new Set(['OAUTH_TIMEOUT', 'ERR_JWKS_TIMEOUT'])
const TLS = /^(?:ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_SSL_)/

const away = (sentence: string): ProviderFailure => ({ isAway: true, sentence })
const invalid = (sentence: string): ProviderFailure => ({ isAway: false, sentence })

/** What the codes of the libraries mean for an administrator. */
const BY_CODE: Readonly<Record<string, string>> = {
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'An address of the provider is not HTTPS.',
  OAUTH_REQUEST_PROTOCOL_FORBIDDEN: 'An address of the provider is neither HTTPS nor HTTP.',
  OAUTH_RESPONSE_IS_NOT_JSON: 'The provider did not answer in JSON. Check the issuer: its discovery document is below it.',
  OAUTH_PARSE_ERROR: 'The answer of the provider is not valid JSON or no valid token.',
  OAUTH_INVALID_SERVER_METADATA: 'The discovery document has an address that is not one.',
  OAUTH_MISSING_SERVER_METADATA: 'The discovery document lacks an address that is needed.',
  OAUTH_KEY_SELECTION_FAILED: 'The provider has no key that fits the token.',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'The token has expired, or is not valid yet. Compare the clocks of both machines.',
  ERR_JWT_EXPIRED: 'The token has expired. Compare the clocks of both machines.',
  ERR_JWKS_NO_MATCHING_KEY: 'The token was signed with a key that the provider does not publish.',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'The signature of the token is wrong.',
  ERR_JOSE_ALG_NOT_ALLOWED: 'The token is not signed, or by an algorithm that is not accepted.',
  ERR_JWKS_INVALID: 'The key set of the provider is not valid.',
  ERR_JOSE_NOT_SUPPORTED: 'The token is not signed, or by an algorithm that is not accepted.',
  ERR_JWS_INVALID: 'The token of the provider is not a signed token.',
  ERR_JWT_INVALID: 'The token of the provider is not valid.',
}

/** What the provider itself says, in the words of RFC 6749 §5.2. */
const REFUSALS: Readonly<Record<string, string>> = {
  invalid_client: 'The provider does not accept the client id with its secret or key. Enter them again.',
  invalid_grant: 'The provider does not accept the code: it was used before, has expired, or belongs to another client.',
  unauthorized_client: 'The provider does not allow this client to sign people in. Allow the authorization code grant there.',
  invalid_scope: 'The provider does not know one of the scopes.',
  access_denied: 'The sign-in was canceled at the provider, or the person may not use this application there.',
  login_required: 'The person is not signed in at the provider.',
  interaction_required: 'The provider needs an action of the person.',
  server_error: 'The provider had an error of its own.',
  temporarily_unavailable: 'The provider is overloaded or under maintenance.',
}

const RETRYABLE = new Set(['server_error', 'temporarily_unavailable'])

const short = (text: unknown, length = 200): string =>
  typeof text === 'string' ? text.replaceAll(/[^\x20-\x7E]/g, ' ').slice(0, length) : ''

const failureOfOne = (link: Coded, chain: readonly Coded[]): ProviderFailure | undefined => {
  const { code, name, error, error_description: description } = link
  if (link instanceof ResponseTooLong) return invalid(link.message)
  if (name === 'TimeoutError' || (typeof code === 'string' && TIMEOUTS.has(code))) {
    return away(`The provider did not answer within ${PROVIDER_SECONDS} s.`)
  }
  if (typeof error === 'string') {
    const words = REFUSALS[error] ?? `The provider refused with ${short(error, 100)}.`
    const said = short(description) && ` It says: ${short(description)}`
    return { isAway: RETRYABLE.has(error), sentence: `${words}${said}` }
  }
  if (typeof code !== 'string') return undefined
  if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return invalid(ofChallenge(link))
  if (AWAY.has(code)) return away(`The provider cannot be reached (${code}).`)
  if (TLS.test(code)) return invalid(`The certificate of the provider is not trusted (${code}).`)
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return ofStatus(chain)
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return ofIssuer(chain)
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' || code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') return ofClaim(chain)
  if (code === 'OAUTH_INVALID_RESPONSE') return ofResponse(chain)
  const known = BY_CODE[code]
  return known === undefined ? undefined : invalid(known)
}

/** Some providers refuse a client by a challenge for its secret, and an access token by one for a token (RFC 6750). */
const ofChallenge = ({ cause }: Coded): string => {
  const schemes = (Array.isArray(cause) ? cause : []).map(({ scheme }: { scheme?: unknown }) => scheme)
  return schemes.includes('bearer')
    ? 'The provider does not accept its own access token: its UserInfo address may belong to another one.'
    : (REFUSALS.invalid_client as string)
}

const ofStatus = (chain: readonly Coded[]): ProviderFailure => {
  const status = chain.map((each) => each.status).find((each) => typeof each === 'number')
  const sentence = `The provider answered with status ${status ?? 'unknown'}. Check the issuer: its discovery document is below it.`
  return { isAway: typeof status === 'number' && status >= 500, sentence }
}

const ofIssuer = (chain: readonly Coded[]): ProviderFailure => {
  const found = chain.find((each) => each.expected !== undefined)
  const said = short((found?.body as { issuer?: unknown } | undefined)?.issuer)
  return invalid(
    `The discovery document names another issuer${said && ` (${said})`}. Enter the issuer exactly as the provider writes it.`,
  )
}

const ofClaim = (chain: readonly Coded[]): ProviderFailure => {
  const claim = chain.map((each) => each.claim).find((each) => typeof each === 'string')
  return invalid(`The claim ${short(claim, 50) || 'of the token'} is missing or wrong.`)
}

/** The library says in the message of the cause which part of the response is wrong. */
const ofResponse = (chain: readonly Coded[]): ProviderFailure => {
  const messages = chain.map(({ message }) => message)
  const isOfIssuer = messages.some((message) => typeof message === 'string' && message.includes('"iss"'))
  return invalid(
    isOfIssuer ? 'The answer came from another issuer.' : 'The answer of the provider lacks a parameter, or has a wrong one.',
  )
}

/** Explains an error of the libraries that talk to a provider, or of the network. */
export const explainFailure = (error: unknown): ProviderFailure => {
  const chain = chainOf(error)
  // The innermost cause is the most specific one, except for what the provider itself said.
  for (const link of chain.toReversed()) {
    const failure = failureOfOne(link, chain)
    if (failure) return failure
  }
  if (error instanceof TypeError && error.message === 'fetch failed') return away('The provider cannot be reached.')
  return invalid('The answer of the provider is not valid.')
}

/** Returns the error for the caller. Errors that were made for callers stay. */
export const asAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  const { isAway, sentence } = explainFailure(error)
  if (!isAway) return new AppError('provider_answer_invalid', { detail: sentence, cause: error })
  return new AppError('provider_unavailable', { detail: sentence, cause: error, headers: { 'retry-after': '30' } })
}
