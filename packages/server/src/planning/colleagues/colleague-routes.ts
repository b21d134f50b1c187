import { type Colleague, ENDPOINTS, type User } from '@rollcall/contract'
import { listUsers } from '../../directory/people/user-service.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { readDay } from '../../gate/parameters/date-range.ts'
import { filterId } from '../../gate/parameters/filters.ts'
import { pageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { selectColleagueDays } from './colleague-store.ts'

export const registerColleagueRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.listColleagues, async ({ caller, query }) => {
    const { items, nextCursor } = await listUsers(db, caller.orgId, { ...query, status: 'active' })
    return { items: items.map(toColleague), nextCursor }
  })

  serve(http, ENDPOINTS.listColleagueDays, async ({ caller, query }) => {
    const page = pageRequest(query, ['uuid'])
    const filter = {
      day: readDay('day', query.day),
      groupId: filterId(query.groupId),
      locationId: filterId(query.locationId),
      search: query.search,
      viewerId: caller.userId,
    }
    const rows = await selectColleagueDays(db, caller.orgId, filter, page)
    return toPage(
      page,
      rows,
      ({ userId }) => [userId],
      (row) => row,
    )
  })
}

/** Returns the data that every colleague may see. */
const toColleague = (user: User): Colleague => ({
  userId: user.userId,
  userName: user.userName,
  firstName: user.firstName,
  lastName: user.lastName,
  primaryGroupId: user.primaryGroupId,
  primaryGroupName: user.primaryGroupName,
  primaryLocationId: user.primaryLocationId,
  primaryLocationName: user.primaryLocationName,
})
