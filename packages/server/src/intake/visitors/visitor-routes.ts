import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { IngestContext } from '../ingest/ingest-service.ts'
import { recordVisitors } from './visitor-events.ts'

export const registerVisitorRoutes = (http: HttpContext, ingest: IngestContext): void => {
  serve(http, ENDPOINTS.submitVisitorArrival, async ({ body, caller, request }) => {
    const { sourceId, visitorEvents } = body
    request.meteredRows = visitorEvents.length
    const events = visitorEvents.map((event) => ({ ...event, locationType: 'location' as const }))
    const results = await recordVisitors(ingest, { orgId: caller.orgId, keyId: caller.id, sourceId }, events)
    return { sourceId, timestamp: new Date().toISOString(), results }
  })
}
