import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { transact } from '../../platform/transactions/transact.ts'

/**
 * Deletes expired sessions of all organizations, by the index on their end. Devices are notified on: to be away for a weekend is not to
 * sign out.
 */
export const purgeSessions = (db: Db): Promise<void> =>
  transact(db, async (trx) => {
    await sql`
      update push_devices d
      set session_hash = null
      from sessions s
      where s.expires_at <= now() and d.session_hash = s.token_hash and ${servedHere('d.org_id')}`.execute(trx)
    await trx.deleteFrom('sessions').where('expires_at', '<=', sql<Date>`now()`).where(servedHere('sessions.org_id')).execute()
  })

/** Stops notifying devices of these users whose session has expired: ending a session does it for the others. */
export const removeForgottenDevices = async (db: Db, orgId: string, userIds: readonly string[]): Promise<void> => {
  await sql`
    delete from push_devices
    where org_id = ${orgId} and user_id = any (${arrayLiteral(userIds)}::uuid[]) and session_hash is null`.execute(db)
}
