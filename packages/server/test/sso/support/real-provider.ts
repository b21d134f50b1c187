import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { type ClientMetadata, type Configuration, Provider } from 'oidc-provider'

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<unknown> | unknown

/** A person at the provider. */
interface PersonThere {
  email?: string
  email_verified?: boolean
  preferred_username?: string
  given_name?: string
  family_name?: string
  groups?: string[]
}

/** The OpenID provider `oidc-provider`, in which the person of the test is signed in at once. */
export interface RealProvider extends AsyncDisposable {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly people: Map<string, PersonThere>
  /** Who sits in front of the browser. */
  person: string
  /** Registers the service as a client; once it is known where the provider sends browsers back. */
  register(redirectUri: string, more?: Partial<ClientMetadata>): Promise<void>
  /** Replaces the keys, as providers do from time to time. Sessions at the provider end with it. */
  rotateKeys(): Promise<void>
}

const newKey = async (kid: string): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' }
}

/** In seconds. Given, so that the library does not print that they should be. */
const LIVES = {
  AccessToken: 300,
  AuthorizationCode: 60,
  DeviceCode: 300,
  Grant: 3600,
  IdToken: 300,
  Interaction: 300,
  Session: 3600,
}

export const startRealProvider = async (): Promise<RealProvider> => {
  let handle: Handle = (_request, response) => response.writeHead(503).end()
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, PersonThere>()
  let client: ClientMetadata | undefined
  let keyNo = 0

  const open = async (): Promise<void> => {
    const configuration: Configuration = {
      clients: client ? [client] : [],
      jwks: { keys: [await newKey(`key-${++keyNo}`)] },
      cookies: { keys: ['the cookies of a test'] },
      ttl: LIVES,
      pkce: { required: () => true },
      conformIdTokenClaims: false,
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['preferred_username', 'given_name', 'family_name', 'groups'],
      },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        deviceFlow: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: async (context, form) => {
            context.body = `<html><body>${form}</body></html>`
          },
        },
      },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: async () => ({ sub: id, ...people.get(id) }),
      }),
      async loadExistingGrant(context) {
        const { client: asking, session, provider } = context.oidc
        const grant = new provider.Grant({ clientId: asking?.clientId, accountId: session?.accountId })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
      // Its own fetch refuses addresses of this machine.
      fetch: (url, { method = 'GET', headers = {}, body = null } = {}) => globalThis.fetch(url, { method, headers, body }),
    }
    const provider = new Provider(issuer, configuration)
    const callback = provider.callback()
    handle = async (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return callback(request, response)
      const { prompt } = await provider.interactionDetails(request, response)
      if (prompt.name !== 'login') throw new Error(`The provider asks for ${prompt.name}.`)
      return provider.interactionFinished(request, response, { login: { accountId: real.person } })
    }
  }

  const real: RealProvider = {
    issuer,
    clientId: 'rollcall',
    clientSecret: 'secret-of-the-client-at-the-provider',
    people,
    person: 'ada',
    async register(redirectUri, more = {}) {
      client = {
        client_id: real.clientId,
        client_secret: real.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
        ...more,
      }
      await open()
    },
    rotateKeys: open,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await open()
  return real
}
