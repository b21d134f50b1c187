import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../http/serve.ts'
import type { IngestContext } from '../ingest/ingest-service.ts'
import { recordOccupancy } from './occupancy-events.ts'

export const registerOccupancyRoutes = (http: HttpContext, ingest: IngestContext): void => {
  serve(http, ENDPOINTS.submitOccupancy, async ({ body, caller, request }) => {
    const { sourceId, occupancyEvents } = body
    request.meteredRows = occupancyEvents.length
    const results = await recordOccupancy(ingest, { orgId: caller.orgId, keyId: caller.id, sourceId }, occupancyEvents)
    return { sourceId, timestamp: new Date().toISOString(), results }
  })
}
