import type { Session } from '@rollcall/contract'
import type { Principal } from '../../gate/access/principal.ts'
import type { Db } from '../../platform/db/database.ts'

/** Returns the session in the terms of the application API. A key belongs to no user. */
export const describeSession = async (db: Db, { orgId, userId, roles, session }: Principal): Promise<Session> => {
  const { name } = await db.selectFrom('organizations').select('name').where('id', '=', orgId).executeTakeFirstOrThrow()
  const user =
    userId === null
      ? undefined
      : await db
          .selectFrom('users')
          .select(['user_name', 'first_name', 'last_name'])
          .where('org_id', '=', orgId)
          .where('id', '=', userId)
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
  }
}
