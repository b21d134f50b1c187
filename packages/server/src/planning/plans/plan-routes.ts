import { ENDPOINTS, MAX_LISTED_DAYS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { readDateRange } from '../../gate/parameters/date-range.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { actorOf } from '../commands/command.ts'
import { getUserDay, listUserDays } from '../days/user-days.ts'
import { clearDayPlan, getWeekPlan, setDayPlan, setWeekPlan } from './plan-service.ts'
import { describeWeek } from './week-plan-view.ts'

export const registerPlanRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.getWeekPlan, async ({ caller: { orgId }, params: { userId } }) => ({
    userId,
    days: await describeWeek(db, orgId, await getWeekPlan(db, orgId, userId)),
  }))

  serve(http, ENDPOINTS.setWeekPlan, async ({ body, caller, params: { userId } }) => {
    assertEachOnce(body.days)
    const days = body.days.map(({ weekday, plan, locationId }) => ({ weekday, plan, locationId: locationId ?? null }))
    const saved = await setWeekPlan(db, caller.orgId, actorOf(caller, userId), userId, days)
    return { userId, days: await describeWeek(db, caller.orgId, saved) }
  })

  serve(http, ENDPOINTS.listUserDays, async ({ caller: { orgId }, params: { userId }, query }) => {
    const items = await listUserDays(db, orgId, userId, readDateRange(query, MAX_LISTED_DAYS - 1))
    return { items }
  })

  serve(http, ENDPOINTS.setDayPlan, async ({ body, caller, params: { userId, day } }) => {
    const { plan, locationId = null } = body
    await setDayPlan(db, caller.orgId, actorOf(caller, userId), { userId, day, plan, locationId })
    return getUserDay(db, caller.orgId, userId, day)
  })

  serve(http, ENDPOINTS.clearDayPlan, async ({ caller, params: { userId, day } }) => {
    await clearDayPlan(db, caller.orgId, actorOf(caller, userId), { userId, day })
    return getUserDay(db, caller.orgId, userId, day)
  })
}

const assertEachOnce = (days: readonly { weekday: number }[]): void => {
  const errors = days.flatMap(({ weekday }, index) =>
    days.findIndex((other) => other.weekday === weekday) < index
      ? [{ pointer: `/days/${index}/weekday`, message: 'is already in the list', code: 'duplicate' as const }]
      : [],
  )
  if (errors.length > 0) throw new AppError('invalid_body', { errors })
}
