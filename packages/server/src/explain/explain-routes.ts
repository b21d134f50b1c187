import { ENDPOINTS } from '@rollcall/contract'
import type { Db } from '../db/database.ts'
import { readDateFilters } from '../http/date-range.ts'
import { pageRequest, toPage } from '../http/paging.ts'
import { type HttpContext, serve } from '../http/serve.ts'
import { explainDay } from './explain-service.ts'
import { listUserActions } from './user-actions.ts'

export const registerExplainRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.explainDay, ({ caller, params: { userId, day } }) => explainDay(db, caller.orgId, userId, day))

  serve(http, ENDPOINTS.listUserActions, async ({ caller: { orgId }, params: { userId }, query }) => {
    const page = pageRequest(query, ['date', 'integer'])
    const actions = await listUserActions(db, orgId, { userId, ...readDateFilters(query) }, page)
    return toPage(
      page,
      actions,
      ({ position }) => position,
      ({ position: _, ...action }) => action,
    )
  })
}
