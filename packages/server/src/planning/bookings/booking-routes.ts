import { type BookingRequest, ENDPOINTS } from '@rollcall/contract'
import { hideAssignee } from '../../directory/places/assignment-view.ts'
import { assertLocation } from '../../directory/places/find-location.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { readDay } from '../../gate/parameters/date-range.ts'
import { filterId } from '../../gate/parameters/filters.ts'
import { pageRequest, toPage } from '../../gate/parameters/paging.ts'
import { readWrittenDay } from '../../gate/parameters/written-days.ts'
import type { Db } from '../../platform/db/database.ts'
import { actorOf } from '../commands/command.ts'
import { getUserDay } from '../days/user-days.ts'
import { book, cancelBooking, findBookingOfDay, listFreeDesks, listFreeZones, type NodeChoice } from './booking-service.ts'
import { listDeskBookings } from './desk-bookings.ts'
import { swapDesks } from './swap-service.ts'

export const registerBookingRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.book, async ({ body, caller, params: { userId, day } }) => {
    const request = { userId, day, node: chosenNode(body), reason: body.reason || null }
    await book(db, caller.orgId, actorOf(caller, userId), request)
    return getUserDay(db, caller.orgId, userId, day)
  })

  serve(http, ENDPOINTS.cancelBooking, async ({ caller, params: { userId, day } }) => {
    const booking = await findBookingOfDay(db, caller.orgId, userId, day)
    if (booking) await cancelBooking(db, caller.orgId, actorOf(caller, userId), booking.bookingId)
    return getUserDay(db, caller.orgId, userId, day)
  })

  serve(http, ENDPOINTS.swapDesks, async ({ body, caller }) => {
    const { userId, otherUserId } = body
    const day = readWrittenDay('day', body.day)
    // Even a swap of the caller's own desk is logged as an administrator's, because it changes the booking of another user.
    const actor = { changedBy: 'administrator', userId: caller.userId } as const
    await swapDesks(db, caller.orgId, actor, { ...body, day })
    return { items: [await getUserDay(db, caller.orgId, userId, day), await getUserDay(db, caller.orgId, otherUserId, day)] }
  })

  serve(http, ENDPOINTS.listFreeDesks, async ({ caller, params: { locationId }, query }) => {
    await assertLocation(db, caller.orgId, locationId)
    const page = pageRequest(query, ['text', 'text', 'uuid', 'text'])
    const [levelName, zoneName, zoneId, placeName] = (page.after ?? []) as [string, string, string, string]
    const filter = {
      limit: page.limit + 1,
      after: page.after && { levelName, zoneName, zoneId, placeName },
      levelId: filterId(query.levelId),
      zoneId: filterId(query.zoneId),
      userId: caller.userId ?? undefined,
    }
    const desks = await listFreeDesks(db, caller.orgId, locationId, readDay('day', query.day), filter)
    return toPage(
      page,
      desks,
      (desk) => [desk.levelName, desk.zoneName, desk.zoneId, desk.placeName],
      (desk) => hideAssignee(caller, desk),
    )
  })

  serve(http, ENDPOINTS.listFreeZones, async ({ caller, params: { locationId }, query }) => {
    await assertLocation(db, caller.orgId, locationId)
    const page = pageRequest(query, ['text', 'uuid'])
    const [name, id] = (page.after ?? []) as [string, string]
    const filter = { limit: page.limit + 1, after: page.after && { name, id }, levelId: filterId(query.levelId) }
    const zones = await listFreeZones(db, caller.orgId, locationId, readDay('day', query.day), filter)
    return toPage(
      page,
      zones,
      ({ zoneName, zoneId }) => [zoneName, zoneId],
      ({ taken, ...zone }) => ({ ...zone, free: zone.capacity - taken }),
    )
  })

  serve(http, ENDPOINTS.listDeskBookings, async ({ caller, params: { placeId }, query }) => {
    const page = pageRequest(query, ['date'])
    const bookings = await listDeskBookings(db, caller.orgId, placeId, { limit: page.limit + 1, after: page.after?.[0] })
    return toPage(
      page,
      bookings,
      ({ day }) => [day],
      (booking) => booking,
    )
  })
}

/** Returns the ids that are given; the service refuses several and none. */
const chosenNode = ({ placeId, zoneId, locationId }: BookingRequest): NodeChoice => {
  const given = Object.entries({ placeId, zoneId, locationId }).filter(([, id]) => typeof id === 'string')
  return Object.fromEntries(given) as unknown as NodeChoice
}
