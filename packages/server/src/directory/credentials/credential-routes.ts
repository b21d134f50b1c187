import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Db } from '../../platform/db/database.ts'
import { applyCredentialUpdates } from './credential-service.ts'

export const registerCredentialRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.submitAccessCredentials, async ({ body, caller, request }) => {
    request.meteredRows = body.data.reduce((sum, { credentials }) => sum + credentials.length, 0)
    const results = await applyCredentialUpdates(db, caller.orgId, body.data)
    const [only, ...more] = results
    return only && more.length === 0 ? only : results
  })
}
