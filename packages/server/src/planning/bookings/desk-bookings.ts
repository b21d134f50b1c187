import { type DeskBooking, MAX_BOOKING_DAYS } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'

interface Filter {
  readonly limit: number
  /** The last day of the previous page. */
  readonly after: string | undefined
}

/**
 * The bookings of a desk from today on, by day. It looks each day up in the index, which begins with the day: a range would read the bookings
 * of all desks.
 *
 * @throws AppError entity_not_found
 */
export const listDeskBookings = async (
  db: Db,
  orgId: string,
  placeId: string,
  { limit, after }: Filter,
): Promise<DeskBooking[]> => {
  const today = await todayAt(db, orgId, placeId)
  const { rows } = await sql<DeskBooking>`
    select d.day, u.id as "userId", u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName"
    from (
      select ${today}::date + n as day from generate_series(0, ${MAX_BOOKING_DAYS}) n
    ) d
    cross join lateral (
      select b.user_id
      from bookings b
      where b.org_id = ${orgId} and b.day = d.day and b.place_id = ${placeId} and b.status = 'booked'
      offset 0
    ) b
    join users u on u.org_id = ${orgId} and u.id = b.user_id
    where ${after ? sql`d.day > ${after}::date` : sql`true`}
    order by d.day
    limit ${limit}`.execute(db)
  return rows
}

/** The day that it is at the building of a desk. */
const todayAt = async (db: Db, orgId: string, placeId: string): Promise<string> => {
  const { rows } = await sql<{ today: string }>`
    select local_day(now(), l.time_zone, l.day_start_hour) as today
    from places p
    join zones z on z.org_id = p.org_id and z.id = p.zone_id
    join levels v on v.org_id = z.org_id and v.id = z.level_id
    join locations l on l.org_id = v.org_id and l.id = v.location_id
    where p.org_id = ${orgId} and p.id = ${placeId}`.execute(db)
  if (!rows[0]) throw new AppError('entity_not_found', { detail: 'There is no desk with this id.' })
  return rows[0].today
}
