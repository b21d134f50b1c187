import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/**
 * Removes the days up to this one from all time off, because an absence would reveal whose plan it was. The announcement keeps
 * its id, so that the same one is not accepted as new.
 * @returns the number of announcements and cancellations that lost days
 */
export const forgetTimeOff = async (trx: Db, orgId: string, day: string): Promise<number> => {
  const isOver = sql`org_id = ${orgId} and start_date <= ${day}`
  const gone = await sql`delete from time_off_events where ${isOver} and end_date <= ${day}`.execute(trx)
  const cut = await sql`update time_off_events set start_date = ${day}::date + 1 where ${isOver}`.execute(trx)
  return Number(gone.numAffectedRows ?? 0) + Number(cut.numAffectedRows ?? 0)
}
