import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { flag, id, list, named, nullable, nullableObject, optionalText, text } from '../schema/atoms.ts'
import { Done } from '../schema/done.ts'
import { pathId } from '../schema/params.ts'
import { Session } from './session.ts'

/** Maximum number of providers that a look-up returns. */
export const MAX_SIGN_IN_PROVIDERS = 20

const providerId = id({ description: 'The identity provider.' })

export const SignInProvider = named(
  'SignInProvider',
  Type.Object({
    providerId,
    organizationName: text(200, { description: 'Name of the organization.', example: 'Example Ltd' }),
    label: text(100, { description: 'Text of its button.', example: 'Entra ID' }),
    host: text(300, { description: 'Where the person signs in.', example: 'login.example.com' }),
    isRequired: flag({ description: 'Whether the organization has passwords turned off, except for break-glass accounts.' }),
  }),
)
export type SignInProvider = Static<typeof SignInProvider>

export const SignInProviders = named(
  'SignInProviders',
  Type.Object({
    items: list(
      SignInProvider,
      { maxItems: MAX_SIGN_IN_PROVIDERS },
      { description: 'The providers, by organization and label.' },
    ),
  }),
)

const shared = { tag: 'sessions', roles: 'public' } as const

export const findSignInProviders = endpoint({
  ...shared,
  operation: 'findSignInProviders',
  method: 'GET',
  path: '/api/session/providers',
  summary: 'Find the identity providers of a person',
  description:
    'By the domain of the user name or e-mail address. Without userName only on a service with one organization, whose providers are all listed. It does not reveal whether the person exists.',
  query: Type.Object({
    userName: Type.Optional(text(320, { description: 'What the person enters to sign in.', example: 'ada.byron@example.com' })),
  }),
  response: SignInProviders,
})

const address = text(8000, {
  description: 'Where the browser goes next: an address of the provider.',
  example: 'https://login.example.com/authorize?client_id=rollcall',
})

export const SsoStart = named(
  'SsoStart',
  Type.Object({
    providerId: text(100, { description: 'The identity provider.', example: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21' }),
    returnTo: optionalText(2000, { description: 'The page of the web app to show afterwards.', example: '/me' }),
    loginHint: optionalText(320, {
      description: 'The user name, which the provider fills in.',
      example: 'ada.byron@example.com',
    }),
  }),
)

export const SsoAddress = named('SsoAddress', Type.Object({ address }))

export const startSso = endpoint({
  ...shared,
  operation: 'startSso',
  audit: { none: 'Nothing has happened yet: the sign-in that follows is an act.' },
  method: 'POST',
  path: '/api/session/sso',
  summary: 'Start to sign in with an identity provider',
  description:
    'Returns the address of the provider, and sets a short-lived cookie that binds the sign-in to this browser. The provider sends the browser back to /sign-in/sso/{providerId}.',
  body: SsoStart,
  response: SsoAddress,
  errors: ['entity_not_found', 'provider_answer_invalid', 'provider_unavailable', 'blocked'],
})

const parameter = (description: string, example: string, maxLength = 4000) => optionalText(maxLength, { description, example })

export const SsoAnswer = named(
  'SsoAnswer',
  Type.Object({
    providerId: text(100, { description: 'The provider of the address.', example: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21' }),
    state: text(500, { description: 'The parameter `state`.', example: 'q0x7bq5vSg9rD1m0bqzKqg' }),
    code: parameter('The parameter `code`.', 'SplxlOBeZQQYbYS6WxSbIA', 8000),
    iss: parameter('The parameter `iss`.', 'https://login.example.com'),
    error: parameter('The parameter `error`.', 'access_denied', 200),
    errorDescription: parameter('The parameter `error_description`.', 'The user denied the request.'),
  }),
)
export type SsoAnswer = Static<typeof SsoAnswer>

export const SsoTrial = named(
  'SsoTrial',
  Type.Object({
    claims: list(
      Type.Object({
        name: text(200, { description: 'Name of the claim.', example: 'email' }),
        value: text(2000, { description: 'Its value, as JSON.', example: '"ada.byron@example.com"' }),
      }),
      {},
      { description: 'What the provider said about the person.' },
    ),
    userId: nullable(id({ description: 'The user whom it would sign in; null if it would be refused.' })),
    isNew: flag({ description: 'Whether the user would be created.', example: false }),
    roles: list(
      text(50, { description: 'A role.', example: 'bookings-administrator' }),
      {},
      { description: 'Roles it would have.' },
    ),
    refusal: nullable(
      text(1000, { description: 'Why it would be refused; null: it would not.', example: 'The address is not verified.' }),
    ),
  }),
)
export type SsoTrial = Static<typeof SsoTrial>

export const SsoResult = named(
  'SsoResult',
  Type.Object({
    session: nullableObject(Session, { description: 'The session; null after a trial.' }),
    trial: nullableObject(SsoTrial, { description: 'What a trial of the provider found; null after a sign-in.' }),
    returnTo: text(2000, { description: 'The page of the web app to show.', example: '/me' }),
  }),
)
export type SsoResult = Static<typeof SsoResult>

export const finishSso = endpoint({
  ...shared,
  operation: 'finishSso',
  audit: 'session.create',
  method: 'POST',
  path: '/api/session/sso/answer',
  summary: 'Finish to sign in with an identity provider',
  description:
    'Takes the parameters with which the provider sent the browser back. Works once, in the browser that started it, within ten minutes. Sets the session cookie.',
  body: SsoAnswer,
  response: SsoResult,
  status: 201,
  errors: [
    'entity_not_found',
    'sign_in_expired',
    'sign_in_refused',
    'provider_answer_invalid',
    'provider_unavailable',
    'last_administrator',
    'blocked',
  ],
})

export const BackChannelLogout = named(
  'BackChannelLogout',
  Type.Object({
    logout_token: text(20_000, { description: 'The logout token of the provider.', example: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln' }),
  }),
)

export const signOutByProvider = endpoint({
  ...shared,
  operation: 'signOutByProvider',
  audit: 'session.end',
  method: 'POST',
  path: '/api/identity-providers/{providerId}/logout',
  params: Type.Object({ providerId: pathId('The identity provider.') }),
  summary: 'Back-channel logout of an identity provider',
  description:
    'The provider calls it when a person signs out there (OpenID Connect Back-Channel Logout 1.0). Ends the sessions that the token names. A token works once.',
  body: BackChannelLogout,
  form: true,
  response: Done,
  errors: ['entity_not_found', 'logout_token_invalid', 'provider_unavailable'],
})
