import { sql } from 'kysely'

/**
 * The days from about today on that have any bookings, as an array: `bookings_one_per_place_and_day` begins with the day, so the coming
 * bookings of a desk are one look-up for each of these days. The local day of a building is at most one day behind that of the database.
 */
export const bookedDays = (orgId: string) => sql`array(
  with recursive d (day) as (
    select (select min(b.day) from bookings b where b.org_id = ${orgId} and b.status = 'booked' and b.day >= current_date - 1)
    union all
    select (select min(b.day) from bookings b where b.org_id = ${orgId} and b.status = 'booked' and b.day > d.day)
    from d
    where d.day is not null
  )
  select d.day from d where d.day is not null
)`
