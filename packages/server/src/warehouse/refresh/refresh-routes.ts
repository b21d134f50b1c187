import { ENDPOINTS } from '@rollcall/contract'
import { getLocation } from '../../directory/places/find-location.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { pageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Fairness } from '../../platform/fairness/fairness.ts'
import { createPauses } from '../../platform/fairness/pauses.ts'
import { readScope } from './refresh-request.ts'
import { getRun, listRuns } from './refresh-runs.ts'
import { type RefreshReport, runRefresh } from './refresh-service.ts'

/** A refresh uses its own connection pool, `jobs`, so that requests never wait for it. */
export const registerRefreshRoutes = (
  http: HttpContext,
  db: Db,
  jobs: Pick<Database, 'pool'>,
  fairness: Fairness,
  onRefreshed: (orgId: string, report: RefreshReport) => void,
): void => {
  serve(http, ENDPOINTS.listRefreshRuns, async ({ caller, query }) => {
    const page = pageRequest(query, ['integer'])
    const runs = await listRuns(db, caller.orgId, page)
    return toPage(
      page,
      runs,
      ({ runNo }) => [String(runNo)],
      (run) => run,
    )
  })

  serve(http, ENDPOINTS.runRefresh, async ({ body, caller: { orgId }, request }) => {
    const { locationId } = body
    const scope = readScope(body)
    if (locationId) await getLocation(db, orgId, locationId, 'locationId')
    const locationIds = locationId ? { locationIds: [locationId] } : {}
    using pauses = createPauses(fairness, request.owner)
    const { pause } = pauses
    const report = await runRefresh(jobs, orgId, { ...locationIds, ...scope, trigger: 'request', wait: false, pause })
    onRefreshed(orgId, report)
    return getRun(db, orgId, report.runNo)
  })
}
