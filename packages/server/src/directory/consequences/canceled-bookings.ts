import { type Deactivation, MAX_PREVIEWED_BOOKINGS } from '@rollcall/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

type BookingTable = 'bookings' | 'parking_bookings'

/**
 * Runs a change and returns the bookings that it canceled, of those that meet the condition. A preview runs it and rolls back, so that it
 * cannot differ from the change.
 */
export const canceledBy = async (
  trx: Db,
  orgId: string,
  conditions: Partial<Record<BookingTable, RawBuilder<unknown>>>,
  change: () => Promise<unknown>,
): Promise<Deactivation> => {
  const select = async (table: BookingTable) =>
    conditions[table] ? await selectBooked(trx, table, orgId, conditions[table]) : []
  const booked = { bookings: await select('bookings'), parking_bookings: await select('parking_bookings') }
  await change()
  return describe(trx, orgId, booked)
}

/** Reads live bookings that may be canceled. The local day of a building is at most one day behind that of the database. */
const selectBooked = async (trx: Db, table: BookingTable, orgId: string, condition: RawBuilder<unknown>): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where org_id = ${orgId} and ${condition} and day >= current_date - 1 and status = 'booked'`.execute(trx)
  return rows.map(({ id }) => id)
}

const describe = async (trx: Db, orgId: string, booked: Record<BookingTable, string[]>): Promise<Deactivation> => {
  const { rows } = await sql<Deactivation['bookings'][number] & { bookingCount: number; userCount: number }>`
    with canceled as materialized (
      select b.user_id, b.day, coalesce(p.name, z.name, l.name) as name
      from bookings b
      join locations l on l.org_id = b.org_id and l.id = b.location_id
      left join zones z on z.org_id = b.org_id and z.id = b.zone_id
      left join places p on p.org_id = b.org_id and p.id = b.place_id
      where b.org_id = ${orgId} and b.id = any(${booked.bookings}::uuid[]) and b.status = 'cancelled'
      union all
      select b.user_id, b.day, y.name
      from parking_bookings b
      join parking_bays y on y.org_id = b.org_id and y.id = b.bay_id
      where b.org_id = ${orgId} and b.id = any(${booked.parking_bookings}::uuid[]) and b.status = 'cancelled'
    )
    select (select count(*)::int from canceled) as "bookingCount", (select count(distinct user_id)::int from canceled) as "userCount",
      u.id as "userId", u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName", c.day, c.name as "nodeName"
      from canceled c
      join users u on u.org_id = ${orgId} and u.id = c.user_id
      order by c.day, c.name, u.user_name
    limit ${sql.lit(MAX_PREVIEWED_BOOKINGS)}`.execute(trx)
  const [{ bookingCount = 0, userCount = 0 } = {}] = rows
  return { bookingCount, userCount, bookings: rows.map(({ bookingCount: _, userCount: __, ...booking }) => booking) }
}
