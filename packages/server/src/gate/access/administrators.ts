import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'

/** Returns the roles of the user except employee; none for a user without an account. */
export const findAdministratorRoles = async (db: Db, orgId: string, userId: string): Promise<readonly string[]> => {
  const account = await db
    .selectFrom('user_accounts')
    .select('roles')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return account?.roles ?? []
}

/**
 * Runs a change and refuses it, in its transaction, if it leaves the organization without a global administrator: otherwise all
 * people could be locked out.
 * @throws AppError last_administrator
 */
export const keepAdministrator = async <T>(trx: Db, orgId: string, work: () => Promise<T>): Promise<T> => {
  await lockDirectory(trx, orgId)
  const before = await countGlobalAdministrators(trx, orgId)
  const result = await work()
  if (before > 0 && (await countGlobalAdministrators(trx, orgId)) === 0) throw new AppError('last_administrator')
  return result
}

const countGlobalAdministrators = async (db: Db, orgId: string): Promise<number> => {
  const row = await db
    .selectFrom('user_accounts as a')
    .innerJoin('users as u', (join) => join.onRef('u.org_id', '=', 'a.org_id').onRef('u.id', '=', 'a.user_id'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('a.org_id', '=', orgId)
    .where('u.status', '=', 'active')
    .where(sql<boolean>`'global-administrator' = any (a.roles)`)
    .executeTakeFirstOrThrow()
  return row.count
}
