import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/**
 * Takes the days up to this one out of all time off, as an absence there would say whose plan it is. What is left of it stays known by
 * its id, so that the same announcement is not a new one.
 * @returns how many announcements and cancellations lost days
 */
export const forgetTimeOff = async (trx: Db, orgId: string, day: string): Promise<number> => {
  const isOver = sql`org_id = ${orgId} and start_date <= ${day}`
  const gone = await sql`delete from time_off_events where ${isOver} and end_date <= ${day}`.execute(trx)
  const cut = await sql`update time_off_events set start_date = ${day}::date + 1 where ${isOver}`.execute(trx)
  return Number(gone.numAffectedRows ?? 0) + Number(cut.numAffectedRows ?? 0)
}
