import { ENDPOINTS } from '@rollcall/contract'
import type { Db } from '../db/database.ts'
import { createTurns } from '../db/directory-lock.ts'
import { type HttpContext, serve } from '../http/serve.ts'
import { replaceHierarchy } from './hierarchy-service.ts'

/** POST and PUT do the same. */
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
