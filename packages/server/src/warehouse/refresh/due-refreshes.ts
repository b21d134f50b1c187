import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Locations whose yesterday is not published, by organization, unless a refresh of theirs has just failed. */
export const listDueRefreshes = async (
  db: Db,
  moment: Date,
  retryMs: number,
): Promise<{ orgId: string; locationIds: string[] }[]> => {
  const { rows } = await sql<{ orgId: string; locationIds: string[] }>`
    select l.org_id as "orgId", array_agg(l.location_id order by l.location_id) as "locationIds"
    from publishing_locations l
    cross join lateral (select ${moment}::timestamptz at time zone l.time_zone as local_time) n
    where extract(hour from n.local_time) >= l.refresh_hour and not exists (
      select
      from published_locations p
      where p.org_id = l.org_id and p.location_id = l.location_id and p.published_through >= n.local_time::date - 1
      offset 0
    )
    group by l.org_id
    having not exists (
      select
      from (select status, ended_at from refresh_runs r where r.org_id = l.org_id order by run_no desc limit 1) latest
      where latest.status = 'failed' and latest.ended_at > clock_timestamp() - ${`${retryMs}ms`}::interval
    )
    order by l.org_id
  `.execute(db)
  return rows
}
