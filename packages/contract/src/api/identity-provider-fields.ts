import Type, { type Static } from 'typebox'
import { createdAt, STATUSES, status, updatedAt } from '../datasets/columns.ts'
import { flag, id, integer, list, named, nullable, oneOf, optional, text, timestamp } from '../schema/atoms.ts'
import { ADMINISTRATOR_ROLES } from '../user-roles.ts'
import { MIN_CHANGES } from './entity.ts'

/** How the service proves to a provider who it is. */
export const CLIENT_AUTHENTICATIONS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const
export type ClientAuthentication = (typeof CLIENT_AUTHENTICATIONS)[number]

/** How a person who signs in for the first time is found among the users. */
export const LINKS_BY = ['verified-email', 'user-name'] as const
export type LinkBy = (typeof LINKS_BY)[number]

/** Limits of lists of a provider. */
const MAX_SCOPES = 20
const MAX_DOMAINS = 100
const MAX_ROLE_MAPPINGS = 100

const label = text(100, { description: 'Text of its button on the sign-in page.', example: 'Entra ID' })
const issuer = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '^https?://[^\\s?#]+$',
  description: 'Issuer: the address whose /.well-known/openid-configuration describes the provider.',
  examples: ['https://login.example.com/acme'],
})
const clientId = text(500, { description: 'Client id that the provider gave.', example: 'rollcall' })
const clientAuthentication = oneOf(CLIENT_AUTHENTICATIONS, {
  description: 'How the service proves to the provider who it is; none: by PKCE only.',
})
const credential = text(20_000, {
  description:
    'The client secret, or for private_key_jwt the private key as PEM (PKCS #8), with its certificate if the provider knows it by that. It is stored sealed and never shown.',
  example: 'secret-of-the-client',
})
const claim = (description: string, example: string) => text(200, { description, example })
const scope = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[\\x21\\x23-\\x5B\\x5D-\\x7E]+$',
  description: 'A scope.',
  examples: ['groups'],
})
const domain = Type.String({
  minLength: 3,
  maxLength: 253,
  pattern: '^[a-z0-9][a-z0-9.-]*\\.[a-z0-9-]*[a-z0-9]$',
  description: 'A domain, in lower case.',
  examples: ['example.com'],
})
const scopes = list(scope, { maxItems: MAX_SCOPES }, { description: 'Scopes to ask for besides openid.' })
const userNameClaim = claim('Claim with the user name.', 'preferred_username')
const emailClaim = claim('Claim with the e-mail address.', 'email')
const linksBy = list(
  oneOf(LINKS_BY, { description: 'A way.' }),
  { maxItems: LINKS_BY.length },
  {
    description:
      'How a person who signs in for the first time is found: by an e-mail address that the provider verified, or by the user name. Allow the user name only if people cannot choose it at the provider. Empty: only people who are linked already.',
  },
)
const domains = list(
  domain,
  { maxItems: MAX_DOMAINS },
  { description: 'Domains that find the provider on the sign-in page. If there are any, people of other domains are refused.' },
)
const createsPeople = flag({ description: 'Whether a person who is not known yet becomes a user.', example: false })
const roleMappings = list(
  Type.Object({
    claim: claim('Claim: a text, or a list of texts.', 'groups'),
    value: text(500, { description: 'The value that gives the role, compared exactly.', example: 'rollcall-administrators' }),
    role: oneOf(ADMINISTRATOR_ROLES, { description: 'The role.', example: 'workplace-administrator' }),
  }),
  { maxItems: MAX_ROLE_MAPPINGS },
  {
    description:
      'Roles by claims. If there are any, every sign-in sets the administrator roles of the person to what they give. None: roles are given in Rollcall.',
  },
)
const isRequired = flag({
  description: 'Whether the organization has passwords turned off, except for break-glass accounts. It needs one of those.',
  example: false,
})
const signsOutThere = flag({ description: 'Whether signing out also ends the session at the provider.', example: false })

const settings = {
  label,
  clientId,
  clientAuthentication,
  scopes,
  userNameClaim,
  emailClaim,
  linksBy,
  domains,
  createsPeople,
  roleMappings,
  isRequired,
  signsOutThere,
}

export const IdentityProvider = named(
  'IdentityProvider',
  Type.Object({
    providerId: id({ description: 'The identity provider.' }),
    issuer,
    ...settings,
    status,
    people: integer({ minimum: 0 }, { description: 'People who are linked with it.', example: 120 }),
    lastSignInAt: nullable(timestamp({ description: 'When a person last signed in with it; null: never.' })),
    lastFailureAt: nullable(timestamp({ description: 'When a sign-in last failed; null: never.' })),
    lastFailure: nullable(text(1000, { description: 'Why it failed.', example: 'The provider did not answer within 8 s.' })),
    createdAt,
    updatedAt,
  }),
)
export type IdentityProvider = Static<typeof IdentityProvider>

export const IdentityProviderCreation = named(
  'IdentityProviderCreation',
  Type.Object({
    label,
    issuer,
    clientId,
    clientAuthentication: optional(clientAuthentication),
    credential: optional(credential),
    scopes: optional(scopes),
    userNameClaim: optional(userNameClaim),
    emailClaim: optional(emailClaim),
    linksBy: optional(linksBy),
    domains: optional(domains),
    createsPeople: optional(createsPeople),
    roleMappings: optional(roleMappings),
    isRequired: optional(isRequired),
    signsOutThere: optional(signsOutThere),
  }),
)
export type IdentityProviderCreation = Static<typeof IdentityProviderCreation>

export const IdentityProviderChanges = named(
  'IdentityProviderChanges',
  Type.Object(
    {
      label: Type.Optional(label),
      clientId: Type.Optional(clientId),
      clientAuthentication: Type.Optional(clientAuthentication),
      credential: Type.Optional(credential),
      scopes: Type.Optional(scopes),
      userNameClaim: Type.Optional(userNameClaim),
      emailClaim: Type.Optional(emailClaim),
      linksBy: Type.Optional(linksBy),
      domains: Type.Optional(domains),
      createsPeople: Type.Optional(createsPeople),
      roleMappings: Type.Optional(roleMappings),
      isRequired: Type.Optional(isRequired),
      signsOutThere: Type.Optional(signsOutThere),
      status: Type.Optional(oneOf(STATUSES, { description: 'Whether people can sign in with it.' })),
    },
    MIN_CHANGES,
  ),
)
export type IdentityProviderChanges = Static<typeof IdentityProviderChanges>
