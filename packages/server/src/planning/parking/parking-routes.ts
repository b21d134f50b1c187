import { ENDPOINTS, type ParkingBookingRow } from '@rollcall/contract'
import { assertUser } from '../../directory/people/find-user.ts'
import { getLocation } from '../../directory/places/find-location.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { readDateFilters, readDay } from '../../gate/parameters/date-range.ts'
import { filterId } from '../../gate/parameters/filters.ts'
import { type CursorForm, pageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { actorOf } from '../commands/command.ts'
import { bookParking, cancelParking } from './parking-service.ts'
import { type ParkingFilters, selectFreeBays, selectParking } from './parking-store.ts'

interface ParkingQuery {
  readonly startDate?: string
  readonly endDate?: string
  readonly locationId?: string
  readonly status?: ParkingBookingRow['status']
  readonly limit?: number
  readonly cursor?: string
}

const ORDER: readonly CursorForm[] = ['date', 'uuid']

const listParking = async (db: Db, orgId: string, query: ParkingQuery, userId: string | undefined) => {
  const page = pageRequest(query, ORDER)
  const { locationId, status } = query
  const filters: ParkingFilters = { ...readDateFilters(query), locationId: filterId(locationId), userId, status }
  const rows = await selectParking(db, orgId, filters, page)
  return toPage(
    page,
    rows,
    ({ day, parkingBookingId }) => [day, parkingBookingId],
    (row) => row,
  )
}

/** Registers the operations on parking of the application API. */
export const registerParkingRoutes = (http: HttpContext, db: Db): void => {
  serve(http, ENDPOINTS.bookParking, ({ body, caller, params }) =>
    bookParking(db, caller.orgId, actorOf(caller, params.userId), params, body),
  )

  serve(http, ENDPOINTS.cancelParking, async ({ caller, params }) => {
    const wasBooked = await cancelParking(db, caller.orgId, actorOf(caller, params.userId), params)
    return { message: wasBooked ? 'Parking canceled' : 'No parking was booked' }
  })

  serve(http, ENDPOINTS.listParkingBookings, ({ caller, query }) => listParking(db, caller.orgId, query, filterId(query.userId)))

  serve(http, ENDPOINTS.listUserParking, async ({ caller, params, query }) => {
    await assertUser(db, caller.orgId, params.userId)
    return listParking(db, caller.orgId, query, params.userId)
  })

  serve(http, ENDPOINTS.listFreeBays, async ({ caller, params, query }) => {
    const page = pageRequest(query, ['text'])
    const day = readDay('day', query.day)
    const { id } = await getLocation(db, caller.orgId, params.locationId)
    const rows = await selectFreeBays(db, caller.orgId, id, day, page)
    return toPage(
      page,
      rows,
      ({ bayName }) => [bayName],
      (row) => row,
    )
  })
}
