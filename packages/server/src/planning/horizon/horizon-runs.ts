import type { HorizonRun } from '@rollcall/contract'
import { sql } from 'kysely'
import type { PageRequest } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'

/** Selects the latest runs first, up to one more than `limit`. */
export const selectRuns = async (
  db: Db,
  orgId: string,
  locationId: string | undefined,
  { limit, after }: PageRequest,
): Promise<HorizonRun[]> => {
  const { rows } = await sql<HorizonRun>`
    select r.location_id as "locationId", l.name as "locationName", r.local_day as day,
      iso_timestamp(r.started_at) as "startedAt", iso_timestamp(r.ended_at) as "endedAt", r.plans, r.bookings
    from horizon_runs r
    join locations l on l.org_id = r.org_id and l.id = r.location_id
    where r.org_id = ${orgId}
      ${locationId === undefined ? sql`` : sql`and r.location_id = ${locationId}`}
      ${after ? sql`and (r.local_day, r.location_id) < (${after[0]}::date, ${after[1]}::uuid)` : sql``}
    order by r.local_day desc, r.location_id desc
    limit ${limit + 1}`.execute(db)
  return rows
}
