import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'

/** Lists due locations of all organizations, with one look-up in horizon_runs each, so it can run every minute for thousands. */
export const listDueHorizons = async (db: Db, moment: Date): Promise<{ orgId: string; locationId: string }[]> => {
  const { rows } = await sql<{ orgId: string; locationId: string }>`
    select l.org_id as "orgId", l.id as "locationId"
    from locations l
    cross join lateral (select ${moment}::timestamptz at time zone l.time_zone as local_time) n
    where extract(hour from n.local_time) >= l.refresh_hour and ${servedHere('l.org_id')} and not exists (
      select
      from horizon_runs r
      where r.org_id = l.org_id and r.location_id = l.id and r.local_day = n.local_time::date
      offset 0
    )
    order by l.org_id, l.id
  `.execute(db)
  return rows
}
