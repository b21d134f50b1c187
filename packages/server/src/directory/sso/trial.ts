import type { SsoTrial, UserRole } from '@rollcall/contract'
import { findAdministratorRoles } from '../../gate/access/administrators.ts'
import type { Claims } from '../../gate/oidc/authorization.ts'
import { rolesOf } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Person } from './claims.ts'
import { type Found, findPerson } from './find-person.ts'
import type { StoredProvider } from './provider-store.ts'

const MAX_CLAIM = 2000

/** What a trial shows to the person who tried it: the own claims, and what a sign-in would do. */
export const describeTrial = async (home: Db, provider: StoredProvider, claims: Claims, person: Person): Promise<SsoTrial> => {
  const found = await findPerson(home, provider, person)
  return {
    claims: Object.entries(claims).map(([name, value]) => ({
      name: name.slice(0, 200),
      value: (JSON.stringify(value) ?? 'null').slice(0, MAX_CLAIM),
    })),
    userId: 'userId' in found && found.kind !== 'refused' ? (found.userId ?? null) : null,
    isNew: found.kind === 'new',
    roles: await rolesAfter(home, provider, person, found),
    refusal: found.kind === 'refused' ? found.sentence : null,
  }
}

/** The roles that the person would have. */
export const rolesAfter = async (home: Db, { orgId }: StoredProvider, { roles }: Person, found: Found): Promise<UserRole[]> => {
  if (found.kind === 'refused') return []
  if (roles !== undefined) return rolesOf(roles)
  return rolesOf(found.kind === 'new' ? [] : await findAdministratorRoles(home, orgId, found.userId))
}
