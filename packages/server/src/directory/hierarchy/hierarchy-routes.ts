import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Db } from '../../platform/db/database.ts'
import { createTurns } from '../../platform/transactions/directory-lock.ts'
import { replaceHierarchy } from './hierarchy-service.ts'

/** Registers POST and PUT, which do the same. */
export const registerHierarchyRoutes = (http: HttpContext, db: Db): void => {
  const inTurn = createTurns()
  for (const endpoint of [ENDPOINTS.submitGroupRelationships, ENDPOINTS.replaceGroupRelationships]) {
    serve(http, endpoint, ({ body: { groupRelationships }, query, caller, request }) => {
      request.meteredRows = groupRelationships.length
      const force = query.force === 'true'
      return inTurn(caller.orgId, () => replaceHierarchy(db, caller.orgId, groupRelationships, { force }))
    })
  }
}
