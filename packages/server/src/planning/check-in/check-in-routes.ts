import { ENDPOINTS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { pageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { actorOf } from '../commands/command.ts'
import { getUserDay } from '../days/user-days.ts'
import { checkIn } from './check-in-service.ts'
import { checkInAtDesk, getDeskOfCode } from './desk-check-in.ts'
import { listDeskCodes, renewDeskCodes } from './desk-codes.ts'

export const registerCheckInRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.checkIn, async ({ caller, params: { userId, day } }) => {
    await checkIn(db, caller.orgId, actorOf(caller, userId), { userId, day })
    return getUserDay(db, caller.orgId, userId, day)
  })

  serve(http, ENDPOINTS.getDeskOfCode, ({ caller, params: { userId, code } }) => getDeskOfCode(db, caller.orgId, userId, code))

  serve(http, ENDPOINTS.checkInAtDesk, async ({ body, caller, params: { userId, code } }) => {
    const choice = { userId, code, move: body.move ?? false }
    const day = await checkInAtDesk(db, caller.orgId, actorOf(caller, userId), choice)
    return getUserDay(db, caller.orgId, userId, day)
  })

  serve(http, ENDPOINTS.listDeskCodes, async ({ caller, params: { zoneId }, query }) => {
    const page = pageRequest(query, ['text'])
    const [after] = (page.after ?? []) as [string?]
    const codes = await listDeskCodes(db, caller.orgId, zoneId, { after, limit: page.limit + 1 })
    return toPage(
      page,
      codes,
      ({ placeName }) => [placeName],
      (code) => code,
    )
  })

  serve(http, ENDPOINTS.renewDeskCodes, async ({ body, caller, params: { zoneId } }) => ({
    renewed: await renewDeskCodes(db, caller.orgId, zoneId, body.placeIds),
  }))
}
