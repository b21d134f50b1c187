import { ENDPOINTS } from '@rollcall/contract'
import { arrayLiteral } from '../db/array-literal.ts'
import type { Db } from '../db/database.ts'
import { readDateFilters, readDateRange } from '../http/date-range.ts'
import { listedIds } from '../http/filters.ts'
import { pageRequest, toPage } from '../http/paging.ts'
import { type HttpContext, serve } from '../http/serve.ts'
import { showsTimeOffTypes } from '../timeoff/timeoff-types.ts'
import { answerDataset } from '../warehouse/answer-dataset.ts'
import { readLive } from '../warehouse/live-reader.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import { USER_CHANGE_LOG } from './change-log-dataset.ts'
import { explainDay } from './explain-service.ts'
import { listUserActions } from './user-actions.ts'
import { listUserAttendance } from './user-attendance.ts'

/** How days came about: explained one by one, and the log, also as a dataset. */
export const registerExplainRoutes = (http: HttpContext, db: Db, warehouse: Warehouse): void => {
  serve(http, ENDPOINTS.readUserChangeLog, async (call) => {
    const { caller, query } = call
    const userIds = arrayLiteral(listedIds('userIds', query.userIds))
    const values = { ...readDateRange(query), userIds, showsTypes: String(await showsTimeOffTypes(db, caller.orgId)) }
    return answerDataset(warehouse, call, await readLive(warehouse, { dataset: USER_CHANGE_LOG, orgId: caller.orgId, values }))
  })

  serve(http, ENDPOINTS.explainDay, ({ caller, params: { userId, day } }) => explainDay(db, caller, userId, day))

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
