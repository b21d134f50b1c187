import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'

/** Returns the roles of these users except employee, by user; users without an account or such a role are absent. */
export const listAdministratorRoles = async (
  db: Db,
  orgId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { rows } = await sql<{ userId: string; roles: string[] }>`
    select user_id as "userId", roles
    from user_accounts
    where org_id = ${orgId} and user_id = any (${arrayLiteral(userIds)}::uuid[]) and roles <> '{}'`.execute(db)
  return new Map(rows.map(({ userId, roles }) => [userId, roles]))
}

/** Returns the roles of the user except employee; none for a user without an account. */
export const findAdministratorRoles = async (db: Db, orgId: string, userId: string): Promise<readonly string[]> =>
  (await listAdministratorRoles(db, orgId, [userId])).get(userId) ?? []

/**
 * Runs a change and refuses it, in its transaction, if it leaves the organization without a global administrator, or without a
 * break-glass account where passwords are off: otherwise all people could be locked out.
 * @throws AppError last_administrator, break_glass_missing
 */
export const keepAdministrator = async <T>(trx: Db, orgId: string, work: () => Promise<T>): Promise<T> => {
  await lockDirectory(trx, orgId)
  const before = await countAdministrators(trx, orgId)
  const result = await work()
  const after = await countAdministrators(trx, orgId)
  if (before.all > 0 && after.all === 0) throw new AppError('last_administrator')
  if (before.breakGlass > 0 && after.breakGlass === 0) await assertBreakGlass(trx, orgId)
  return result
}

/**
 * Requires a break-glass account where an identity provider turns passwords off. The caller holds the lock of the directory.
 * @throws AppError break_glass_missing
 */
export const assertBreakGlass = async (trx: Db, orgId: string): Promise<void> => {
  const required = await trx
    .selectFrom('identity_providers')
    .select('id')
    .where('org_id', '=', orgId)
    .where('status', '=', 'active')
    .where('is_required', '=', true)
    .limit(1)
    .executeTakeFirst()
  if (required && (await countAdministrators(trx, orgId)).breakGlass === 0) throw new AppError('break_glass_missing')
}

interface Administrators {
  readonly all: number
  /** Those whose password works even if an identity provider is required. */
  readonly breakGlass: number
}

const countAdministrators = async (db: Db, orgId: string): Promise<Administrators> => {
  const { rows } = await sql<Administrators>`
    select count(*)::int as "all", count(*) filter (where a.is_break_glass and a.password_hash is not null)::int as "breakGlass"
    from user_accounts a
    join users u on u.org_id = a.org_id and u.id = a.user_id
    where a.org_id = ${orgId} and u.status = 'active' and 'global-administrator' = any (a.roles)`.execute(db)
  return rows[0] as Administrators
}
