import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly publicJwk: object
}

export const newSigningKey = async (kid: string): Promise<SigningKey> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' } }
}

/** A provider that says and signs whatever a test wants, right or wrong. */
export interface SigningProvider extends AsyncDisposable {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly key: SigningKey
  /** Replaces members of the discovery document; undefined removes one. */
  metadata: Record<string, unknown>
  /** The published keys. */
  keys: SigningKey[]
  /** The response of the token endpoint. */
  token: (form: URLSearchParams) => Promise<{ readonly status?: number; readonly body: object }>
  /** The response of the UserInfo endpoint; undefined: it has none. */
  userInfo: object | undefined
  /** How long each response takes. */
  delayMs: number
  /** The paths that were asked for. */
  readonly asked: string[]
  /** The claims of a valid ID token. */
  claims(more?: JWTPayload): JWTPayload
  /** Signs claims as this provider, or with another key. */
  sign(claims: JWTPayload, key?: SigningKey, header?: object): Promise<string>
  /** Makes the token endpoint give these claims. */
  give(claims: JWTPayload): void
}

const SECRET = 'secret-of-the-client-at-the-provider'

/** In the background, it does not keep the process alive. */
export const startSigningProvider = async ({ isBackground = false } = {}): Promise<SigningProvider> => {
  const key = await newSigningKey('first')
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  if (isBackground) server.unref()
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const provider: SigningProvider = {
    issuer,
    clientId: 'rollcall',
    clientSecret: SECRET,
    key,
    metadata: {},
    keys: [key],
    token: async () => ({ status: 400, body: { error: 'invalid_grant' } }),
    userInfo: undefined,
    delayMs: 0,
    asked: [],
    claims: (more = {}) => {
      const now = Math.floor(Date.now() / 1000)
      return { iss: issuer, aud: 'rollcall', sub: 'subject', iat: now, exp: now + 300, ...more }
    },
    sign: (claims, { kid, privateKey } = key, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(privateKey),
    give(claims) {
      provider.token = async () => ({ body: await tokens(await provider.sign(claims)) })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  const discovery = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    end_session_endpoint: `${issuer}/logout`,
    device_authorization_endpoint: `${issuer}/device`,
    ...(provider.userInfo ? { userinfo_endpoint: `${issuer}/userinfo` } : {}),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['openid', 'email', 'profile'],
    backchannel_logout_supported: true,
    ...provider.metadata,
  })

  const answerOf = async (path: string, request: IncomingMessage): Promise<{ status?: number; body: object }> => {
    if (path === '/.well-known/openid-configuration') return { body: discovery() }
    if (path === '/keys') return { body: { keys: provider.keys.map(({ publicJwk }) => publicJwk) } }
    if (path === '/token') return provider.token(new URLSearchParams(await text(request)))
    if (path === '/userinfo') return { body: provider.userInfo ?? {} }
    if (path === '/device') {
      const verification = { verification_uri: `${issuer}/enter`, expires_in: 300, interval: 1 }
      return { body: { device_code: 'device-code', user_code: 'ABCD-EFGH', ...verification } }
    }
    return { status: 404, body: { error: 'not_found' } }
  }

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').replace(/\?.*$/, '')
    provider.asked.push(path)
    await new Promise((resolve) => setTimeout(resolve, provider.delayMs))
    const { status = 200, body } = await answerOf(path, request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  return provider
}

export const tokens = async (idToken: string): Promise<object> => ({
  access_token: 'access-token-of-the-provider',
  token_type: 'Bearer',
  expires_in: 300,
  id_token: idToken,
})
