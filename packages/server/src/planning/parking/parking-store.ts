import type { FreeBay, ParkingBookingRow } from '@rollcall/contract'
import { sql } from 'kysely'
import type { PageRequest } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Actor } from '../commands/command.ts'
import { PARKING_COLUMNS, PARKING_TABLES } from './parking-rows.ts'

const PARKING = sql.raw(`select ${PARKING_COLUMNS} ${PARKING_TABLES}`)

/** Finds the user's live parking booking of the day. */
export const findParking = async (db: Db, orgId: string, userId: string, day: string): Promise<ParkingBookingRow | undefined> => {
  const { rows } = await sql<ParkingBookingRow>`
    ${PARKING}
    where b.org_id = ${orgId} and b.user_id = ${userId} and b.day = ${day} and b.status = 'booked'`.execute(db)
  return rows[0]
}

export interface ParkingFilters {
  readonly firstDay: string | undefined
  readonly lastDay: string | undefined
  readonly locationId: string | undefined
  readonly userId: string | undefined
  readonly status: ParkingBookingRow['status'] | undefined
}

/** Selects bookings by day and id; each filter by id has an index in that order. */
export const selectParking = async (
  db: Db,
  orgId: string,
  { firstDay, lastDay, locationId, userId, status }: ParkingFilters,
  { limit, after }: PageRequest,
): Promise<ParkingBookingRow[]> => {
  const { rows } = await sql<ParkingBookingRow>`
    ${PARKING}
    where b.org_id = ${orgId}
      ${firstDay === undefined ? sql`` : sql`and b.day >= ${firstDay}`}
      ${lastDay === undefined ? sql`` : sql`and b.day <= ${lastDay}`}
      ${locationId === undefined ? sql`` : sql`and b.location_id = ${locationId}`}
      ${userId === undefined ? sql`` : sql`and b.user_id = ${userId}`}
      ${status === undefined ? sql`` : sql`and b.status = ${status}`}
      ${after ? sql`and (b.day, b.id) > (${after[0]}::date, ${after[1]}::uuid)` : sql``}
    order by b.day, b.id
    limit ${limit + 1}`.execute(db)
  return rows
}

/** Books the bay, or moves the user's booking of the day there, which keeps its id. */
export const saveParking = async (
  trx: Db,
  orgId: string,
  actor: Actor,
  { userId, day, bayId, locationId }: { userId: string; day: string; bayId: string; locationId: string },
): Promise<void> => {
  await sql`
    insert into parking_bookings as b (org_id, id, user_id, day, location_id, bay_id, changed_by, changed_by_user_id)
    values (${orgId}, gen_random_uuid(), ${userId}, ${day}, ${locationId}, ${bayId}, ${actor.changedBy}, ${actor.userId})
    on conflict (org_id, user_id, day) where status = 'booked' do update
    set location_id = excluded.location_id, bay_id = excluded.bay_id, changed_by = excluded.changed_by,
      changed_by_user_id = excluded.changed_by_user_id
    where b.bay_id <> excluded.bay_id`.execute(trx)
}

export const cancelParkingOf = async (db: Db, orgId: string, actor: Actor, userId: string, day: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('parking_bookings')
    .set({ status: 'cancelled', changed_by: actor.changedBy, changed_by_user_id: actor.userId })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .where('status', '=', 'booked')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Selects active bays that are free on the day, by name, with the unique index on the names of a building's bays. */
export const selectFreeBays = async (
  db: Db,
  orgId: string,
  locationId: string,
  day: string,
  { limit, after }: PageRequest,
): Promise<FreeBay[]> => {
  const { rows } = await sql<FreeBay>`
    select p.id as "bayId", p.name as "bayName", l.id as "locationId", l.name as "locationName"
    from parking_bays p
    join locations l on l.org_id = p.org_id and l.id = p.location_id
    where p.org_id = ${orgId} and p.location_id = ${locationId} and p.status = 'active' and l.status = 'active'
      and p.name > ${after?.[0] ?? ''}
      and not exists (
        select
        from parking_bookings b
        where b.org_id = p.org_id and b.bay_id = p.id and b.day = ${day} and b.status = 'booked'
      )
    order by p.name
    limit ${limit + 1}`.execute(db)
  return rows
}
