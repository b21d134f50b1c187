import { createHash, randomBytes } from 'node:crypto'
import { ADMINISTRATOR_ROLES, type SignInMethod, USER_ROLES, type UserRole } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { executePrepared } from '../../platform/db/prepared.ts'
import { AppError, isBeingMoved } from '../../platform/errors.ts'
import { isServed } from '../keys/key-directory.ts'
import { removeForgottenDevices } from './expired-sessions.ts'

/** A session ends after a day without use, and after a week in any case. */
const IDLE = sql<Date>`now() + interval '1 day'`
const MAX_AGE = sql`interval '7 days'`
/** The last use is updated only if it is older than this, so that not every request writes. */
const TOUCH_AFTER_MS = 300_000
const MAX_SESSIONS = 20
/** Every 401 says how else to authenticate (RFC 9110 §11.6.1). */
export const CHALLENGE = { 'www-authenticate': 'Bearer realm="rollcall"' }

export interface SessionRecord {
  readonly tokenHash: Buffer
  readonly orgId: string
  readonly userId: string
  readonly roles: readonly UserRole[]
  readonly csrfToken: string
  readonly expiresAt: Date
  /** The reason, if the organization is blocked. */
  readonly blockedReason: string | undefined
  /** Whether this database serves its organization. */
  readonly isServed: boolean
  /** The identity provider that the user signed in with; null: something else did. */
  readonly providerId: string | null
}

/** How and from where a person signed in, for the list of sessions. */
interface SignInOrigin {
  readonly by: SignInMethod
  readonly address: string
  readonly userAgent: string | undefined
}

/** What a new session rests on: a verified password, or an identity provider with its own session. */
export interface SessionBasis {
  readonly passwordHash?: string
  readonly providerId?: string
  readonly providerSession?: string | null
  readonly origin?: SignInOrigin
}

/** Returns the effective roles: every user is an employee, and a global administrator has every role. */
export const rolesOf = (given: readonly string[]): UserRole[] =>
  given.includes('global-administrator')
    ? [...USER_ROLES]
    : ['employee', ...ADMINISTRATOR_ROLES.filter((role) => given.includes(role))]

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Returns the form in which the database has the token of a session. */
export const sessionHash = (token: string): Buffer => digest(token)

/** Derives the CSRF token from the session token, which it does not reveal. */
export const csrfTokenOf = (token: string): string => digest(`csrf ${token}`).toString('base64url').slice(0, 22)

export const MAX_USER_AGENT = 300

/**
 * Starts a session and returns its token for the cookie. Of a user's sessions, all but the 20 newest end.
 *
 * The statement locks account and user, and requires the verified password and an active user, so that a simultaneous change of
 * the password, deactivation or a provider that is required from now on leaves no session behind.
 * @throws AppError sign_in_failed when the account or password has changed, the user is inactive, or passwords are off
 */
export const createSession = async (
  db: Db,
  orgId: string,
  userId: string,
  { passwordHash, providerId, providerSession, origin }: SessionBasis = {},
): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  const { numAffectedRows } = await sql`
    insert into sessions (token_hash, org_id, user_id, expires_at, provider_id, provider_session, address, user_agent, signed_in_by)
    select ${sessionHash(token)}, a.org_id, a.user_id, ${IDLE}, ${providerId ?? null}::uuid, ${providerSession ?? null},
      ${origin?.address ?? null}, ${origin?.userAgent?.slice(0, MAX_USER_AGENT) ?? null}, ${origin?.by ?? null}
    from user_accounts a
    join users u on u.org_id = ${orgId} and u.id = a.user_id
    where a.org_id = ${orgId} and a.user_id = ${userId} and u.status = 'active'
      and (${passwordHash ?? null}::text is null or a.password_hash = ${passwordHash ?? null})
      and (${providerId ?? null}::uuid is not null or a.is_break_glass or not exists (
        select from identity_providers p where p.org_id = ${orgId} and p.is_required and p.status = 'active'
      ))
    for share`.execute(db)
  if (numAffectedRows !== 1n) throw new AppError('sign_in_failed', { headers: CHALLENGE })
  await sql`
    delete from sessions
    where token_hash in (
      select token_hash
      from sessions
      where org_id = ${orgId} and user_id = ${userId}
      order by created_at desc, token_hash
      offset ${MAX_SESSIONS}
    )`.execute(db)
  return token
}

/** Finds the session of a cookie: look-ups by four primary keys, 0.04 ms. It is prepared: planning takes twenty times as long. */
export const findSession = async (db: Db, token: string): Promise<SessionRecord | undefined> => {
  const tokenHash = sessionHash(token)
  const query = db
    .selectFrom('sessions as s')
    .innerJoin('user_accounts as a', (join) => join.onRef('a.org_id', '=', 's.org_id').onRef('a.user_id', '=', 's.user_id'))
    .innerJoin('users as u', (join) => join.onRef('u.org_id', '=', 's.org_id').onRef('u.id', '=', 's.user_id'))
    .innerJoin('organizations as o', 'o.id', 's.org_id')
    .select([
      's.org_id',
      's.user_id',
      's.last_used_at',
      's.expires_at',
      's.provider_id',
      'a.roles',
      'o.blocked_at',
      'o.blocked_reason',
      'o.placement',
    ])
    .where('s.token_hash', '=', tokenHash)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('u.status', '=', 'active')
  const [row] = await executePrepared(db, 'session of a cookie', query)
  if (!row) return undefined
  const isFresh = Date.now() - row.last_used_at.getTime() <= TOUCH_AFTER_MS || row.placement !== 'here'
  return {
    tokenHash,
    orgId: row.org_id,
    userId: row.user_id,
    roles: rolesOf(row.roles),
    csrfToken: csrfTokenOf(token),
    expiresAt: (isFresh ? undefined : await touch(db, tokenHash)) ?? row.expires_at,
    blockedReason: row.blocked_at ? (row.blocked_reason ?? 'No reason was given.') : undefined,
    isServed: isServed(row.placement),
    providerId: row.provider_id,
  }
}

/** Returns the current roles of live sessions, by token hash in hex. This does not count as use of the sessions. */
export const findRolesOfSessions = async (db: Db, tokenHashes: readonly Buffer[]): Promise<Map<string, readonly UserRole[]>> => {
  if (tokenHashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('user_accounts as a', (join) => join.onRef('a.org_id', '=', 's.org_id').onRef('a.user_id', '=', 's.user_id'))
    .innerJoin('users as u', (join) => join.onRef('u.org_id', '=', 's.org_id').onRef('u.id', '=', 's.user_id'))
    .innerJoin('organizations as o', 'o.id', 's.org_id')
    .select(['s.token_hash', 'a.roles'])
    .where('s.token_hash', 'in', tokenHashes)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('u.status', '=', 'active')
    .where('o.blocked_at', 'is', null)
    .where('o.placement', 'in', ['here', 'read-only'])
    .execute()
  return new Map(rows.map(({ token_hash, roles }) => [token_hash.toString('hex'), rolesOf(roles)]))
}

/** Extends the session and returns its new end, if the session still exists. */
const touch = async (db: Db, tokenHash: Buffer): Promise<Date | undefined> => {
  const row = await db
    .updateTable('sessions')
    .set({ last_used_at: sql`now()`, expires_at: sql`least(${IDLE}, created_at + ${MAX_AGE})` })
    .where('token_hash', '=', tokenHash)
    .returning('expires_at')
    .executeTakeFirst()
    // While the organization moves, its people go on reading, and a later request extends the session.
    .catch((error) => {
      if (!isBeingMoved(error)) throw error
      return undefined
    })
  return row?.expires_at
}

export const endSession = async (db: Db, { tokenHash }: SessionRecord): Promise<void> => {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends the sessions of a user, except for the calling one. Returns how many there were. */
export const endSessionsOf = async (db: Db, orgId: string, userId: string, except?: SessionRecord | null): Promise<number> => {
  await removeForgottenDevices(db, orgId, [userId])
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .$if(Boolean(except), (query) => query.where('token_hash', '<>', except?.tokenHash as Buffer))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
