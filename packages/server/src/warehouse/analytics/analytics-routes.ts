import { ANALYSTS, DEFAULT_FUTURE_DAYS, ENDPOINTS, MAX_HOUR_DAYS, MAX_PEOPLE_BY_ATTENDANCE_DAYS } from '@rollcall/contract'
import { isNamed } from '../../directory/people/user-service.ts'
import { hasRole, type Principal } from '../../gate/access/principal.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { filterId } from '../../gate/parameters/filters.ts'
import { pageRequest } from '../../gate/parameters/paging.ts'
import { anonymousThrough } from '../../intake/day-changes/anonymous-days.ts'
import { readClock } from '../../platform/db/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { getAttendanceFigures } from './attendance-figures.ts'
import { createNote, listNotes, removeNote } from './day-notes.ts'
import { getDeskFigures, getPlaceFigures } from './desk-figures.ts'
import { getPlaceHourFigures } from './desk-hours.ts'
import { getForecastFigures } from './forecast-figures.ts'
import { createFutureDays } from './future-days.ts'
import { getFutureFigures } from './future-figures.ts'
import { getGroupFigures } from './group-figures.ts'
import { readGroupTree } from './group-tree.ts'
import { getHeadcountFigures } from './headcount-figures.ts'
import { getHourFigures } from './hour-figures.ts'
import { createLatePlans } from './late-plans.ts'
import { createOpenWeeks } from './open-weeks.ts'
import { listOutageSuggestions } from './outage-suggestions.ts'
import { listPeopleFigures, readPeopleKind } from './people-figures.ts'
import { getPolicyFigures } from './policy-figures.ts'
import { inSnapshot, readGroupIds, readLocationIds, readPeriod, readScope, type Scope } from './scope.ts'
import { listReleases, listSpecialDays } from './special-days.ts'

/** Usage of assigned desks is personal, even on anonymous days, because it reveals when the assignee came. */
const maySeeAssignedDesks = async (db: Db, caller: Principal, { orgId, period }: Scope): Promise<boolean> =>
  isAnalyst(caller) && period.from > (await anonymousThrough(db, orgId, 'presence'))
const isAnalyst = (caller: Principal): boolean => hasRole(caller, ANALYSTS)

export const registerAnalyticsRoutes = (http: HttpContext, { db, pool }: Pick<Database, 'db' | 'pool'>): void => {
  const futureDays = createFutureDays()
  const latePlans = createLatePlans()
  const openWeeks = createOpenWeeks()
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
  serve(http, ENDPOINTS.getPlaceHourFigures, ({ caller, query: { from, to, locationId, levelId } }) =>
    inSnapshot(db, async (snapshot) => {
      readPeriod({ from, to }, MAX_HOUR_DAYS)
      const location = filterId(locationId) as string
      const scope = await readScope(snapshot, caller.orgId, { from, to, locationIds: location })
      const maySeePeople = await maySeeAssignedDesks(snapshot, caller, scope)
      const known = { maySeePeople, maySeeDays: isAnalyst(caller), locationId: location, levelId: filterId(levelId) }
      return getPlaceHourFigures(snapshot, scope, known)
    }),
  )
  serve(http, ENDPOINTS.getHourFigures, ({ caller, query }) =>
    inSnapshot(db, async (snapshot) => getHourFigures(snapshot, await readScope(snapshot, caller.orgId, query))),
  )
  serve(http, ENDPOINTS.getHeadcountFigures, ({ caller, query }) =>
    inSnapshot(db, async (snapshot) => getHeadcountFigures(snapshot, await readScope(snapshot, caller.orgId, query))),
  )
  serve(http, ENDPOINTS.getGroupFigures, ({ caller, query }) =>
    inSnapshot(db, async (snapshot) => getGroupFigures(snapshot, await readScope(snapshot, caller.orgId, query)), pool),
  )
  serve(http, ENDPOINTS.getPolicyFigures, ({ caller, query }) =>
    inSnapshot(
      db,
      async (snapshot) => {
        const now = await readClock(snapshot)
        return getPolicyFigures(snapshot, openWeeks, await readScope(snapshot, caller.orgId, query), now)
      },
      pool,
    ),
  )
  serve(http, ENDPOINTS.getFutureFigures, ({ caller, query: { days = DEFAULT_FUTURE_DAYS, locationIds } }) =>
    inSnapshot(
      db,
      (snapshot) => getFutureFigures(snapshot, futureDays, caller.orgId, { days, locationIds: readLocationIds(locationIds) }),
      pool,
    ),
  )
  serve(http, ENDPOINTS.getForecastFigures, ({ caller, query: { locationIds } }) =>
    inSnapshot(db, (snapshot) => getForecastFigures(snapshot, { futureDays, latePlans }, caller.orgId, { locationIds }), pool),
  )
  serve(http, ENDPOINTS.listOutageSuggestions, async ({ caller }) => ({ items: await listOutageSuggestions(db, caller.orgId) }))
  serve(http, ENDPOINTS.listSpecialDays, async ({ caller, query }) => ({
    items: await listSpecialDays(db, caller.orgId, readPeriod(query), readLocationIds(query.locationIds)),
    releases: await listReleases(db, caller.orgId, readPeriod(query)),
  }))
  serve(http, ENDPOINTS.listDayNotes, async ({ caller, query }) => ({
    items: await listNotes(db, caller, { ...readPeriod(query), locationIds: readLocationIds(query.locationIds) }),
  }))
  serve(http, ENDPOINTS.createDayNote, ({ body, caller }) => createNote(db, caller, body))
  serve(http, ENDPOINTS.removeDayNote, async ({ caller, params }) => {
    await removeNote(db, caller, params.noteId)
    return { message: 'The note was deleted' }
  })
  serve(http, ENDPOINTS.listPeopleFigures, ({ caller: { orgId }, query }) => {
    const page = pageRequest(query, ['text'])
    const { status, search } = query
    const kind = readPeopleKind(query)
    const period = readPeriod(query, kind.by === 'attendance' ? MAX_PEOPLE_BY_ATTENDANCE_DAYS : undefined)
    return inSnapshot(db, async (snapshot) => {
      const asked = {
        period,
        locationIds: readLocationIds(query.locationIds),
        groupIds: readGroupIds(await readGroupTree(snapshot, orgId), query.groupIds),
        ...{ status, kind, name: search === undefined ? undefined : isNamed(search) },
      }
      return listPeopleFigures(snapshot, orgId, asked, page)
    })
  })
}
