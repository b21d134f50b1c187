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
  readonly changed_by: string
}

const COLUMNS = sql`b.id, b.user_id, b.day::text as day, b.status, b.changed_by, b.location_id, b.zone_id, b.place_id`

/**
 * All bookings at the locations and days of the file, by the index on them: those are the ones that the file may
 * repeat, and those that may hold its desks and zones. And the live ones of its users on its days, wherever.
 */
export const loadBookings = async (db: Db, orgId: string, rows: readonly FileBookingRow[]): Promise<StoredBooking[]> => {
  const found = new Map<string, StoredBooking>()
  const locationDays = new Map(rows.map(({ location_id, day }) => [`${location_id} ${day}`, { location_id, day }]))
  const add = (stored: readonly StoredBooking[]) => {
    for (const booking of stored) found.set(booking.id, booking)
  }
  await inChunks([...locationDays.values()], async (chunk) => {
    const { rows: stored } = await sql<StoredBooking>`
      select ${COLUMNS}
      from json_to_recordset(${JSON.stringify(chunk)}::json) as i(location_id uuid, day date)
      join bookings b on b.org_id = ${orgId} and b.location_id = i.location_id and b.day = i.day`.execute(db)
    add(stored)
  })
  await inChunks(rows, async (chunk) => {
    const input = JSON.stringify(chunk.map(({ user_id, day }) => ({ user_id, day })))
    const { rows: stored } = await sql<StoredBooking>`
      select ${COLUMNS}
      from json_to_recordset(${input}::json) as i(user_id uuid, day date)
      join bookings b on b.org_id = ${orgId} and b.user_id = i.user_id and b.day = i.day and b.status = 'booked'`.execute(db)
    add(stored)
  })
  return [...found.values()]
}

/** Those of the users and days that have a plan of their own which is not office. */
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
