import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface AccountRow {
  readonly orgId: string
  readonly userId: string
  readonly passwordHash: string
  /** The reason, if the organization is blocked. */
  readonly blockedReason: string | undefined
}

/** How many accounts of one name a password is checked against if no organization is given. */
const MAX_CANDIDATES = 3

export interface Candidates {
  /** Accounts of active users of the name, the oldest first. */
  readonly accounts: readonly AccountRow[]
  /** How many passwords to check, for every name: otherwise the time would reveal in how many organizations the name exists. */
  readonly checks: number
}

/**
 * Returns the candidates of a sign-in. Without an organization, it looks the name up in each one, by the unique index on names.
 * The oldest accounts come first, so that an account of a later organization cannot displace one that is already in use.
 */
export const findCandidates = async (db: Db, userName: string, organization: string | undefined): Promise<Candidates> => {
  const accounts = await findAccountsByName(db, userName, organization)
  const { rows } = await sql<{ checks: number }>`
    select count(*)::int as checks
    from (
      select from organizations
      where ${organization ?? null}::text is null or name = ${organization ?? null}
      limit ${MAX_CANDIDATES}
    ) o`.execute(db)
  return { accounts, checks: Math.max(1, rows[0]?.checks ?? 1) }
}

const findAccountsByName = async (db: Db, userName: string, organization: string | undefined): Promise<AccountRow[]> => {
  const { rows } = await sql<Omit<AccountRow, 'blockedReason'> & { blockedReason: string | null }>`
    select a.org_id as "orgId", a.user_id as "userId", a.password_hash as "passwordHash",
      case when o.blocked_at is not null then coalesce(o.blocked_reason, 'No reason was given.') end as "blockedReason"
    from organizations o
    cross join lateral (
      select id
      from users
      where org_id = o.id and user_name = ${userName} and status = 'active'
      offset 0
    ) u
    join user_accounts a on a.org_id = o.id and a.user_id = u.id
    where ${organization ?? null}::text is null or o.name = ${organization ?? null}
    order by a.created_at, a.org_id
    limit ${MAX_CANDIDATES}`.execute(db)
  return rows.map((row) => ({ ...row, blockedReason: row.blockedReason ?? undefined }))
}

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

/** Null leaves a value unchanged. Returns undefined if there is no account. */
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
