import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'

/** Lists due locations of all organizations, with one look-up in horizon_runs each, so it can run every minute for thousands. */
export const listDueHorizons = async (db: Db, moment: Date): Promise<{ orgId: string; locationId: string }[]> => {
  const { rows } = await sql<{ orgId: string; locationId: string }>`
    select l.org_id as "orgId", l.id as "locationId"
    from locations l
    cross join lateral (
      select local_day(${moment}::timestamptz, l.time_zone, l.day_start_hour) as today,
        hour_of_day(${moment}::timestamptz, l.time_zone, l.day_start_hour) as hour
    ) n
    where n.hour >= l.refresh_hour - l.day_start_hour and ${servedHere('l.org_id')} and not exists (
      select
      from horizon_runs r
      where r.org_id = l.org_id and r.location_id = l.id and r.local_day = n.today
      offset 0
    )
    order by l.org_id, l.id
  `.execute(db)
  return rows
}
