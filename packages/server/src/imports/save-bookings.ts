import { sql } from 'kysely'
import type { BookingPlan, BookingRow } from './import-bookings.ts'
import { count, type ImportRun, inChunks } from './import-run.ts'

/** Cancels first, everywhere: a desk that one user gives up may be another's in the same file. */
export const saveBookings = async (run: ImportRun, plan: BookingPlan): Promise<void> => {
  run.begin('bookings', plan.total)
  await setStatus(run, [...plan.cancel, ...plan.replace], 'cancelled')
  await planOfficeDays(run, plan.officeDays)
  await setStatus(run, plan.revive, 'booked')
  await inChunks(plan.insert, async (chunk) => {
    await insertBookings(run, chunk)
    run.advance(chunk.length)
  })
  const updated = plan.cancel.length + plan.revive.length
  count(run.changes.bookings, plan.total, plan.insert.length, updated, plan.replace.length)
  run.advance(plan.total - plan.insert.length)
}

/** Whoever is booked is in the office: a day without a plan gets one, and one that follows the week plan no longer does. */
const planOfficeDays = ({ db, orgId, command }: ImportRun, days: BookingPlan['officeDays']) =>
  inChunks(days, async (chunk) => {
    await sql`
      insert into day_plans as d (org_id, user_id, day, plan, location_id, origin, changed_by, reason, command_id)
      select ${orgId}::uuid, i.user_id, i.day, 'o', i.location_id, 'day-plan', 'directory', ${command.reason}, ${command.id}::uuid
      from json_to_recordset(${JSON.stringify(chunk)}::json) as i(user_id uuid, day date, location_id uuid)
      on conflict (org_id, user_id, day) do update
      set plan = excluded.plan, location_id = excluded.location_id, updated_at = now(), origin = excluded.origin,
        changed_by = excluded.changed_by, changed_by_user_id = null, reason = excluded.reason, command_id = excluded.command_id
      where d.plan <> 'o'`.execute(db)
  })

const setStatus = ({ db, orgId, command }: ImportRun, ids: readonly string[], status: BookingRow['status']) =>
  inChunks(ids, async (chunk) => {
    await sql`
      update bookings b
      set status = ${status}, updated_at = now(), changed_by = 'directory', changed_by_user_id = null,
        reason = ${command.reason}, command_id = ${command.id}
      from json_array_elements_text(${JSON.stringify(chunk)}::json) as changed
      where b.org_id = ${orgId} and b.id = changed::uuid`.execute(db)
  })

const insertBookings = async ({ db, orgId, command }: ImportRun, rows: readonly BookingRow[]): Promise<void> => {
  await sql`
    insert into bookings (
      org_id, id, user_id, day, status, location_id, zone_id, place_id, changed_by, reason, command_id
    )
    select ${orgId}::uuid, i.*, 'directory', ${command.reason}, ${command.id}::uuid
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as i(id uuid, user_id uuid, day date, status text, location_id uuid, zone_id uuid, place_id uuid)`.execute(db)
}

/** Counts the bookings that fell with plans, leavers and nodes of the file: the database cancels those itself (domain §4). */
export const countReleased = async ({ db, changes }: ImportRun): Promise<void> => {
  const { rows } = await sql<{ released: number }>`select released_bookings() as released`.execute(db)
  count(changes.bookings, 0, 0, 0, rows[0]?.released ?? 0)
}
