import { ENDPOINTS, type HorizonRun } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { filterId } from '../http/filters.ts'
import { type PageRequest, pageRequest, toPage } from '../http/paging.ts'
import { type HttpContext, serve } from '../http/serve.ts'
import { runHorizon } from './horizon-service.ts'

export const registerHorizonRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.listHorizonRuns, async ({ caller, query }) => {
    const page = pageRequest(query, ['date', 'uuid'])
    const runs = await selectRuns(db, caller.orgId, filterId(query.locationId), page)
    return toPage(
      page,
      runs,
      ({ day, locationId }) => [day, locationId],
      (run) => run,
    )
  })

  serve(http, ENDPOINTS.runHorizon, async ({ body, caller: { orgId } }) => {
    await runHorizon(db, orgId, body.locationId)
    const [run] = await selectRuns(db, orgId, body.locationId, { limit: 0, after: undefined })
    return run as HorizonRun
  })
}

/** Latest first; `limit` and one more. */
const selectRuns = async (
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
