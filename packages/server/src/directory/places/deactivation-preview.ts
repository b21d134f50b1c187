import { type Deactivation, MAX_PREVIEWED_BOOKINGS } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { dryRun } from '../../platform/transactions/dry-run.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { changingNode } from '../consequences/changing.ts'
import { BY_DIRECTORY, type DirectoryConsequences } from '../consequences/directory-consequences.ts'
import { getEntity } from '../entities/entity-service.ts'
import { type EntityTable, updateEntity } from '../entities/entity-table.ts'

type BookingTable = 'bookings' | 'parking_bookings'

/**
 * Returns what would be canceled if the node became inactive now. It deactivates the node and rolls back, so that the preview
 * cannot differ from the change. @throws AppError entity_not_found
 */
export const previewDeactivation = <T>(
  db: Db,
  consequences: DirectoryConsequences,
  table: EntityTable<T>,
  orgId: string,
  id: string,
): Promise<Deactivation> =>
  transact(db, async (trx) => {
    const { locationId } = (await getEntity(trx, table, orgId, id)) as { locationId: string }
    return dryRun(trx, async () => {
      const booked = {
        bookings: await selectBooked(trx, 'bookings', orgId, locationId),
        parking_bookings: await selectBooked(trx, 'parking_bookings', orgId, locationId),
      }
      const write = () => updateEntity(trx, table, orgId, id, { status: 'inactive' })
      await changingNode(trx, consequences, orgId, table, BY_DIRECTORY, id, write)
      return describe(trx, orgId, booked)
    })
  })

/** Reads live bookings of the building that may be canceled. Its local day is at most one day behind that of the database. */
const selectBooked = async (trx: Db, table: BookingTable, orgId: string, locationId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where org_id = ${orgId} and location_id = ${locationId} and day >= current_date - 1 and status = 'booked'`.execute(trx)
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
