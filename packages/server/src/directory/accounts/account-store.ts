import { sql } from 'kysely'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'

export const findPassword = (db: Db, orgId: string, userId: string) =>
  db
    .selectFrom('user_accounts as a')
    .innerJoin('users as u', (join) => join.onRef('u.org_id', '=', 'a.org_id').onRef('u.id', '=', 'a.user_id'))
    .select(['a.password_hash as passwordHash', 'u.user_name as userName'])
    .where('a.org_id', '=', orgId)
    .where('a.user_id', '=', userId)
    .executeTakeFirst()

/** Returns false when the account no longer has the old password. */
export const replacePassword = async (
  db: Db,
  orgId: string,
  userId: string,
  oldHash: string,
  passwordHash: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('user_accounts')
    .set({ password_hash: passwordHash, updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('password_hash', '=', oldHash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface SavedAccount {
  readonly userId: string
  readonly roles: string[]
  readonly isBreakGlass: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

const SAVED = sql<SavedAccount>`user_id as "userId", roles, is_break_glass as "isBreakGlass", created_at as "createdAt", updated_at as "updatedAt"`

/** Inserts an account or replaces its password and roles. */
export const upsertAccount = async (
  db: Db,
  orgId: string,
  userId: string,
  passwordHash: string | null,
  roles: readonly string[],
  isBreakGlass = false,
): Promise<SavedAccount> => {
  const query = sql<SavedAccount>`
    insert into user_accounts (org_id, user_id, password_hash, roles, is_break_glass)
    values (${orgId}, ${userId}, ${passwordHash}, ${[...roles]}, ${isBreakGlass})
    on conflict (org_id, user_id) do update
    set password_hash = excluded.password_hash, roles = excluded.roles, is_break_glass = excluded.is_break_glass,
      updated_at = now()
    returning ${SAVED}`
  const { rows } = await underRules(query.execute(db))
  return rows[0] as SavedAccount
}

interface Changes {
  readonly passwordHash: string | null
  readonly roles: readonly string[] | null
  readonly isBreakGlass: boolean | null
}

/** Null leaves a value unchanged. Returns undefined if there is no account. */
export const updateAccount = async (
  db: Db,
  orgId: string,
  userId: string,
  { passwordHash, roles, isBreakGlass }: Changes,
): Promise<SavedAccount | undefined> => {
  const { rows } = await sql<SavedAccount>`
    update user_accounts
    set password_hash = coalesce(${passwordHash}, password_hash), roles = coalesce(${roles && [...roles]}::text[], roles),
      is_break_glass = coalesce(${isBreakGlass}::boolean, is_break_glass), updated_at = now()
    where org_id = ${orgId} and user_id = ${userId}
    returning ${SAVED}`.execute(db)
  return rows[0]
}

/** Inserts an account without a password; returns false if there is one by now. */
export const insertAccount = async (db: Db, orgId: string, userId: string, roles: readonly string[]): Promise<boolean> => {
  const query = db
    .insertInto('user_accounts')
    .values({ org_id: orgId, user_id: userId, roles: [...roles] })
    .onConflict((conflict) => conflict.doNothing())
  const { numInsertedOrUpdatedRows } = await underRules(query.executeTakeFirst())
  return numInsertedOrUpdatedRows === 1n
}

/** What an account allows, as the audit log shows it. */
interface Allowed {
  readonly roles: string[]
  readonly isBreakGlass: boolean
}

/** Returns what an account allows, and locks it; undefined if there is none. */
export const findAllowed = async (db: Db, orgId: string, userId: string): Promise<Allowed | undefined> =>
  (await listAllowed(db, orgId, [userId])).get(userId)

/** Returns what the accounts of these users allow, and locks them in the order of their ids. */
export const listAllowed = async (db: Db, orgId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, Allowed>> => {
  const { rows } = await sql<Allowed & { userId: string }>`
    select user_id as "userId", roles, is_break_glass as "isBreakGlass"
    from user_accounts
    where org_id = ${orgId} and user_id = any (${arrayLiteral(userIds)}::uuid[])
    order by user_id
    for no key update`.execute(db)
  return new Map(rows.map(({ userId, ...allowed }) => [userId, allowed]))
}

/** Gives the accounts of these users these roles. */
export const setRoles = async (db: Db, orgId: string, userIds: readonly string[], roles: readonly string[]): Promise<void> => {
  await sql`
    update user_accounts
    set roles = ${[...roles]}::text[], updated_at = now()
    where org_id = ${orgId} and user_id = any (${arrayLiteral(userIds)}::uuid[])`.execute(db)
}

export const deleteAccount = async (db: Db, orgId: string, userId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('user_accounts')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
