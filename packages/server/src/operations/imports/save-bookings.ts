import { sql } from 'kysely'
import type { BookingPlan, BookingRow } from './import-bookings.ts'
import { count, type ImportRun, inChunks } from './import-run.ts'

/** After the plans. Cancels first, everywhere: a desk that one user gives up may be another's in the same file. */
export const saveBookings = async (run: ImportRun, plan: BookingPlan): Promise<void> => {
  run.begin('bookings', plan.total)
  const canceled = await setStatus(run, plan.cancel, 'cancelled')
  const replaced = await setStatus(run, plan.replace, 'cancelled')
  // A booking that the file keeps may have been canceled with a plan of the file, or with the assignment of a desk.
  const revived = await setStatus(run, [...plan.revive, ...plan.keep], 'booked')
  await inChunks(plan.insert, async (chunk) => {
    await insertBookings(run, chunk)
    run.advance(chunk.length)
  })
  // Bookings that are booked again were not lost, and those that the file cancels are counted as its own.
  const back = Math.max(revived - plan.revive.length, 0)
  const lost = run.command.cancellations.bookings - (plan.cancel.length - canceled) - back
  count(run.changes.bookings, plan.total, plan.insert.length, plan.cancel.length + revived, Math.max(lost + replaced, 0))
  run.advance(plan.total - plan.insert.length)
}

/** @returns how many had another status */
const setStatus = async (
  { db, orgId, command }: ImportRun,
  ids: readonly string[],
  status: BookingRow['status'],
): Promise<number> => {
  let changed = 0
  await inChunks(ids, async (chunk) => {
    // A booking that this command canceled needs another command to come back: the log distinguishes changes by it.
    const { numAffectedRows } = await sql`
      update bookings b
      set status = ${status}, updated_at = now(), changed_by = 'directory', changed_by_user_id = null,
        reason = ${command.reason},
        command_id = case when b.command_id = ${command.id} then gen_random_uuid() else ${command.id} end
      from json_array_elements_text(${JSON.stringify(chunk)}::json) as changed
      where b.org_id = ${orgId} and b.id = changed::uuid and b.status <> ${status}`.execute(db)
    changed += Number(numAffectedRows ?? 0)
  })
  return changed
}

const insertBookings = async ({ db, orgId, command }: ImportRun, rows: readonly BookingRow[]): Promise<void> => {
  await sql`
    insert into bookings (
      org_id, id, user_id, day, status, location_id, zone_id, place_id, changed_by, reason, command_id
    )
    select ${orgId}::uuid, i.*, 'directory', ${command.reason}, ${command.id}::uuid
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as i(id uuid, user_id uuid, day date, status text, location_id uuid, zone_id uuid, place_id uuid)`.execute(db)
}
