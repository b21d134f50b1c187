import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { flag, integer, named, optionalText, text, UUID_EXAMPLE } from '../schema/atoms.ts'

const HASH_EXAMPLE = '3f0a1d5f4d6a54a1b9e4c8a6b4e1f3d27c1d9c7a5e8a4b6d0f2c4e6a8b0d2f4e'
const TOKEN_EXAMPLE = 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl'

export const AuthRequest = named(
  'AuthRequest',
  Type.Object({
    apiKey: text(200, { description: 'Id of the key.', example: UUID_EXAMPLE }),
    timestamp: Type.Number({
      minimum: 0,
      maximum: 9_999_999_999,
      description: 'Unix time in seconds, within 300 s of the service clock.',
      examples: [1767603600],
    }),
    hash: text(200, {
      description:
        'HMAC-SHA256 as hex; key: the UTF-8 bytes of the secret; message: apiKey immediately followed by the decimal timestamp.',
      example: HASH_EXAMPLE,
    }),
  }),
)
export type AuthRequest = Static<typeof AuthRequest>

export const AuthResponse = named(
  'AuthResponse',
  Type.Object({
    authenticated: flag({ description: 'Always true here.' }),
    message: text(200, { description: 'For people.', example: 'Authenticated' }),
    token: text(4000, { description: 'Bearer token.', example: TOKEN_EXAMPLE }),
    expiration: integer({}, { description: 'When the token expires, in Unix seconds.', example: 1767607200 }),
  }),
)
export type AuthResponse = Static<typeof AuthResponse>

export const authenticate = endpoint({
  operation: 'authenticate',
  method: 'POST',
  path: '/v1/auth',
  tag: 'access',
  roles: 'public',
  summary: 'Exchange an HMAC for a bearer token',
  description:
    'A bad or stale hash and an unknown key both return 401, with `authenticated: false` in the problem body. The call is cheap enough to make before every request.',
  body: AuthRequest,
  response: AuthResponse,
  errors: ['credentials_invalid', 'hmac_not_enabled', 'blocked', 'key_expired', 'rate_limited'],
})

/** All fields are optional here, because RFC 6749 §5.2 defines the response to a missing one. */
export const TokenRequest = named(
  'TokenRequest',
  Type.Object({
    client_id: optionalText(200, { description: 'Id of the key.', example: UUID_EXAMPLE }),
    client_secret: optionalText(200, { description: 'Secret of the key.', example: 'rc_secret' }),
    grant_type: optionalText(100, { description: 'If present, must be client_credentials.', example: 'client_credentials' }),
  }),
)
export type TokenRequest = Static<typeof TokenRequest>

export const TokenResponse = named(
  'TokenResponse',
  Type.Object({
    access_token: text(4000, { description: 'Bearer token.', example: TOKEN_EXAMPLE }),
    token_type: text(20, { description: 'Always Bearer.', example: 'Bearer' }),
    expires_in: integer({}, { description: 'Seconds until the token expires.', example: 3600 }),
  }),
)
export type TokenResponse = Static<typeof TokenResponse>

export const createToken = endpoint({
  operation: 'createToken',
  method: 'POST',
  path: '/v1/auth/token',
  tag: 'access',
  roles: 'public',
  summary: 'OAuth 2.0 client-credentials grant',
  description:
    'JSON `{ client_id, client_secret }`, or form-encoded per RFC 6749 with `grant_type=client_credentials` and client authentication by body or Basic header. Errors as RFC 6749 §5.2.',
  body: TokenRequest,
  form: true,
  response: TokenResponse,
  errors: ['credentials_invalid', 'hmac_not_enabled', 'blocked', 'key_expired', 'rate_limited'],
})
