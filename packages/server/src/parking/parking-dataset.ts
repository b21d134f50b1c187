import type { LiveDataset } from '../warehouse/live-reader.ts'

const OF_RANGE = `
  from parking_bookings b
  join users u on u.org_id = b.org_id and u.id = b.user_id
  join locations l on l.org_id = b.org_id and l.id = b.location_id
  join parking_bays p on p.org_id = b.org_id and p.id = b.bay_id
  where b.org_id = $org and b.day between $firstDay::date and $lastDay::date
    and ($locationId::uuid is null or b.location_id = $locationId::uuid)`

/** GET parking bookings (contract §3.8): a range of the index by day. */
export const PARKING_BOOKINGS: LiveDataset = {
  tables: ['parking_bookings', 'users', 'locations', 'parking_bays'],
  count: `select count(*) ${OF_RANGE}`,
  rows: `
    select b.id as "parkingBookingId", b.user_id as "userId", u.user_name as "userName", b.day,
      b.location_id as "locationId", l.name as "locationName", b.bay_id as "bayId", p.name as "bayName", b.status,
      iso_timestamp(b.created_at) as "createdAt", iso_timestamp(b.updated_at) as "updatedAt"
    ${OF_RANGE}
    order by b.day, b.id`,
}
