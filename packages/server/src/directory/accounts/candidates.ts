import { sql } from 'kysely'
import type { Homes } from '../../gate/cells/homes.ts'
import { isServed } from '../../gate/keys/key-directory.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { SIGNS_IN_LOCALLY } from './local-sign-in.ts'

export interface AccountRow {
  /** The database that has the account. */
  readonly home: Db
  readonly orgId: string
  readonly userId: string
  /** Null: the account has no password. */
  readonly passwordHash: string | null
  /** Whether passwords are on in the organization, or the account is for emergencies. */
  readonly mayUsePassword: boolean
  /** The reason, if the organization is blocked. */
  readonly blockedReason: string | undefined
  /** Whether this database serves the organization. */
  readonly isServed: boolean
  readonly createdAt: Date
}

/** How many accounts of one name a password is checked against if no organization is given. */
const MAX_CANDIDATES = 3

export interface Candidates {
  /** Accounts of active users of the name, the oldest first. */
  readonly accounts: readonly AccountRow[]
  /** How many passwords to check, for every name: otherwise the time would reveal in how many organizations the name exists. */
  readonly checks: number
  /** Why some databases could not be asked; undefined if all were. */
  readonly missed: AppError | undefined
}

const away = (cause?: unknown): AppError =>
  new AppError('unavailable', { cause, detail: 'One of the databases of the service cannot be reached. Try again later.' })

/**
 * Returns the candidates of a sign-in. Without an organization, it looks the name up in each one, by the unique index on names.
 * The oldest accounts come first, so that an account of a later organization cannot displace one that is already in use.
 */
export const findCandidates = async (homes: Homes, userName: string, organization: string | undefined): Promise<Candidates> => {
  const dbs = homes.all()
  const answers = await Promise.allSettled(
    dbs.map(async (db) => {
      if (!db) throw away()
      return { accounts: await findAccountsByName(db, userName, organization), checks: await countChecks(db, organization) }
    }),
  )
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed && dbs.length === 1) throw failed.reason
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const checks = found.reduce((sum, each) => sum + each.checks, 0)
  return {
    accounts: withoutCopies(found.flatMap(({ accounts }) => accounts)).slice(0, MAX_CANDIDATES),
    checks: Math.min(MAX_CANDIDATES, Math.max(1, checks)),
    missed: failed && away(failed.reason),
  }
}

/** An organization that moves between two databases has its accounts in both. */
const withoutCopies = (accounts: readonly AccountRow[]): AccountRow[] => {
  const servedFirst = accounts.toSorted((a, b) => Number(b.isServed) - Number(a.isServed))
  const byUser = new Map<string, AccountRow>()
  for (const account of servedFirst) {
    const user = `${account.orgId} ${account.userId}`
    if (!byUser.has(user)) byUser.set(user, account)
  }
  return [...byUser.values()].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.orgId < b.orgId ? -1 : 1))
}

const countChecks = async (db: Db, organization: string | undefined): Promise<number> => {
  const { rows } = await sql<{ checks: number }>`
    select count(*)::int as checks
    from (
      select from organizations
      where (${organization ?? null}::text is null or name = ${organization ?? null}) and placement in ('here', 'read-only')
      limit ${MAX_CANDIDATES}
    ) o`.execute(db)
  return rows[0]?.checks ?? 0
}

type Row = Omit<AccountRow, 'blockedReason' | 'home' | 'isServed'> & { blockedReason: string | null; placement: string }

const findAccountsByName = async (db: Db, userName: string, organization: string | undefined): Promise<AccountRow[]> => {
  const { rows } = await sql<Row>`
    select a.org_id as "orgId", a.user_id as "userId", a.password_hash as "passwordHash", a.created_at as "createdAt",
      ${SIGNS_IN_LOCALLY} as "mayUsePassword",
      case when o.blocked_at is not null then coalesce(o.blocked_reason, 'No reason was given.') end as "blockedReason",
      o.placement
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
  return rows.map(({ placement, blockedReason, ...row }) => ({
    ...row,
    home: db,
    blockedReason: blockedReason ?? undefined,
    isServed: isServed(placement),
  }))
}
