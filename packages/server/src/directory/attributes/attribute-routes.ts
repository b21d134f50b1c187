import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Db } from '../../platform/db/database.ts'
import { createTurns } from '../../platform/transactions/directory-lock.ts'
import type { DirectoryConsequences } from '../consequences/directory-consequences.ts'
import { applyUserAttributes } from './attribute-service.ts'

export const registerAttributeRoutes = (http: HttpContext, db: Db, consequences: DirectoryConsequences): void => {
  const inTurn = createTurns()
  serve(http, ENDPOINTS.submitUserAttributes, async ({ body, caller, request }) => {
    request.meteredRows = body.userAttributes.length
    const results = await inTurn(caller.orgId, () => applyUserAttributes(db, consequences, caller.orgId, body.userAttributes))
    return { timestamp: new Date().toISOString(), results }
  })
}
