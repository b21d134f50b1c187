import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { namedParameters } from '../../platform/sql/named-parameters.ts'
import { forgetTimeOff } from './forget-time-off.ts'
import type { ChangedRows } from './retention-store.ts'

/** Uses the index that starts with the location; the other ones contain live bookings only. */
const OF_LOCATIONS = 'b.location_id = l.id and b.org_id = $org and b.day <= $day'

/** Deletes what was planned or reported for days up to `$day`, in this order: bookings cannot exist without their plans. */
const LATE = {
  bookings: `delete from bookings b using locations l where l.org_id = $org and ${OF_LOCATIONS}`,
  day_plans: 'delete from day_plans where org_id = $org and day <= $day',
  presence_events: 'delete from presence_events where org_id = $org and utc_day <= $day::date + 1 and local_day <= $day',
}

/** Each query follows the order of an index, so that days that are anonymous and empty are skipped in one step. */
const FIRST = {
  bookings: `
    select from locations l
    cross join lateral (select b.day from bookings b where b.org_id = $org and b.location_id = l.id order by b.day limit 1) b
    where l.org_id = $org and b.day <= $day`,
  day_plans: 'select from (select min(day) as day from day_plans where org_id = $org) d where d.day <= $day',
  presence_events: `
    select from (
      select from presence_events
      where org_id = $org and utc_day <= $day::date + 1 and local_day <= $day
      order by utc_day
      limit 1
    ) e`,
  time_off_events: 'select from (select min(start_date) as day from time_off_events where org_id = $org) d where d.day <= $day',
}

/** Whether data arrived for days that are anonymous already. It counts nowhere and is deleted. */
export const hasLatePresence = async (db: Db, orgId: string, day: string): Promise<boolean> => {
  const statement = `select ${Object.values(FIRST)
    .map((rows) => `exists (${rows})`)
    .join(' or ')} as "isLate"`
  const { rows } = await db.executeQuery<{ isLate: boolean }>(namedParameters(statement, { org: orgId, day }))
  return rows[0]?.isLate === true
}

/** @returns the number of deleted rows by table */
export const removeLatePresence = async (trx: Db, orgId: string, day: string): Promise<ChangedRows> => {
  await sql`select set_config('rollcall.anonymizing', 'on', true)`.execute(trx)
  const rows: Record<string, number> = { time_off_events: await forgetTimeOff(trx, orgId, day) }
  for (const [table, statement] of Object.entries(LATE)) {
    const { numAffectedRows } = await trx.executeQuery(namedParameters(statement, { org: orgId, day }))
    rows[table] = Number(numAffectedRows ?? 0)
  }
  return rows
}
