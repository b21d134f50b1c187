import { sql } from 'kysely'

/** Bookings `b`, joined with their nodes. */
export const NAMED_BOOKINGS = sql`
  bookings b
  join locations l on l.org_id = b.org_id and l.id = b.location_id
  left join zones z on z.org_id = b.org_id and z.id = b.zone_id
  left join levels v on v.org_id = z.org_id and v.id = z.level_id
  left join places p on p.org_id = b.org_id and p.id = b.place_id`

/** The columns of the contract's `Booking`, from `NAMED_BOOKINGS`. */
export const BOOKING_COLUMNS = sql`
  b.id as "bookingId",
  case when b.place_id is not null then 3 when b.zone_id is not null then 2 else 1 end as "bookingDepth",
  l.id as "locationId", l.name as "locationName", v.id as "levelId", v.name as "levelName",
  z.id as "zoneId", z.name as "zoneName", p.id as "placeId", p.name as "placeName",
  b.changed_by as "changedBy", iso_timestamp(b.created_at) as "createdAt", iso_timestamp(b.updated_at) as "updatedAt",
  iso_timestamp(b.checked_in_at) as "checkedInAt"`
