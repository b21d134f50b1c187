import { type Endpoint, formatRoles, USER_ROLE_NAMES, USER_ROLES, type UserRole } from '@rollcall/contract'
import { AppError } from '../../platform/errors.ts'
import type { KeyRecord } from '../keys/key-directory.ts'
import type { SessionRecord } from '../sessions/session-service.ts'

/** The caller of the application API: a signed-in user, or a key, which may do everything and belongs to no user. */
export interface Principal {
  readonly orgId: string
  /** Null for a key. */
  readonly userId: string | null
  readonly roles: readonly UserRole[]
  /** Null for a key. */
  readonly session: SessionRecord | null
}

/** The reader of the warehouse: a key, or a signed-in user. */
export type Reader = KeyRecord | Principal

export const principalOfKey = ({ orgId }: KeyRecord): Principal => ({ orgId, userId: null, roles: USER_ROLES, session: null })

export const principalOfSession = (session: SessionRecord): Principal => ({
  orgId: session.orgId,
  userId: session.userId,
  roles: session.roles,
  session,
})

export const hasRole = ({ roles }: Principal, allowed: readonly UserRole[]): boolean =>
  allowed.some((role) => roles.includes(role))

/** @throws AppError role_not_allowed unless the role allows it or the callers do it for themselves */
export const assertMayCall = (
  principal: Principal,
  { people = [], self }: Pick<Endpoint, 'people' | 'self'>,
  params: unknown,
): void => {
  const { userId } = params as { userId?: string }
  if (self && principal.userId !== null && userId?.toLowerCase() === principal.userId) return
  if (hasRole(principal, people)) return
  const who = `${formatRoles(people)}${self ? ', and for people themselves' : ''}`
  const given = principal.roles.map((role) => USER_ROLE_NAMES[role].toLowerCase()).join(', ')
  throw new AppError('role_not_allowed', { detail: `This is for ${who}. Your roles: ${given}.` })
}
