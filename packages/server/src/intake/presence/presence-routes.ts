import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { IngestContext } from '../ingest/ingest-service.ts'
import { recordPresence } from './presence-events.ts'

export const registerPresenceRoutes = (http: HttpContext, ingest: IngestContext): void => {
  serve(http, ENDPOINTS.submitPresence, async ({ body, caller, request }) => {
    const { sourceId, presenceEvents } = body
    request.meteredRows = presenceEvents.length
    const results = await recordPresence(ingest, { orgId: caller.orgId, keyId: caller.id, sourceId }, presenceEvents)
    return { sourceId, timestamp: new Date().toISOString(), results }
  })
}
