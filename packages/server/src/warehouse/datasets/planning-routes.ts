import { ENDPOINTS, MAX_EVENT_RANGE_DAYS } from '@rollcall/contract'
import { readDateRange } from '../../gate/http/date-range.ts'
import { filterId } from '../../gate/http/filters.ts'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { answerDataset } from '../reading/answer-dataset.ts'
import { readLive } from '../reading/live-reader.ts'
import type { Warehouse } from '../reading/warehouse.ts'
import { PARKING_BOOKINGS } from './parking-bookings.ts'
import { EVENTS } from './workplace-events.ts'

/** The datasets of what people plan beside desks: workplace events (contract §4) and parking (§3.8). */
export const registerPlanningDatasets = (http: HttpContext, warehouse: Warehouse): void => {
  serve(http, ENDPOINTS.readEvents, async (call) => {
    const { caller, query } = call
    const values = { ...readDateRange(query, MAX_EVENT_RANGE_DAYS), locationId: filterId(query.locationId) ?? null }
    return answerDataset(warehouse, call, await readLive(warehouse, { dataset: EVENTS, orgId: caller.orgId, values }))
  })

  serve(http, ENDPOINTS.readParkingBookings, async (call) => {
    const { caller, query } = call
    const values = { ...readDateRange(query), locationId: filterId(query.locationId) ?? null }
    return answerDataset(warehouse, call, await readLive(warehouse, { dataset: PARKING_BOOKINGS, orgId: caller.orgId, values }))
  })
}
