import { ENDPOINTS, MAX_EVENT_RANGE_DAYS } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { readDateRange } from '../../gate/parameters/date-range.ts'
import { filterId } from '../../gate/parameters/filters.ts'
import { answerLive } from '../reading/live-reader.ts'
import type { Warehouse } from '../reading/warehouse.ts'
import { CALENDAR } from './calendar.ts'
import { PARKING_BOOKINGS } from './parking-bookings.ts'
import { EVENTS } from './workplace-events.ts'

/** Routes of the datasets of plans other than desks: workplace events (contract §4), calendars (§6) and parking (§3.8). */
export const registerPlanningDatasets = (http: HttpContext, warehouse: Warehouse): void => {
  serve(http, ENDPOINTS.readEvents, (call) => {
    const { query } = call
    const values = { ...readDateRange(query, MAX_EVENT_RANGE_DAYS), locationId: filterId(query.locationId) ?? null }
    return answerLive(warehouse, call, EVENTS, values)
  })

  serve(http, ENDPOINTS.readCalendar, (call) => {
    const { query } = call
    const values = { ...readDateRange(query, MAX_EVENT_RANGE_DAYS), locationId: filterId(query.locationId) ?? null }
    return answerLive(warehouse, call, CALENDAR, values)
  })

  serve(http, ENDPOINTS.readParkingBookings, (call) => {
    const { query } = call
    const values = { ...readDateRange(query), locationId: filterId(query.locationId) ?? null }
    return answerLive(warehouse, call, PARKING_BOOKINGS, values)
  })
}
