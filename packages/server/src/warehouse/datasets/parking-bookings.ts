import { PARKING_COLUMNS, PARKING_TABLES } from '../../planning/parking/parking-rows.ts'
import type { LiveDataset } from '../reading/live-reader.ts'

const OF_RANGE = `
  ${PARKING_TABLES}
  where b.org_id = $org and b.day between $firstDay::date and $lastDay::date
    and ($locationId::uuid is null or b.location_id = $locationId::uuid)`

/** Reads parking bookings (contract §3.8) by a range of the index on day. */
export const PARKING_BOOKINGS: LiveDataset = {
  tables: ['parking_bookings', 'users', 'locations', 'parking_bays'],
  count: `select count(*) ${OF_RANGE}`,
  rows: `
    select ${PARKING_COLUMNS}
    ${OF_RANGE}
    order by b.day, b.id`,
}
