import { type BookingRequest, ENDPOINTS } from '@rollcall/contract'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { assertDay, filterId } from '../http/filters.ts'
import { type PageRequest, pageRequest, toPage } from '../http/paging.ts'
import { type HttpContext, serve } from '../http/serve.ts'
import { actorOf } from '../plans/actor.ts'
import { getUserDay } from '../plans/user-day.ts'
import { book, cancelBooking, findBookingOfDay, listFreeDesks, listFreeZones, type NodeChoice } from './booking-service.ts'

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

  serve(http, ENDPOINTS.listFreeDesks, async ({ caller, params: { locationId }, query }) => {
    await assertLocation(db, caller.orgId, locationId)
    const page = pageRequest(query, ['text', 'uuid'])
    const filter = {
      ...readPage(page),
      levelId: filterId(query.levelId),
      zoneId: filterId(query.zoneId),
      userId: caller.userId ?? undefined,
    }
    const desks = await listFreeDesks(db, caller.orgId, locationId, assertDay('day', query.day), filter)
    return toPage(
      page,
      desks,
      ({ placeName, placeId }) => [placeName, placeId],
      (desk) => desk,
    )
  })

  serve(http, ENDPOINTS.listFreeZones, async ({ caller, params: { locationId }, query }) => {
    await assertLocation(db, caller.orgId, locationId)
    const page = pageRequest(query, ['text', 'uuid'])
    const filter = { ...readPage(page), levelId: filterId(query.levelId) }
    const zones = await listFreeZones(db, caller.orgId, locationId, assertDay('day', query.day), filter)
    return toPage(
      page,
      zones,
      ({ zoneName, zoneId }) => [zoneName, zoneId],
      ({ taken, ...zone }) => ({ ...zone, free: zone.capacity - taken }),
    )
  })
}

const readPage = ({ limit, after }: PageRequest) => ({
  limit: limit + 1,
  after: after && { name: after[0] as string, id: after[1] as string },
})

/** The node that is named; the service refuses any number but one. */
const chosenNode = ({ placeId, zoneId, locationId }: BookingRequest): NodeChoice => {
  const given = Object.entries({ placeId, zoneId, locationId }).filter(([, id]) => typeof id === 'string')
  return Object.fromEntries(given.map(([name, id]) => [name, (id as string).toLowerCase()])) as unknown as NodeChoice
}

const assertLocation = async (db: Db, orgId: string, locationId: string): Promise<void> => {
  const found = await db
    .selectFrom('locations')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', locationId)
    .executeTakeFirst()
  if (!found) throw new AppError('entity_not_found', { detail: 'There is no location with this id.' })
}
