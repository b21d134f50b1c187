import type { ClientAuthentication } from '@rollcall/contract'
import { LRUCache } from 'lru-cache'
import { allowInsecureRequests, type Configuration, clockTolerance, customFetch, discovery } from 'openid-client'
import { AppError } from '../../platform/errors.ts'
import { clientAuthentication } from './client-authentication.ts'
import { fetchOfProvider, PROVIDER_SECONDS } from './provider-fetch.ts'
import { CLOCK_SKEW_SECONDS, openProviderKeys, type ProviderKeys } from './provider-keys.ts'

/** What is needed to talk to a provider. */
export interface ProviderAccess {
  readonly id: string
  readonly issuer: string
  readonly clientId: string
  readonly clientAuthentication: ClientAuthentication
  /** The secret, or the private key as PEM; undefined: none is needed. */
  readonly credential: string | undefined
  /** Differs after each change of the provider. */
  readonly version: string
}

/** A provider whose discovery document was read. */
export interface ProviderClient {
  readonly configuration: Configuration
  readonly keys: ProviderKeys
  /** Exactly as the provider writes it, and as its tokens must have it. */
  readonly issuer: string
  readonly clientId: string
}

export interface ProviderClients {
  /** Returns the client of a provider; its discovery document is read at most every ten minutes. @throws errors for explainFailure */
  open(access: ProviderAccess): Promise<ProviderClient>
  /** Reads the discovery document again, for a test. */
  openAfresh(access: ProviderAccess): Promise<ProviderClient>
  /** Whether the operator accepts providers without HTTPS, for trials. */
  readonly isHttpAllowed: boolean
}

const MAX_CLIENTS = 1_000
const KNOWN_MS = 600_000
/** A provider that is away is not asked again for this long, so that a crowd of people at it costs little. */
const AWAY_MS = 3_000

/**
 * Keeps the clients of providers. People who sign in at the same time wait for one discovery, and a provider that does not answer
 * makes only its own people wait.
 */
export const createProviderClients = ({ isHttpAllowed }: { readonly isHttpAllowed: boolean }): ProviderClients => {
  const clients = new LRUCache<string, Promise<ProviderClient>>({ max: MAX_CLIENTS, ttl: KNOWN_MS })
  const openAfresh = (access: ProviderAccess): Promise<ProviderClient> => {
    const key = `${access.id} ${access.version}`
    const opening = openClient(access, isHttpAllowed)
    clients.set(key, opening)
    opening.catch(() => {
      if (clients.peek(key) === opening) clients.set(key, opening, { ttl: AWAY_MS })
    })
    return opening
  }
  return {
    isHttpAllowed,
    open: (access) => clients.get(`${access.id} ${access.version}`) ?? openAfresh(access),
    openAfresh,
  }
}

/** Returns the address if it may be one of a provider. @throws AppError provider_answer_invalid */
export const assertAddress = (address: string | undefined, isHttpAllowed: boolean, what: string): URL => {
  const url = address === undefined ? null : URL.parse(address)
  const isAllowed = url?.protocol === 'https:' || (isHttpAllowed && url?.protocol === 'http:')
  if (url && isAllowed && !url.username && !url.password) return url
  throw new AppError('provider_answer_invalid', {
    detail: `The ${what} of the provider must be an address with HTTPS.`,
  })
}

const openClient = async (access: ProviderAccess, isHttpAllowed: boolean): Promise<ProviderClient> => {
  const issuer = assertAddress(access.issuer, isHttpAllowed, 'issuer')
  const authentication = await clientAuthentication(access.clientAuthentication, access.credential)
  const configuration = await discovery(issuer, access.clientId, { [clockTolerance]: CLOCK_SKEW_SECONDS }, authentication, {
    [customFetch]: (url, { body, headers, method }) => fetchOfProvider(url, { body, headers, method }),
    timeout: PROVIDER_SECONDS,
    execute: isHttpAllowed ? [allowInsecureRequests] : [],
  })
  const metadata = configuration.serverMetadata()
  assertSameIssuer(issuer, metadata.issuer)
  assertAddress(metadata.authorization_endpoint, isHttpAllowed, 'authorization_endpoint')
  const keys = openProviderKeys(assertAddress(metadata.jwks_uri, isHttpAllowed, 'jwks_uri'))
  return { configuration, keys, issuer: metadata.issuer, clientId: access.clientId }
}

/** The library lets addresses for several tenants pass, whose tokens come from any organization of the world. */
const assertSameIssuer = (expected: URL, given: string): void => {
  if (URL.parse(given)?.href === expected.href) return
  throw new AppError('provider_answer_invalid', {
    detail: `The discovery document names another issuer (${given.slice(0, 200)}). Enter the issuer exactly as the provider writes it; for Entra that of your own tenant.`,
  })
}
