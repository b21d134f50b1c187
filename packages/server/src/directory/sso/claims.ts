import { ADMINISTRATOR_ROLES, type AdministratorRole } from '@rollcall/contract'
import type { Claims } from '../../gate/oidc/authorization.ts'
import type { StoredProvider } from './provider-store.ts'

type ClaimSettings = Pick<StoredProvider, 'userNameClaim' | 'emailClaim' | 'linksBy' | 'roleMappings'>

/** What the claims of a person mean, by the settings of the provider. */
export interface Person {
  readonly subject: string
  /** The session at the provider. */
  readonly sessionId: string | undefined
  /** An address that the provider verified. An address that it did not is never used. */
  readonly verifiedEmail: string | undefined
  /** The user name, if the provider may find people by it. */
  readonly userName: string | undefined
  readonly firstName: string | undefined
  readonly lastName: string | undefined
  /** Roles that the provider gives; undefined if roles are given here. */
  readonly roles: readonly AdministratorRole[] | undefined
}

/** Longer names do not fit into the columns of users, as the contract limits them. */
const MAX_TEXT = 320

const textOf = (claims: Claims, name: string): string | undefined => {
  const value = claims[name]
  if (typeof value !== 'string' || value.length > MAX_TEXT || value.includes('\0') || !value.isWellFormed()) return undefined
  return value.trim() || undefined
}

const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1'

/** Entra has no email_verified; its claim xms_edov says that the owner of the domain was verified. */
const isEmailVerified = (claims: Claims): boolean => isTrue(claims.email_verified) || isTrue(claims.xms_edov)

const isAddress = (text: string | undefined): boolean => text !== undefined && /^[^\s@]+@[^\s@]+$/.test(text)

/** `email_verified` is about the claim `email` only, so another claim counts if it has the same address. */
const verifiedEmailOf = (claims: Claims, emailClaim: string): string | undefined => {
  const [address, email] = [textOf(claims, emailClaim), textOf(claims, 'email')]
  if (!isAddress(address) || !isEmailVerified(claims)) return undefined
  return address?.toLowerCase() === email?.toLowerCase() ? address : undefined
}

/** A user name that is the e-mail address counts only if that is verified: people can often enter it themselves. */
const userNameOf = (claims: Claims, { userNameClaim, emailClaim, linksBy }: ClaimSettings): string | undefined => {
  if (!linksBy.includes('user-name')) return undefined
  const isEmail = userNameClaim === 'email' || userNameClaim === emailClaim
  return isEmail ? verifiedEmailOf(claims, userNameClaim) : textOf(claims, userNameClaim)
}

const hasValue = (claim: unknown, value: string): boolean => (Array.isArray(claim) ? claim.includes(value) : claim === value)

/** Follows a path of names to a nested claim, such as `realm_access.roles`, unless a claim has the whole name. */
const claimAt = (claims: Claims, path: string): unknown => {
  if (Object.hasOwn(claims, path)) return claims[path]
  let value: unknown = claims
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Claims)[name]
  }
  return value
}

const rolesOf = (claims: Claims, { roleMappings }: ClaimSettings): AdministratorRole[] | undefined => {
  if (roleMappings.length === 0) return undefined
  const given = roleMappings.filter(({ claim, value }) => hasValue(claimAt(claims, claim), value)).map(({ role }) => role)
  return ADMINISTRATOR_ROLES.filter((role) => given.includes(role))
}

/** Returns what the claims say about the person. */
export const readClaims = (claims: Claims, settings: ClaimSettings): Person => ({
  subject: claims.sub as string,
  sessionId: typeof claims.sid === 'string' && claims.sid.length <= 500 ? claims.sid : undefined,
  verifiedEmail: verifiedEmailOf(claims, settings.emailClaim),
  userName: userNameOf(claims, settings),
  firstName: textOf(claims, 'given_name')?.slice(0, 200),
  lastName: textOf(claims, 'family_name')?.slice(0, 200),
  roles: rolesOf(claims, settings),
})

/** The claims that a sign-in needs; the provider is asked for those that the ID token lacks. */
export const wantedClaims = ({ userNameClaim, emailClaim, linksBy, roleMappings }: ClaimSettings): string[] => [
  ...(linksBy.includes('verified-email') ? [emailClaim] : []),
  ...(linksBy.includes('user-name') ? [userNameClaim] : []),
  ...roleMappings.map(({ claim }) => claim.split('.')[0] as string),
]
