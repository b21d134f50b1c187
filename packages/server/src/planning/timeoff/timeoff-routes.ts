import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { pageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { IngestContext } from '../../intake/ingest/ingest-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { listTimeOff } from './timeoff-list.ts'
import { recordTimeOff, TIME_OFF_SOURCE } from './timeoff-service.ts'

/** Registers the routes. A call may change hundreds of thousands of days, so it uses `jobs`, whose statements have no timeout. */
export const registerTimeOffRoutes = (http: HttpContext, db: Db, jobs: Db, ingest: IngestContext): void => {
  serve(http, ENDPOINTS.submitTimeOff, async ({ body, caller, request }) => {
    request.meteredRows = body.timeOffEvents.length
    const submission = { orgId: caller.orgId, keyId: caller.id, sourceId: TIME_OFF_SOURCE }
    const results = await recordTimeOff(jobs, ingest, submission, body.timeOffEvents)
    return { timestamp: new Date().toISOString(), results }
  })

  serve(http, ENDPOINTS.listTimeOff, async ({ caller, params: { userId }, query }) => {
    const page = pageRequest(query, ['date', 'text', 'text'])
    const events = await listTimeOff(db, caller, userId, page)
    return toPage(
      page,
      events,
      ({ startDate, eventId, eventType }) => [startDate, eventId, eventType],
      (event) => event,
    )
  })
}
