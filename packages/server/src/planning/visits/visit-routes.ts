import { ENDPOINTS, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { hasRole } from '../../gate/access/principal.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { readDateRange } from '../../gate/parameters/date-range.ts'
import { filterId } from '../../gate/parameters/filters.ts'
import { pageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { createVisit, getVisit, updateVisit } from './visit-service.ts'
import { selectVisits } from './visit-store.ts'

export const registerVisitRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.listVisits, async ({ caller, query }) => {
    const page = pageRequest(query, ['date', 'uuid'])
    const requested = filterId(query.hostUserId)
    const own = hasRole(caller, WORKPLACE_ADMINISTRATORS) ? null : caller.userId
    // Both conditions apply: a caller who may only see their own visits sees none of another host.
    const hostUserIds = [requested, own].filter((id) => typeof id === 'string')
    const filters = { ...readDateRange(query), locationId: filterId(query.locationId), hostUserIds }
    const rows = await selectVisits(db, caller.orgId, filters, page)
    return toPage(
      page,
      rows,
      ({ day, visitId }) => [day, visitId],
      (row) => row,
    )
  })

  serve(http, ENDPOINTS.getVisit, ({ caller, params }) => getVisit(db, caller, params.visitId))

  serve(http, ENDPOINTS.createVisit, ({ body, caller }) => createVisit(db, caller, body))

  serve(http, ENDPOINTS.updateVisit, ({ body, caller, params }) => updateVisit(db, caller, params.visitId, body))
}
