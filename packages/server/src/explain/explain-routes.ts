import { ENDPOINTS } from '@rollcall/contract'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { assertDay } from '../http/filters.ts'
import { pageRequest, toPage } from '../http/paging.ts'
import { type HttpContext, serve } from '../http/serve.ts'
import { explainDay } from './explain-service.ts'
import { listUserActions } from './user-actions.ts'

export const registerExplainRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.explainDay, ({ caller, params: { userId, day } }) => explainDay(db, caller.orgId, userId, day))

  serve(http, ENDPOINTS.listUserActions, async ({ caller: { orgId }, params: { userId }, query }) => {
    const { startDate, endDate } = query
    const page = pageRequest(query, ['date', 'integer'])
    const firstDay = startDate === undefined ? undefined : assertDay('startDate', startDate)
    const lastDay = endDate === undefined ? undefined : assertDay('endDate', endDate)
    const actions = await listUserActions(db, orgId, { userId, firstDay, lastDay }, page)
    if (!actions) throw new AppError('entity_not_found', { detail: 'There is no user with this id.' })
    return toPage(
      page,
      actions,
      ({ position }) => position,
      ({ position: _, ...action }) => action,
    )
  })
}
