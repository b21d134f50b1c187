import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { readDateFilters, readDateRange, readDay } from '../../gate/parameters/date-range.ts'
import { filterId, listedIds, NO_ID } from '../../gate/parameters/filters.ts'
import { pageRequest, toPage } from '../../gate/parameters/paging.ts'
import { showsTimeOffTypes } from '../../planning/timeoff/timeoff-types.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { answerLive } from '../reading/live-reader.ts'
import type { Warehouse } from '../reading/warehouse.ts'
import { anonymizedSince, USER_CHANGE_LOG } from './change-log-dataset.ts'
import { explainHeadcount } from './explain-headcount.ts'
import { explainOccupancy } from './explain-occupancy.ts'
import { explainDay } from './explain-service.ts'
import { explainVisits } from './explain-visits.ts'
import { listUserActions } from './user-actions.ts'
import { listUserAttendance } from './user-attendance.ts'

const buildingDay = ({ locationId, day }: { readonly locationId: string; readonly day: string }) => ({
  locationId: filterId(locationId) ?? NO_ID,
  day: readDay('day', day),
})

/** Routes that explain a user's day, figures, and the change log, also as a dataset. */
export const registerExplainRoutes = (http: HttpContext, db: Db, warehouse: Warehouse): void => {
  serve(http, ENDPOINTS.readUserChangeLog, async (call) => {
    const { caller, query } = call
    const userIds = arrayLiteral(listedIds('userIds', query.userIds))
    const days = readDateRange(query)
    const showsTypes = String(await showsTimeOffTypes(db, caller.orgId))
    const anonymized = await anonymizedSince(db, caller.orgId, days.firstDay)
    const values = { ...days, userIds, showsTypes, anonymized }
    return answerLive(warehouse, call, USER_CHANGE_LOG, values)
  })

  serve(http, ENDPOINTS.explainDay, ({ caller, params: { userId, day } }) => explainDay(db, caller, userId, day))

  serve(http, ENDPOINTS.explainHeadcount, ({ caller: { orgId }, query }) => {
    const building = buildingDay(query)
    const nodeId = filterId(query.nodeId) ?? building.locationId
    return explainHeadcount(db, { orgId, ...building, nodeId, hour: query.hour, moment: new Date() })
  })

  serve(http, ENDPOINTS.explainOccupancy, ({ caller: { orgId }, query }) =>
    explainOccupancy(db, { orgId, ...buildingDay(query), nodeId: filterId(query.nodeId) ?? NO_ID, hour: query.hour }),
  )

  serve(http, ENDPOINTS.explainVisits, ({ caller: { orgId }, query }) =>
    explainVisits(db, { orgId, ...buildingDay(query), visitId: filterId(query.visitId) }),
  )

  serve(http, ENDPOINTS.listUserAttendance, async ({ caller: { orgId }, params: { userId }, query }) => ({
    items: await listUserAttendance(db, orgId, userId, readDateRange(query)),
  }))

  serve(http, ENDPOINTS.listUserActions, async ({ caller, params: { userId }, query }) => {
    const page = pageRequest(query, ['date', 'integer'])
    const actions = await listUserActions(db, caller, { userId, ...readDateFilters(query) }, page)
    return toPage(
      page,
      actions,
      ({ position }) => position,
      ({ position: _, ...action }) => action,
    )
  })
}
