import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { listDeskHistory, listLocationHistory, listMemberHistory, listUserGroupHistory } from './history-lists.ts'

const NAMES = { places: 'desk', locations: 'location', groups: 'group', users: 'user' } as const

/** @throws AppError entity_not_found */
const assertKnown = async (db: Db, table: keyof typeof NAMES, orgId: string, id: string): Promise<void> => {
  const found = await db.selectFrom(table).select('id').where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()
  if (!found) throw new AppError('entity_not_found', { detail: `There is no ${NAMES[table]} with this id.` })
}

/** Serves what was valid in the directory on which days. */
export const registerHistoryRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.listDeskHistory, async ({ caller: { orgId }, params: { placeId }, query }) => {
    await assertKnown(db, 'places', orgId, placeId)
    return listDeskHistory(db, orgId, placeId, query)
  })
  serve(http, ENDPOINTS.listLocationHistory, async ({ caller: { orgId }, params: { locationId }, query }) => {
    await assertKnown(db, 'locations', orgId, locationId)
    return listLocationHistory(db, orgId, locationId, query)
  })
  serve(http, ENDPOINTS.listMemberHistory, async ({ caller: { orgId }, params: { groupId }, query }) => {
    await assertKnown(db, 'groups', orgId, groupId)
    return listMemberHistory(db, orgId, groupId, query)
  })
  serve(http, ENDPOINTS.listUserGroupHistory, async ({ caller: { orgId }, params: { userId }, query }) => {
    await assertKnown(db, 'users', orgId, userId)
    return listUserGroupHistory(db, orgId, userId, query)
  })
}
