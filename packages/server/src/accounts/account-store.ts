import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export interface AccountRow {
  readonly orgId: string
  readonly userId: string
  readonly passwordHash: string
}

/** Accounts of active users of this name in organisations that are not blocked: few, however many organisations there are. */
export const findAccountsByName = (db: Db, userName: string, organization: string | undefined): Promise<AccountRow[]> =>
  db
    .selectFrom('user_accounts as a')
    .innerJoin('users as u', (join) => join.onRef('u.org_id', '=', 'a.org_id').onRef('u.id', '=', 'a.user_id'))
    .innerJoin('organizations as o', 'o.id', 'a.org_id')
    .select(['a.org_id as orgId', 'a.user_id as userId', 'a.password_hash as passwordHash'])
    .where('u.user_name', '=', userName)
    .where('u.status', '=', 'active')
    .$if(organization !== undefined, (query) => query.where('o.name', '=', organization as string))
    .limit(2)
    .execute()

export const findPasswordHash = async (db: Db, orgId: string, userId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('user_accounts')
    .select('password_hash')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.password_hash
}

export interface SavedAccount {
  readonly userId: string
  readonly roles: string[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

const SAVED = sql<SavedAccount>`user_id as "userId", roles, created_at as "createdAt", updated_at as "updatedAt"`

/** Inserts an account or replaces its password and roles. */
export const upsertAccount = async (
  db: Db,
  orgId: string,
  userId: string,
  passwordHash: string,
  roles: readonly string[],
): Promise<SavedAccount> => {
  const { rows } = await sql<SavedAccount>`
    insert into user_accounts (org_id, user_id, password_hash, roles)
    values (${orgId}, ${userId}, ${passwordHash}, ${[...roles]})
    on conflict (org_id, user_id) do update
    set password_hash = excluded.password_hash, roles = excluded.roles, updated_at = now()
    returning ${SAVED}`.execute(db)
  return rows[0] as SavedAccount
}

/** Null stays as it is. Undefined where there is no account. */
export const updateAccount = async (
  db: Db,
  orgId: string,
  userId: string,
  { passwordHash, roles }: { passwordHash: string | null; roles: readonly string[] | null },
): Promise<SavedAccount | undefined> => {
  const { rows } = await sql<SavedAccount>`
    update user_accounts
    set password_hash = coalesce(${passwordHash}, password_hash), roles = coalesce(${roles && [...roles]}::text[], roles),
      updated_at = now()
    where org_id = ${orgId} and user_id = ${userId}
    returning ${SAVED}`.execute(db)
  return rows[0]
}

export const deleteAccount = async (db: Db, orgId: string, userId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('user_accounts')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const countGlobalAdministrators = async (db: Db, orgId: string): Promise<number> => {
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
