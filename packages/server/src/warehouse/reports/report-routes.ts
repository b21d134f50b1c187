import { ENDPOINTS, type Report } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { pageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { pagesOf } from '../views/view-store.ts'
import { findReport, findRoles, listReports, positionOf, toSummary } from './report-store.ts'
import { subscribe, unsubscribe } from './subscription-service.ts'

/** Subscriptions to views, and what was made of them. */
export const registerReportRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.subscribeToView, ({ body, caller, params }) => subscribe(db, caller, params.viewId, body))
  serve(http, ENDPOINTS.unsubscribeFromView, ({ caller, params }) => unsubscribe(db, caller, params.viewId))
  serve(http, ENDPOINTS.listReports, async ({ caller: { orgId, userId, roles }, query }) => {
    const page = pageRequest(query, ['timestamp', 'uuid'])
    const rows = userId === null ? [] : await listReports(db, orgId, userId, pagesOf(roles), page)
    return toPage(page, rows, positionOf, toSummary)
  })
  serve(http, ENDPOINTS.getReport, async ({ caller: { orgId, userId, roles }, params }) => {
    const report = userId === null ? undefined : await findReport(db, orgId, userId, pagesOf(roles), params.reportId)
    if (!report) throw new AppError('entity_not_found', { detail: 'You have no report with this id.' })
    return report
  })
}

/** The report of a mail, if the person may still see it at this moment. */
export const readMailedReport = async (
  db: Db,
  {
    orgId,
    userId,
    details,
  }: { readonly orgId: string; readonly userId: string; readonly details: Readonly<Record<string, string>> },
): Promise<Report | undefined> => {
  const roles = await findRoles(db, orgId, userId)
  return roles && findReport(db, orgId, userId, pagesOf(roles), details.reportId ?? '')
}
