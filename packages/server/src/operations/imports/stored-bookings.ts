import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { BookedNode, FileBookingRow } from './check-bookings.ts'
import { userDay } from './check-day-plans.ts'
import { inChunks } from './import-run.ts'

export interface StoredBooking extends BookedNode {
  readonly id: string
  readonly user_id: string
  readonly day: string
  readonly status: string
}

const COLUMNS = sql`b.id, b.user_id, b.day::text as day, b.status, b.location_id, b.zone_id, b.place_id`

/** Returns the bookings of the file's users on its days, live and canceled, by one look-up in each of the two indexes. */
export const loadBookings = async (db: Db, orgId: string, rows: readonly FileBookingRow[]): Promise<StoredBooking[]> => {
  const found: StoredBooking[] = []
  const userDays = new Map(rows.map(({ user_id, day }) => [userDay(user_id, day), { user_id, day }]))
  await inChunks([...userDays.values()], async (chunk) => {
    const { rows: stored } = await sql<StoredBooking>`
      select b.*
      from json_to_recordset(${JSON.stringify(chunk)}::json) as i(user_id uuid, day date)
      cross join lateral (
        select ${COLUMNS}
        from bookings b
        where b.org_id = ${orgId} and b.user_id = i.user_id and b.day = i.day and b.status = 'booked'
        union all
        select ${COLUMNS}
        from bookings b
        where b.org_id = ${orgId} and b.user_id = i.user_id and b.day = i.day and b.status = 'cancelled'
        offset 0
      ) b`.execute(db)
    for (const booking of stored) found.push(booking)
  })
  return found
}

/** Selects the users and days that have their own plan, which is not an office day. */
export const loadDaysOff = async (db: Db, orgId: string, rows: readonly FileBookingRow[]): Promise<Set<string>> => {
  const off = new Set<string>()
  await inChunks(rows, async (chunk) => {
    const input = JSON.stringify(chunk.map(({ user_id, day }) => ({ user_id, day })))
    const { rows: stored } = await sql<{ user_id: string; day: string }>`
      select d.user_id, d.day
      from json_to_recordset(${input}::json) as i(user_id uuid, day date)
      join day_plans d on d.org_id = ${orgId} and d.user_id = i.user_id and d.day = i.day
      where d.plan <> 'o' and d.origin <> 'week-plan'`.execute(db)
    for (const { user_id, day } of stored) off.add(userDay(user_id, day))
  })
  return off
}
