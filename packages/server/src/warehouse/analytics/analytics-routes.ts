import { ANALYSTS, DEFAULT_FUTURE_DAYS, ENDPOINTS } from '@rollcall/contract'
import { nameBegins } from '../../directory/people/user-service.ts'
import { hasRole, type Principal } from '../../gate/access/principal.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { filterId } from '../../gate/parameters/filters.ts'
import { pageRequest } from '../../gate/parameters/paging.ts'
import { anonymousThrough } from '../../intake/day-changes/anonymous-days.ts'
import type { Db } from '../../platform/db/database.ts'
import { getAttendanceFigures } from './attendance-figures.ts'
import { getDeskFigures, getPlaceFigures } from './desk-figures.ts'
import { createFutureDays } from './future-days.ts'
import { getFutureFigures } from './future-figures.ts'
import { getGroupFigures } from './group-figures.ts'
import { readGroupTree } from './group-tree.ts'
import { getHourFigures } from './hour-figures.ts'
import { listPeopleFigures } from './people-figures.ts'
import { inSnapshot, readGroupIds, readLocationIds, readPeriod, readScope, type Scope } from './scope.ts'

/** Usage of assigned desks is personal, even on anonymous days, because it reveals when the assignee came. */
const maySeeAssignedDesks = async (db: Db, caller: Principal, { orgId, period }: Scope): Promise<boolean> =>
  hasRole(caller, ANALYSTS) && period.from > (await anonymousThrough(db, orgId, 'presence'))

export const registerAnalyticsRoutes = (http: HttpContext, db: Db): void => {
  const futureDays = createFutureDays()
  serve(http, ENDPOINTS.getAttendanceFigures, ({ caller, query }) =>
    inSnapshot(db, async (snapshot) => getAttendanceFigures(snapshot, await readScope(snapshot, caller.orgId, query))),
  )
  serve(http, ENDPOINTS.getDeskFigures, ({ caller, query }) =>
    inSnapshot(db, async (snapshot) => {
      const scope = await readScope(snapshot, caller.orgId, query)
      return getDeskFigures(snapshot, scope, { maySeePeople: await maySeeAssignedDesks(snapshot, caller, scope) })
    }),
  )
  serve(http, ENDPOINTS.getPlaceFigures, ({ caller, query: { from, to, locationId, levelId } }) =>
    inSnapshot(db, async (snapshot) => {
      const scope = await readScope(snapshot, caller.orgId, { from, to, locationIds: filterId(locationId) as string })
      const maySeePeople = await maySeeAssignedDesks(snapshot, caller, scope)
      return getPlaceFigures(snapshot, scope, { maySeePeople, levelId: filterId(levelId) })
    }),
  )
  serve(http, ENDPOINTS.getHourFigures, ({ caller, query }) =>
    inSnapshot(db, async (snapshot) => getHourFigures(snapshot, await readScope(snapshot, caller.orgId, query))),
  )
  serve(http, ENDPOINTS.getGroupFigures, ({ caller, query }) =>
    inSnapshot(db, async (snapshot) => getGroupFigures(snapshot, await readScope(snapshot, caller.orgId, query))),
  )
  serve(http, ENDPOINTS.getFutureFigures, ({ caller, query: { days = DEFAULT_FUTURE_DAYS, locationIds } }) =>
    inSnapshot(db, (snapshot) =>
      getFutureFigures(snapshot, futureDays, caller.orgId, { days, locationIds: readLocationIds(locationIds) }),
    ),
  )
  serve(http, ENDPOINTS.listPeopleFigures, ({ caller: { orgId }, query }) => {
    const page = pageRequest(query, ['text'])
    const { status, search } = query
    return inSnapshot(db, async (snapshot) => {
      const asked = {
        period: readPeriod(query),
        locationIds: readLocationIds(query.locationIds),
        groupIds: readGroupIds(await readGroupTree(snapshot, orgId), query.groupIds),
        ...{ status, name: search === undefined ? undefined : nameBegins(search) },
      }
      return listPeopleFigures(snapshot, orgId, asked, page)
    })
  })
}
