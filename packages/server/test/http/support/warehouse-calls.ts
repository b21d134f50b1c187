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

/** Datasets that are read for some days. */
export const WAREHOUSE: GoodCalls = {
  queries: { readAttendance: RANGE, readPresence: RANGE },
  preparations: { readAttendance: see, readPresence: see },
}
