import type { ClientAuthentication, IdentityProvider, IdentityProviderChanges, LinkBy } from '@rollcall/contract'
import { changedSince } from '../../../api/changed-since.ts'

export type RoleMapping = IdentityProvider['roleMappings'][number]

/** The form of a provider. Lists are texts, as people paste them. */
export interface Values {
  readonly label: string
  readonly issuer: string
  readonly clientId: string
  readonly clientAuthentication: ClientAuthentication
  readonly credential: string
  readonly scopes: string
  readonly userNameClaim: string
  readonly emailClaim: string
  readonly linksBy: LinkBy[]
  readonly domains: string
  readonly createsPeople: boolean
  readonly roleMappings: RoleMapping[]
  readonly isRequired: boolean
  readonly signsOutThere: boolean
  readonly isActive: boolean
}

const NEW: Values = {
  label: '',
  issuer: '',
  clientId: '',
  clientAuthentication: 'client_secret_basic',
  credential: '',
  scopes: 'email profile',
  userNameClaim: 'preferred_username',
  emailClaim: 'email',
  linksBy: ['verified-email'],
  domains: '',
  createsPeople: false,
  roleMappings: [],
  isRequired: false,
  signsOutThere: false,
  isActive: true,
}

export const valuesOf = (provider: IdentityProvider | undefined): Values =>
  provider
    ? {
        ...provider,
        credential: '',
        scopes: provider.scopes.join(' '),
        domains: provider.domains.join(' '),
        isActive: provider.status === 'active',
      }
    : NEW

const words = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]

/** What a new provider is. An empty secret is left out. */
export const bodyOf = (
  values: Values,
): Required<Omit<IdentityProviderChanges, 'credential' | 'status'>> & {
  readonly credential?: string
} => ({
  label: values.label.trim(),
  clientId: values.clientId.trim(),
  clientAuthentication: values.clientAuthentication,
  scopes: words(values.scopes).filter((scope) => scope !== 'openid'),
  userNameClaim: values.userNameClaim.trim(),
  emailClaim: values.emailClaim.trim(),
  linksBy: values.linksBy,
  domains: words(values.domains).map((domain) => domain.replace(/^@/, '').toLowerCase()),
  createsPeople: values.createsPeople,
  roleMappings: values.roleMappings.map(({ claim, value, role }) => ({ claim: claim.trim(), value: value.trim(), role })),
  isRequired: values.isRequired,
  signsOutThere: values.signsOutThere,
  ...(values.credential.trim() === '' ? {} : { credential: values.credential.trim() }),
})

/** What a stored provider becomes, with a secret only if another one is given. */
const stateOf = (values: Values): IdentityProviderChanges => ({
  ...bodyOf(values),
  status: values.isActive ? 'active' : 'inactive',
})

/** What is sent to the service to change a provider; undefined if nothing is to be changed. */
export const changesOf = (values: Values, before: Values): IdentityProviderChanges | undefined =>
  changedSince(stateOf(before), stateOf(values), ['clientAuthentication', 'credential'])
