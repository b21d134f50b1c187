import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Db } from '../../platform/db/database.ts'
import { createTurns } from '../../platform/transactions/directory-lock.ts'
import type { DirectoryConsequences } from '../consequences/directory-consequences.ts'
import { changeUsers } from './change-several-users.ts'

/** Changes of several users, which are about accounts and groups as well. */
export const registerUserBatchRoutes = (http: HttpContext, db: Db, consequences: DirectoryConsequences): void => {
  const inTurn = createTurns()
  serve(http, ENDPOINTS.updateUsers, ({ body, caller, query }) =>
    inTurn(caller.orgId, () => changeUsers(db, consequences, caller, body, query.dryRun === 'true')),
  )
}
