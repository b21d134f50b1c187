import { ENDPOINTS, type HorizonRun } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { filterId } from '../../gate/parameters/filters.ts'
import { pageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { selectRuns } from './horizon-runs.ts'
import { runHorizon } from './horizon-service.ts'

/** Registers the routes. A run may take long, so it uses `jobs`, whose statements have no timeout. */
export const registerHorizonRoutes = (http: HttpContext, db: Db, jobs: Db): void => {
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
    await runHorizon(jobs, orgId, body.locationId)
    const [run] = await selectRuns(db, orgId, body.locationId, { limit: 0, after: undefined })
    return run as HorizonRun
  })
}
