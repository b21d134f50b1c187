import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Db } from '../../platform/db/database.ts'
import { createTurns } from '../../platform/transactions/directory-lock.ts'
import type { DirectoryConsequences } from '../consequences/directory-consequences.ts'
import { getEntity, givenFields } from '../entities/entity-service.ts'
import { listGroupsOf } from '../groups/member-service.ts'
import { assertUser } from './find-user.ts'
import { changeProfile, changeUser, createUser, listUsers } from './user-service.ts'
import { USERS } from './user-table.ts'

export const registerUserRoutes = (http: HttpContext, db: Db, consequences: DirectoryConsequences): void => {
  const { createUser: create, updateUser: update, updateProfile } = ENDPOINTS
  const inTurn = createTurns()
  serve(http, ENDPOINTS.listUsers, ({ caller, query }) => listUsers(db, caller.orgId, query))
  serve(http, ENDPOINTS.getUser, ({ caller, params }) => getEntity(db, USERS, caller.orgId, params.userId))
  serve(http, ENDPOINTS.listUserGroups, async ({ caller: { orgId }, params: { userId }, query }) => {
    await assertUser(db, orgId, userId)
    return listGroupsOf(db, orgId, userId, query)
  })
  serve(http, create, ({ body, caller }) =>
    inTurn(caller.orgId, () => createUser(db, caller.orgId, givenFields(create.body, body))),
  )
  serve(http, update, ({ body, caller, params }) =>
    inTurn(caller.orgId, () => changeUser(db, consequences, caller, params.userId, givenFields(update.body, body))),
  )
  serve(http, updateProfile, ({ body, caller, params }) =>
    changeProfile(db, consequences, caller.orgId, params.userId, givenFields(updateProfile.body, body)),
  )
}
