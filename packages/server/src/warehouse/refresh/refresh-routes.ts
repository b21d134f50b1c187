import { ENDPOINTS } from '@rollcall/contract'
import { getLocation } from '../../directory/places/find-location.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { pageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { readScope } from './refresh-request.ts'
import { getRun, listRuns } from './refresh-runs.ts'
import { type RefreshReport, runRefresh } from './refresh-service.ts'

/** A refresh uses its own connection pool, `jobs`, so that requests never wait for it. */
export const registerRefreshRoutes = (
  http: HttpContext,
  db: Db,
  jobs: Pick<Database, 'pool'>,
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

  serve(http, ENDPOINTS.runRefresh, async ({ body, caller: { orgId } }) => {
    const { locationId } = body
    const scope = readScope(body)
    if (locationId) await getLocation(db, orgId, locationId, 'locationId')
    const locationIds = locationId ? { locationIds: [locationId] } : {}
    const report = await runRefresh(jobs, orgId, { ...locationIds, ...scope, trigger: 'request', wait: false })
    onRefreshed(orgId, report)
    return getRun(db, orgId, report.runNo)
  })
}
