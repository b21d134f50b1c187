import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { removeForgottenDevices } from './expired-sessions.ts'

/** Which sessions of an identity provider: that of one session there, of one user, or both. */
interface OfProvider {
  readonly sessionId: string | undefined
  readonly userId: string | undefined
}

/** Ends sessions of people who signed in with an identity provider, all of them by default, and returns whose they were. */
export const endSessionsOfProvider = async (
  db: Db,
  orgId: string,
  providerId: string,
  { sessionId, userId }: OfProvider = { sessionId: undefined, userId: undefined },
): Promise<string[]> => {
  const ended = await db
    .deleteFrom('sessions')
    .where('org_id', '=', orgId)
    .where('provider_id', '=', providerId)
    .$if(sessionId !== undefined, (query) => query.where('provider_session', '=', sessionId as string))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId as string))
    .returning('user_id')
    .execute()
  const userIds = [...new Set(ended.map((row) => row.user_id))]
  await removeForgottenDevices(db, orgId, userIds)
  return userIds
}

/**
 * Ends the sessions of people who signed in without an identity provider, if the organization requires one, except those of
 * break-glass accounts.
 */
export const endSessionsWithoutProvider = async (db: Db, orgId: string): Promise<void> => {
  await sql`
    delete from sessions s
    using user_accounts a
    where s.org_id = ${orgId} and s.provider_id is null and a.org_id = ${orgId} and a.user_id = s.user_id and not a.is_break_glass
      and exists (select from identity_providers p where p.org_id = ${orgId} and p.is_required and p.status = 'active')`.execute(
    db,
  )
}

/** Ends the sessions of all inactive users, so that a user who becomes active again has to sign in. */
export const endSessionsOfInactive = async (db: Db, orgId: string): Promise<void> => {
  await sql`
    delete from sessions s
    using users u
    where s.org_id = ${orgId} and u.org_id = ${orgId} and u.id = s.user_id and u.status = 'inactive'`.execute(db)
  await sql`
    delete from push_devices d
    using users u
    where d.org_id = ${orgId} and u.org_id = ${orgId} and u.id = d.user_id and u.status = 'inactive'`.execute(db)
}

/** Ends all sessions of these users. @returns how many each had */
export const endSessionsOfUsers = async (db: Db, orgId: string, userIds: readonly string[]): Promise<Map<string, number>> => {
  await removeForgottenDevices(db, orgId, userIds)
  const { rows } = await sql<{ userId: string }>`
    delete from sessions
    where org_id = ${orgId} and user_id = any (${arrayLiteral(userIds)}::uuid[])
    returning user_id as "userId"`.execute(db)
  return new Map([...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, sessions]) => [userId, sessions.length]))
}
