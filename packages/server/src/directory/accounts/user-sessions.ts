import { SIGN_IN_METHODS, type UserSessions } from '@rollcall/contract'
import { sql } from 'kysely'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { endSessionsOf, type SessionRecord } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { assertUser } from '../people/find-user.ts'

interface ListedSession {
  readonly id: string
  readonly tokenHash: Buffer
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly expiresAt: Date
  readonly address: string | null
  readonly userAgent: string | null
  readonly signedInBy: string | null
  readonly providerName: string | null
}

/** Lists the live sessions of a user, the most recently used first. */
const listSessionsOf = (db: Db, orgId: string, userId: string): Promise<ListedSession[]> =>
  db
    .selectFrom('sessions as s')
    .leftJoin('identity_providers as p', (join) => join.onRef('p.org_id', '=', 's.org_id').onRef('p.id', '=', 's.provider_id'))
    .select(['s.id', 's.token_hash as tokenHash', 's.created_at as createdAt', 's.last_used_at as lastUsedAt'])
    .select(['s.expires_at as expiresAt', 's.address', 's.user_agent as userAgent', 's.signed_in_by as signedInBy'])
    .select('p.label as providerName')
    .where('s.org_id', '=', orgId)
    .where('s.user_id', '=', userId)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .orderBy('s.last_used_at', 'desc')
    .orderBy('s.id')
    .execute()

/** Ends one session of a user. Returns whether there was one. */
const endSessionById = async (db: Db, orgId: string, userId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The sessions of a user, as the user sees them from one of them. */
export const describeSessions = async (db: Db, current: SessionRecord): Promise<UserSessions> => {
  const sessions = await listSessionsOf(db, current.orgId, current.userId)
  return {
    items: sessions.map(({ tokenHash, createdAt, lastUsedAt, expiresAt, signedInBy, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      signedInBy: SIGN_IN_METHODS.find((method) => method === signedInBy) ?? null,
      isCurrent: tokenHash.equals(current.tokenHash),
    })),
  }
}

/** @throws AppError entity_not_found */
export const endOwnSession = (db: Db, { orgId, userId }: SessionRecord, sessionId: string): Promise<void> =>
  transact(db, async (trx) => {
    if (!(await endSessionById(trx, orgId, userId, sessionId))) {
      throw new AppError('entity_not_found', { detail: 'You have no such session: it may have ended.' })
    }
    await recordChange(trx, orgId, { entity: { type: 'account', id: userId } })
  })

/** Ends all sessions of a user, who can sign in again. @throws AppError entity_not_found */
export const endAllSessions = (db: Db, orgId: string, userId: string): Promise<number> =>
  transact(db, async (trx) => {
    await assertUser(trx, orgId, userId)
    const sessions = await endSessionsOf(trx, orgId, userId)
    await recordChange(trx, orgId, { entity: { type: 'account', id: userId }, after: { sessions } })
    return sessions
  })
