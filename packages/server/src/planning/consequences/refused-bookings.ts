import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface WantedBooking {
  readonly id: string
  readonly day: string
  readonly location_id: string
  readonly zone_id: string | null
  readonly place_id: string | null
}

export interface RefusedBooking {
  readonly id: string
  readonly isDeskTaken: boolean
  /** Whether the building is closed on that day. */
  readonly isClosed: boolean
  /** The capacity of the zone, where that is used up. */
  readonly fullAt: number | null
}

/** Whether a desk is booked on a day: one look-up in `bookings_one_per_place_and_day`, which keeps a desk from being booked twice. */
export const isDeskTaken = (orgId: string, placeId: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql<boolean>`exists (
  select
  from bookings b
  where b.org_id = ${orgId} and b.place_id = ${placeId} and b.day = ${day} and b.status = 'booked'
)`

/** Whether the building of `i` is closed on its day, which is not over, and allows no bookings then. */
const isClosed = (orgId: string) => sql`
  select exists (
    select
    from locations l
    where l.org_id = ${orgId} and l.id = i.location_id and not l.bookable_on_closed_days
      and i.day >= local_day(now(), l.time_zone, l.day_start_hour) and exists (select from closed_day(${orgId}, l.id, i.day) offset 0)
  ) as is_closed
  offset 0`

/**
 * Returns those of the bookings to come that a taken desk, a full zone or a closed building would refuse, in their order: a zone has room for as many
 * as `count_bookings()` lets in. It locks nothing, so the index and the counter still decide. One look-up per row and table.
 */
export const selectRefused = async (trx: Db, orgId: string, wanted: readonly WantedBooking[]): Promise<RefusedBooking[]> => {
  if (wanted.length === 0) return []
  const input = JSON.stringify(
    wanted.map(({ id, day, location_id, zone_id, place_id }) => ({ id, day, location_id, zone_id, place_id })),
  )
  const { rows } = await sql<RefusedBooking>`
    select i.id, d.is_taken as "isDeskTaken", c.is_closed as "isClosed", case when z.is_full then z.capacity end as "fullAt"
    from (
      select r.id, r.day, r.location_id, r.zone_id, r.place_id, r.row_no, row_number() over (partition by r.zone_id, r.day order by r.row_no) as wanted
      from rows from (json_to_recordset(${input}::json) as (id uuid, day date, location_id uuid, zone_id uuid, place_id uuid))
        with ordinality as r (id, day, location_id, zone_id, place_id, row_no)
    ) i
    cross join lateral (select ${isDeskTaken(orgId, sql`i.place_id`, sql`i.day`)} as is_taken offset 0) d
    left join lateral (
      select z.capacity, is_zone_over_capacity(z.kind, z.capacity, coalesce(t.taken, 0) + i.wanted) as is_full
      from zones z
      left join zone_days t on t.org_id = z.org_id and t.zone_id = z.id and t.day = i.day
      where z.org_id = ${orgId} and z.id = i.zone_id
      offset 0
    ) z on true
    cross join lateral (${isClosed(orgId)}) c
    where d.is_taken or z.is_full or c.is_closed
    order by i.row_no`.execute(trx)
  return rows
}
