import { ENDPOINTS, MAX_POLICY_AGE_DAYS, MAX_POLICY_WEEKS_DAYS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { readDateRange } from '../../gate/parameters/date-range.ts'
import { assertWritableDay } from '../../gate/parameters/written-days.ts'
import { readClock } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { daysAfter, utcDay } from '../../platform/time/day.ts'
import { removePolicy, setPolicy } from './policy-service.ts'
import { listPolicies } from './policy-store.ts'
import { listUserPolicyWeeks } from './user-weeks.ts'

/** Policies of groups, and the weeks that they judged of a person. */
export const registerPolicyRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.listPolicies, async ({ caller }) => ({ items: await listPolicies(db, caller.orgId) }))
  serve(http, ENDPOINTS.setPolicy, async ({ caller, params, body }) => {
    const validFrom = assertWritableDay('day', params.day)
    const earliest = daysAfter(utcDay((await readClock(db)).getTime()), -MAX_POLICY_AGE_DAYS)
    if (validFrom < earliest) {
      const message = `must not be before ${earliest}: weeks since then would be restated`
      throw new AppError('invalid_parameter', { errors: [{ pointer: '/day', message, code: 'range' }] })
    }
    return setPolicy(db, caller.orgId, { groupId: params.groupId, validFrom, ...body })
  })
  serve(http, ENDPOINTS.removePolicy, async ({ caller, params }) => {
    await removePolicy(db, caller.orgId, params.groupId, params.day)
    return { message: 'The policy was removed' }
  })
  serve(http, ENDPOINTS.listUserPolicyWeeks, async ({ caller, params, query: { from, to } }) => {
    const range = readDateRange({ startDate: from, endDate: to }, MAX_POLICY_WEEKS_DAYS)
    return { items: await listUserPolicyWeeks(db, caller.orgId, params.userId, range) }
  })
}
