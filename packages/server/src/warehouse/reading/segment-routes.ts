import { ENDPOINTS, NO_LOCATION } from '@rollcall/contract'
import { type HttpContext, serve } from '../../gate/http/serve.ts'
import { readDateRange } from '../../gate/parameters/date-range.ts'
import { listedIds } from '../../gate/parameters/filters.ts'
import { isUuid } from '../../platform/sql/uuid.ts'
import type { DailyDataset } from '../daily/daily-datasets.ts'
import { NO_LOCATION_ID } from '../segments/segment-dataset.ts'
import { answerDataset } from './answer-dataset.ts'
import { readSegments } from './segment-read.ts'
import type { Warehouse } from './warehouse.ts'

/** Routes of the datasets that have segments (contract §4 and §6). */
export const registerSegmentRoutes = (http: HttpContext, warehouse: Warehouse): void => {
  serve(http, ENDPOINTS.readAttendance, async (call) => {
    const { orgId } = call.caller
    const range = readDateRange(call.query)
    const { locationId } = call.query
    const locationIds = locationId === undefined ? undefined : locationOf(locationId)
    const question = { orgId, dataset: 'user-booking-attendance', ...range, locationIds } as const
    return answerDataset(warehouse, call, await readSegments(warehouse, question))
  })

  serve(http, ENDPOINTS.readPresence, async (call) => {
    const { orgId } = call.caller
    const range = readDateRange(call.query)
    const { locationIds: locations, userIds: users } = call.query
    const locationIds = locations === undefined ? undefined : locationsOf('locationIds', locations)
    const userIds = users === undefined ? undefined : listedIds('userIds', users)
    const question = { orgId, dataset: 'presence', ...range, locationIds, userIds } as const
    return answerDataset(warehouse, call, await readSegments(warehouse, question))
  })

  serveDaily(http, warehouse, 'headcount', ENDPOINTS.readHeadcount)
  serveDaily(http, warehouse, 'occupancy', ENDPOINTS.readOccupancy)
  serveDaily(http, warehouse, 'visits', ENDPOINTS.readVisits)
  serveDaily(http, warehouse, 'policy-weeks', ENDPOINTS.readPolicyWeeks)
}

type DailyEndpoint = (typeof ENDPOINTS)['readHeadcount' | 'readOccupancy' | 'readVisits' | 'readPolicyWeeks']

const serveDaily = (http: HttpContext, warehouse: Warehouse, dataset: DailyDataset, endpoint: DailyEndpoint): void => {
  serve(http, endpoint, async (call) => {
    const { locationIds: locations } = call.query
    const locationIds = locations === undefined ? undefined : locationsOf('locationIds', locations)
    const question = { orgId: call.caller.orgId, dataset, ...readDateRange(call.query), locationIds }
    return answerDataset(warehouse, call, await readSegments(warehouse, question))
  })
}

/** Converts an id of a location, or the word that stands for rows without a location. */
const locationOf = (given: string): string[] => {
  const id = given.toLowerCase()
  if (id === NO_LOCATION) return [NO_LOCATION_ID]
  return isUuid(id) && id !== NO_LOCATION_ID ? [id] : []
}

/** Ids of locations, or a word that stands for rows without a location. */
const locationsOf = (name: string, given: string): string[] => {
  const ids = listedIds(name, given).filter((id) => id !== NO_LOCATION_ID)
  const isNone = given.split(',').some((id) => id.trim().toLowerCase() === NO_LOCATION)
  return isNone ? [...ids, NO_LOCATION_ID] : ids
}
