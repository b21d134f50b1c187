import type { Session } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Principal } from '../../gate/access/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { SIGNS_IN_LOCALLY } from './local-sign-in.ts'

/** Returns the session in the terms of the application API. A key belongs to no user. */
export const describeSession = async (db: Db, { orgId, userId, roles, session }: Principal): Promise<Session> => {
  const { name } = await db.selectFrom('organizations').select('name').where('id', '=', orgId).executeTakeFirstOrThrow()
  const user =
    userId === null
      ? undefined
      : await db
          .selectFrom('users as u')
          .innerJoin('user_accounts as a', (join) => join.onRef('a.org_id', '=', 'u.org_id').onRef('a.user_id', '=', 'u.id'))
          .select(['u.user_name', 'u.first_name', 'u.last_name'])
          .select([sql<boolean>`a.password_hash is not null`.as('hasPassword'), SIGNS_IN_LOCALLY.as('signsInLocally')])
          .where('u.org_id', '=', orgId)
          .where('u.id', '=', userId)
          .executeTakeFirstOrThrow()
  return {
    organizationId: orgId,
    organizationName: name,
    userId,
    userName: user?.user_name ?? null,
    firstName: user?.first_name ?? null,
    lastName: user?.last_name ?? null,
    roles: [...roles],
    csrfToken: session?.csrfToken ?? null,
    expiresAt: session?.expiresAt.toISOString() ?? null,
    passwordState: user ? passwordState(user) : null,
  }
}

const passwordState = ({ hasPassword, signsInLocally }: { hasPassword: boolean; signsInLocally: boolean }) => {
  if (!signsInLocally) return 'off'
  return hasPassword ? 'set' : 'none'
}
