import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { readDateRange } from '../../gate/parameters/date-range.ts'
import type { Db } from '../../platform/db/database.ts'
import type { IngestContext } from '../ingest/ingest-service.ts'
import { recordOccupancy } from './occupancy-events.ts'
import { getSpaceOccupancy } from './space-occupancy.ts'

export const registerOccupancyRoutes = (http: HttpContext, db: Db, ingest: IngestContext): void => {
  serve(http, ENDPOINTS.submitOccupancy, async ({ body, caller, request }) => {
    const { sourceId, occupancyEvents } = body
    request.meteredRows = occupancyEvents.length
    const results = await recordOccupancy(ingest, { orgId: caller.orgId, keyId: caller.id, sourceId }, occupancyEvents)
    return { sourceId, timestamp: new Date().toISOString(), results }
  })

  serve(http, ENDPOINTS.getSpaceOccupancy, ({ caller, params, query }) =>
    getSpaceOccupancy(db, caller.orgId, params.spaceId, readDateRange(query)),
  )
}
