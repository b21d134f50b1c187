import { basic } from '../../../src/testing/test-service.ts'
import type { Caller, GoodCalls } from './good-calls.ts'
import { post } from './send.ts'

const DAY = '2026-01-05'
const RANGE = { startDate: DAY, endDate: DAY }

/** Sends the same presence event each time, so that the day has a row. */
const see = ({ service, key, ids }: Caller) => {
  const event = { eventId: 'seen', timestamp: `${DAY}T09:00:00Z`, userId: ids.ada, locationId: ids.desk, locationType: 'place' }
  return post(service.baseUrl, '/v1/presence/basic', { sourceId: 'door', presenceEvents: [event] }, basic(key))
}

/** Sends the same report each time. */
export const report = ({ service, key, ids }: Caller) => {
  const event = { eventId: 'used', timestamp: `${DAY}T09:00:00Z`, locationId: ids.desk, locationType: 'place', occupied: true }
  return post(service.baseUrl, '/v1/occupancy/basic', { sourceId: 'sensor', occupancyEvents: [event] }, basic(key))
}
/** Sends the same visitor each time. */
const visit = async (caller: Caller) => {
  const { service, key, ids } = caller
  const event = {
    eventId: 'came',
    timestamp: `${DAY}T09:00:00Z`,
    eventType: 'arrived',
    locationId: ids.berlin,
    visitorName: 'Guest',
  }
  return post(service.baseUrl, '/v1/visitor-arrival/basic', { sourceId: 'reception', visitorEvents: [event] }, basic(key))
}

/** Makes the audit log of the day have a row. */
const act = ({ service, orgId, ids }: Caller) =>
  service.database.pool.query(
    `insert into audit_log (org_id, at, action, actor_type, entity_type, entity_id)
     select $1, $2::timestamptz, 'user.update', 'service', 'user', $3
     where not exists (select from audit_log where org_id = $1 and at = $2::timestamptz)`,
    [orgId, `${DAY}T09:00:00Z`, ids.ada],
  )

const DAILY = { readHeadcount: RANGE, readOccupancy: RANGE, readVisits: RANGE }

/** Datasets that are read for some days. */
export const WAREHOUSE: GoodCalls = {
  queries: { readAttendance: RANGE, readPresence: RANGE, readAuditLog: RANGE, readCalendar: RANGE, ...DAILY },
  preparations: {
    readAttendance: see,
    readPresence: see,
    readAuditLog: act,
    readHeadcount: see,
    readOccupancy: report,
    readVisits: visit,
  },
}
