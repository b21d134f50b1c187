import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/**
 * Keeps the week plans of these users as they are until the transaction ends, also the weekdays without one. Taken before their
 * days: whoever has a day and waits for its week plan could be waited for. Rows of users, as the lock table of PostgreSQL has no
 * room for a thousand people in every call.
 */
export const lockWeekPlans = async (trx: Db, orgId: string, userIds: readonly string[]): Promise<void> => {
  await sql`
    select from users where org_id = ${orgId} and id = any (${userIds}::uuid[]) order by id for no key update`.execute(trx)
}
