import type { FreeBay, ParkingBookingRow } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { PageRequest } from '../http/paging.ts'
import type { Actor } from '../plans/command.ts'

interface StoredBooking extends Omit<ParkingBookingRow, 'createdAt' | 'updatedAt'> {
  readonly createdAt: Date
  readonly updatedAt: Date
}

const toRow = (row: StoredBooking): ParkingBookingRow => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const bookings = (db: Db, orgId: string) =>
  db
    .selectFrom('parking_bookings as b')
    .innerJoin('users as u', (join) => join.onRef('u.org_id', '=', 'b.org_id').onRef('u.id', '=', 'b.user_id'))
    .innerJoin('locations as l', (join) => join.onRef('l.org_id', '=', 'b.org_id').onRef('l.id', '=', 'b.location_id'))
    .innerJoin('parking_bays as p', (join) => join.onRef('p.org_id', '=', 'b.org_id').onRef('p.id', '=', 'b.bay_id'))
    .where('b.org_id', '=', orgId)
    .select([
      'b.id as parkingBookingId',
      'b.user_id as userId',
      'u.user_name as userName',
      'b.day',
      'b.location_id as locationId',
      'l.name as locationName',
      'b.bay_id as bayId',
      'p.name as bayName',
      sql<ParkingBookingRow['status']>`b.status`.as('status'),
      'b.created_at as createdAt',
      'b.updated_at as updatedAt',
    ])

/** What the user has booked for the day. */
export const findParking = async (db: Db, orgId: string, userId: string, day: string): Promise<ParkingBookingRow | undefined> => {
  const row = await bookings(db, orgId)
    .where('b.user_id', '=', userId)
    .where('b.day', '=', day)
    .where('b.status', '=', 'booked')
    .executeTakeFirst()
  return row && toRow(row as unknown as StoredBooking)
}

export interface ParkingFilters {
  readonly firstDay: string | undefined
  readonly lastDay: string | undefined
  readonly locationId: string | undefined
  readonly userId: string | undefined
  readonly status: ParkingBookingRow['status'] | undefined
}

/** By day and id: for each filter by id there is an index in that order. */
export const selectParking = async (
  db: Db,
  orgId: string,
  { firstDay, lastDay, locationId, userId, status }: ParkingFilters,
  { limit, after }: PageRequest,
): Promise<ParkingBookingRow[]> => {
  const rows = await bookings(db, orgId)
    .$if(firstDay !== undefined, (query) => query.where('b.day', '>=', firstDay as string))
    .$if(lastDay !== undefined, (query) => query.where('b.day', '<=', lastDay as string))
    .$if(locationId !== undefined, (query) => query.where('b.location_id', '=', locationId as string))
    .$if(userId !== undefined, (query) => query.where('b.user_id', '=', userId as string))
    .$if(status !== undefined, (query) => query.where('b.status', '=', status as string))
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(b.day, b.id) > (${after?.[0]}::date, ${after?.[1]}::uuid)`))
    .orderBy('b.day')
    .orderBy('b.id')
    .limit(limit + 1)
    .execute()
  return (rows as unknown as StoredBooking[]).map(toRow)
}

/** Books the bay, in place of the one that the user has for the day; the booking keeps its id. */
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
    set location_id = excluded.location_id, bay_id = excluded.bay_id, updated_at = now(),
      changed_by = excluded.changed_by, changed_by_user_id = excluded.changed_by_user_id
    where b.bay_id <> excluded.bay_id`.execute(trx)
}

export const cancelParkingOf = async (db: Db, orgId: string, actor: Actor, userId: string, day: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('parking_bookings')
    .set({
      status: 'cancelled',
      updated_at: sql`now()`,
      changed_by: actor.changedBy,
      changed_by_user_id: actor.userId,
    })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .where('status', '=', 'booked')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Bays in use that are free on the day, by name, through the unique index of a building's names. */
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
