import { ENDPOINTS, type GroupZones } from '@rollcall/contract'
import type { FastifyReply } from 'fastify'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Db } from '../../platform/db/database.ts'
import { createTurns } from '../../platform/transactions/directory-lock.ts'
import { getEntity, givenFields } from '../entities/entity-service.ts'
import { getGroupZones, setGroupZones, tagOfZones } from './allocation-service.ts'
import { changeGroup, createGroup, listGroups } from './group-service.ts'
import { GROUPS } from './group-table.ts'
import { addMember, leaveGroup, listMembers } from './member-service.ts'

const tagged = (reply: FastifyReply, zones: GroupZones): GroupZones => {
  reply.header('etag', tagOfZones(zones))
  return zones
}

export const registerGroupRoutes = (http: HttpContext, db: Db): void => {
  const { createGroup: create, updateGroup: update } = ENDPOINTS
  const inTurn = createTurns()
  serve(http, ENDPOINTS.listGroups, ({ caller, query }) => listGroups(db, caller.orgId, query))
  serve(http, ENDPOINTS.getGroup, ({ caller, params }) => getEntity(db, GROUPS, caller.orgId, params.groupId))
  serve(http, create, ({ body, caller }) =>
    inTurn(caller.orgId, () => createGroup(db, caller.orgId, givenFields(create.body, body))),
  )
  serve(http, update, ({ body, caller, params }) =>
    inTurn(caller.orgId, () => changeGroup(db, caller.orgId, params.groupId, givenFields(update.body, body))),
  )

  serve(http, ENDPOINTS.listGroupMembers, ({ caller, params, query }) => listMembers(db, caller.orgId, params.groupId, query))
  serve(http, ENDPOINTS.addGroupMember, async ({ caller, params }) => {
    await addMember(db, caller.orgId, params.groupId, params.userId)
    return { message: 'The user is a member of the group' }
  })
  serve(http, ENDPOINTS.removeGroupMember, async ({ caller, params }) => {
    await inTurn(caller.orgId, () => leaveGroup(db, caller.orgId, params.groupId, params.userId))
    return { message: 'The user is no longer a member of the group' }
  })

  serve(http, ENDPOINTS.getGroupZones, async ({ caller, params, reply }) =>
    tagged(reply, await getGroupZones(db, caller.orgId, params.groupId)),
  )
  serve(http, ENDPOINTS.setGroupZones, async ({ body, caller, params, request, reply }) =>
    tagged(reply, await setGroupZones(db, caller.orgId, params.groupId, body.zoneIds, request.headers['if-match'])),
  )
}
