import { ENDPOINTS } from '@rollcall/contract'
import type { Principal } from '../../gate/access/principal.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { assertWritableDay, readWrittenDay } from '../../gate/parameters/written-days.ts'
import type { Db } from '../../platform/db/database.ts'
import {
  type CalendarTarget,
  createClosure,
  createOutage,
  getCalendar,
  importHolidays,
  removeHoliday,
  removePeriod,
  setHoliday,
  updateCalendar,
} from './calendar-service.ts'

interface ChangingCall {
  readonly caller: Principal
  readonly params: { readonly locationId: string }
  readonly query: { readonly dryRun?: 'true' | 'false' }
}

const targetOf = ({ caller, params, query }: ChangingCall): CalendarTarget => ({
  orgId: caller.orgId,
  locationId: params.locationId,
  actor: { changedBy: 'administrator', userId: caller.userId },
  isDryRun: query.dryRun === 'true',
})

const readPeriod = <T extends { firstDay: string; lastDay: string }>(body: T): T => ({
  ...body,
  firstDay: readWrittenDay('firstDay', body.firstDay),
  lastDay: readWrittenDay('lastDay', body.lastDay),
})

/** Registers the routes. Closing a building may cancel all of its bookings, so changes use `jobs`, whose statements have no timeout. */
export const registerCalendarRoutes = (http: HttpContext, db: Db, jobs: Db): void => {
  serve(http, ENDPOINTS.getCalendar, ({ caller, params, query }) => getCalendar(db, caller.orgId, params.locationId, query.year))
  serve(http, ENDPOINTS.updateCalendar, (call) => updateCalendar(jobs, targetOf(call), call.body))
  serve(http, ENDPOINTS.setHoliday, (call) =>
    setHoliday(jobs, targetOf(call), { day: assertWritableDay('date', call.params.date), ...call.body }),
  )
  serve(http, ENDPOINTS.removeHoliday, (call) => removeHoliday(jobs, targetOf(call), call.params.date))
  serve(http, ENDPOINTS.importHolidays, (call) =>
    importHolidays(jobs, targetOf(call), call.body.calendar, { calendarName: call.body.calendarName ?? null }),
  )
  serve(http, ENDPOINTS.createClosure, (call) => createClosure(jobs, targetOf(call), readPeriod(call.body)))
  serve(http, ENDPOINTS.removeClosure, (call) => removePeriod(jobs, targetOf(call), 'closures', call.params.closureId))
  serve(http, ENDPOINTS.createOutage, (call) => {
    const { reason, status, ...days } = readPeriod(call.body)
    return createOutage(jobs, targetOf(call), { ...days, reason: reason ?? null, status: status ?? 'accepted' })
  })
  serve(http, ENDPOINTS.removeOutage, (call) => removePeriod(jobs, targetOf(call), 'outages', call.params.outageId))
}
