import type { ProviderStep, ProviderStepName } from '@rollcall/contract'
import { genericGrantRequest, randomPKCECodeVerifier, type ServerMetadata } from 'openid-client'
import { describeKey } from '../../gate/oidc/client-authentication.ts'
import { assertAddress, type ProviderAccess, type ProviderClient, type ProviderClients } from '../../gate/oidc/provider-client.ts'
import { explainFailure } from '../../gate/oidc/provider-failure.ts'
import { fetchOfProvider } from '../../gate/oidc/provider-fetch.ts'
import type { StoredProvider } from './provider-store.ts'

type Result = Pick<ProviderStep, 'result' | 'detail'>

const passed = (detail: string): Result => ({ result: 'passed', detail })
const failed = (detail: string): Result => ({ result: 'failed', detail })
const warning = (detail: string): Result => ({ result: 'warning', detail })
const SKIPPED: Result = { result: 'skipped', detail: 'An earlier step failed.' }

/** What the steps check, one after the other. */
interface Tested {
  readonly provider: StoredProvider
  readonly access: ProviderAccess
  readonly clients: ProviderClients
  readonly redirectUri: string
  readonly backChannelLogoutUri: string
  metadata?: ServerMetadata
  client?: ProviderClient
}

const wellKnown = (issuer: string): string => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

const asText = (list: unknown): string => (Array.isArray(list) ? list.join(', ') : '')

const readDiscovery = async (tested: Tested): Promise<Result> => {
  const { issuer } = tested.access
  assertAddress(issuer, tested.clients.isHttpAllowed, 'issuer')
  const address = wellKnown(issuer)
  const response = await fetchOfProvider(address, { method: 'GET', headers: { accept: 'application/json' } })
  if (response.status !== 200) {
    return failed(
      `${address} answered with status ${response.status}. The issuer is wrong, or the provider does not serve it yet.`,
    )
  }
  const document: unknown = await response.json().catch(() => undefined)
  if (typeof document !== 'object' || document === null) return failed(`${address} is not JSON: the issuer is wrong.`)
  tested.metadata = document as ServerMetadata
  return passed(`Read ${address}.`)
}

const checkIssuer = async (tested: Tested): Promise<Result> => {
  const given = tested.metadata?.issuer
  const { issuer } = tested.access
  if (typeof given !== 'string') return failed('The discovery document has no issuer.')
  if (URL.parse(given)?.href !== URL.parse(issuer)?.href) {
    const isOfManyTenants = given.includes('{tenantid}')
    return failed(
      isOfManyTenants
        ? 'This address is for all tenants of the provider, so people of any organization could sign in. Use that of your own tenant.'
        : `The provider calls itself ${given.slice(0, 300)}, and ${issuer} was entered. Add the provider again with exactly its own name.`,
    )
  }
  return passed(`The provider calls itself ${given}.`)
}

const SIGNING = /^(?:RS|PS|ES)(?:256|384|512)$|^EdDSA$|^Ed25519$/

const checkKeys = async (tested: Tested): Promise<Result> => {
  const { metadata, clients } = tested
  const address = assertAddress(metadata?.jwks_uri, clients.isHttpAllowed, 'jwks_uri')
  const response = await fetchOfProvider(address.href, { method: 'GET', headers: { accept: 'application/json' } })
  if (response.status !== 200) return failed(`${address.href} answered with status ${response.status}.`)
  const { keys } = ((await response.json().catch(() => undefined)) ?? {}) as { keys?: { use?: string; kty?: string }[] }
  const usable = (Array.isArray(keys) ? keys : []).filter(({ use, kty }) => use !== 'enc' && kty !== 'oct')
  if (usable.length === 0) return failed(`${address.href} has no public key for signatures.`)
  const algorithms = (metadata?.id_token_signing_alg_values_supported ?? ['RS256']).filter((name) => SIGNING.test(name))
  if (algorithms.length === 0) {
    return failed('The provider signs only with a shared secret or not at all. Let it sign ID tokens with RS256 or ES256.')
  }
  return passed(`${usable.length} ${usable.length === 1 ? 'key' : 'keys'}; signs with ${algorithms.join(', ')}.`)
}

const checkEndpoints = async (tested: Tested): Promise<Result> => {
  const { metadata, clients, provider, access } = tested
  assertAddress(metadata?.authorization_endpoint, clients.isHttpAllowed, 'authorization_endpoint')
  assertAddress(metadata?.token_endpoint, clients.isHttpAllowed, 'token_endpoint')
  const responses = metadata?.response_types_supported
  if (Array.isArray(responses) && !responses.includes('code')) {
    return failed(`The provider does not offer the authorization code flow, only ${asText(responses)}.`)
  }
  tested.client = await clients.openAfresh(access)
  const known = metadata?.scopes_supported
  const unknown = Array.isArray(known) ? provider.scopes.filter((scope) => !known.includes(scope)) : []
  if (unknown.length > 0) return warning(`The provider does not list the scopes ${unknown.join(', ')}. Some work nevertheless.`)
  return passed(`People sign in at ${new URL(metadata?.authorization_endpoint as string).host}.`)
}

const checkPkce = async ({ metadata }: Tested): Promise<Result> => {
  const methods = metadata?.code_challenge_methods_supported
  if (!Array.isArray(methods)) {
    return warning(
      'The provider does not say whether it supports PKCE. It is used in any case; providers that do not know it ignore it.',
    )
  }
  return methods.includes('S256')
    ? passed('The provider supports PKCE with S256.')
    : failed(`The provider supports only the methods ${asText(methods)} of PKCE, which are not safe. Allow S256 there.`)
}

/** A code that no provider issued: a provider that knows the client refuses the code, and another one the client. */
const NO_CODE = 'test-of-the-connection'

const hintOf = async ({ clientAuthentication, credential = '' }: ProviderAccess): Promise<string> =>
  clientAuthentication === 'private_key_jwt' ? ` The provider has to know the key by ${await describeKey(credential)}.` : ''

const checkClient = async ({ access, client, provider, redirectUri }: Tested): Promise<Result> => {
  const { configuration } = client as ProviderClient
  const parameters = { code: NO_CODE, redirect_uri: redirectUri, code_verifier: randomPKCECodeVerifier() }
  try {
    await genericGrantRequest(configuration, 'authorization_code', parameters)
  } catch (error) {
    const name = (error as { error?: unknown }).error
    const status = (error as { status?: unknown }).status
    if (name === 'invalid_grant')
      return passed(`The provider knows the client ${provider.clientId} and accepts how it proves itself.`)
    if (name === 'invalid_client' || name === 'unauthorized_client' || status === 401)
      return failed(`${explainFailure(error).sentence}${await hintOf(access)}`)
    return warning(`Whether the provider knows the client shows at a sign-in only. ${explainFailure(error).sentence}`)
  }
  return failed('The provider accepted a code that it never issued. Do not use it.')
}

const checkSignOut = async ({ metadata, provider, backChannelLogoutUri }: Tested): Promise<Result> => {
  const hasEndSession = typeof metadata?.end_session_endpoint === 'string'
  if (provider.signsOutThere && !hasEndSession) {
    return failed('The provider has no end_session_endpoint, so signing out here cannot sign people out there.')
  }
  const isOffered = metadata?.backchannel_logout_supported === true
  if (!isOffered) {
    return warning(
      'The provider does not say that it supports back-channel logout: people who sign out there stay signed in here.',
    )
  }
  return passed(`The provider can end sessions here: enter ${backChannelLogoutUri} there for back-channel logout.`)
}

const STEPS: Readonly<Record<ProviderStepName, (tested: Tested) => Promise<Result>>> = {
  discovery: readDiscovery,
  issuer: checkIssuer,
  keys: checkKeys,
  endpoints: checkEndpoints,
  pkce: checkPkce,
  client: checkClient,
  'sign-out': checkSignOut,
}

/** Steps without which the later ones cannot be checked. */
const NEEDED: readonly ProviderStepName[] = ['discovery', 'issuer', 'keys', 'endpoints']

/** Checks a provider step by step, and says of each what is wrong and what to do about it. */
export const testProvider = async (
  tested: Omit<Tested, 'metadata' | 'client'>,
): Promise<{ readonly steps: ProviderStep[]; readonly client: ProviderClient | undefined }> => {
  const state: Tested = { ...tested }
  const steps: ProviderStep[] = []
  let isOver = false
  for (const [step, check] of Object.entries(STEPS) as [ProviderStepName, (tested: Tested) => Promise<Result>][]) {
    const result: Result = isOver ? SKIPPED : await check(state).catch((error: unknown) => failed(sentenceOf(error)))
    steps.push({ step, ...result })
    isOver ||= result.result === 'failed' && NEEDED.includes(step)
  }
  return { steps, client: state.client }
}

const sentenceOf = (error: unknown): string =>
  (error as Error).name === 'AppError' ? (error as Error).message : explainFailure(error).sentence
