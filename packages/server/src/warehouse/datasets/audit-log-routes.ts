import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { readDateRange } from '../../gate/parameters/date-range.ts'
import { answerLive } from '../reading/live-reader.ts'
import type { Warehouse } from '../reading/warehouse.ts'
import { AUDIT_LOG, zoneOf } from './audit-log.ts'

/** The route of the dataset of administrative acts. */
export const registerAuditLogDataset = (http: HttpContext, warehouse: Warehouse): void => {
  serve(http, ENDPOINTS.readAuditLog, async (call) => {
    const { caller, query } = call
    const values = { ...readDateRange(query), zone: await zoneOf(warehouse.db, caller.orgId) }
    return answerLive(warehouse, call, AUDIT_LOG, values)
  })
}
