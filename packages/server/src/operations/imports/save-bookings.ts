import { sql } from 'kysely'
import { cancelBookings } from '../../planning/consequences/cancel-bookings.ts'
import { selectRefused } from '../../planning/consequences/refused-bookings.ts'
import type { AddedBooking, BookingPlan } from './import-bookings.ts'
import type { ValidationErrors } from './import-errors.ts'
import { count, type ImportRun, inChunks } from './import-run.ts'

/**
 * Runs after the plans, which free desks. It cancels everywhere first, because a desk that one user gives up may be booked by
 * another in the same file. It adds an error for each booking that finds the desk taken or the zone full; the import is then
 * rolled back.
 */
export const saveBookings = async (run: ImportRun, plan: BookingPlan, errors: ValidationErrors): Promise<void> => {
  const { db, orgId, command } = run
  run.begin('bookings', plan.total)
  await inChunks([...plan.cancel, ...plan.replace], async (chunk) => {
    await cancelBookings(db, orgId, command, chunk)
  })
  // A booking that the file keeps may have been canceled with a plan of the file, or with the assignment of a desk.
  const back = await bookAgain(run, plan.keep)
  run.advance(plan.total - plan.add.length)
  // Computed once: between the chunks the table grows but its statistics, which choose the index, do not.
  const added = await withoutRefused(run, plan.add, errors)
  await inChunks(added, async (chunk) => {
    const stored = chunk.flatMap(({ id, isStored }) => (isStored ? [id] : []))
    await bookAgain(run, stored)
    await insertBookings(
      run,
      chunk.filter(({ isStored }) => !isStored),
    )
    count(run.changes.bookings, chunk.length, chunk.length - stored.length, stored.length)
    run.advance(chunk.length)
  })
  // Bookings that are made again were not lost, and those that the file cancels are counted separately.
  const lost = command.cancellations.bookings - plan.cancel.length - back
  count(run.changes.bookings, plan.total - plan.add.length, 0, plan.cancel.length + back, lost)
}

const withoutRefused = async (
  { db, orgId }: ImportRun,
  rows: readonly AddedBooking[],
  errors: ValidationErrors,
): Promise<AddedBooking[]> => {
  const booked = rows.filter(({ status }) => status === 'booked')
  const refused = new Map((await selectRefused(db, orgId, booked)).map((row) => [row.id, row]))
  return rows.filter(({ id, pointer }) => {
    const { isDeskTaken, isClosed, fullAt } = refused.get(id) ?? { isDeskTaken: false, isClosed: false, fullAt: null }
    const cause = 'is booked by another user on this day, and the file does not cancel that'
    if (isDeskTaken) errors.add(`${pointer}/place`, 'desk_taken', cause)
    if (isClosed) errors.add(`${pointer}/location`, 'day_closed', 'is closed on this day')
    if (fullAt !== null) errors.add(`${pointer}/zone`, 'capacity_exceeded', `is full on this day: its capacity is ${fullAt}`)
    return !refused.has(id)
  })
}

/** @returns the number of canceled bookings */
const bookAgain = async ({ db, orgId, command }: ImportRun, ids: readonly string[]): Promise<number> => {
  let changed = 0
  await inChunks(ids, async (chunk) => {
    // A booking that this command canceled needs another command to come back: the log distinguishes changes by it.
    const { numAffectedRows } = await sql`
      update bookings b
      set status = 'booked', updated_at = now(), changed_by = 'directory', changed_by_user_id = null, reason = ${command.reason},
        command_id = case when b.command_id = ${command.id} then gen_random_uuid() else ${command.id} end
      from json_array_elements_text(${JSON.stringify(chunk)}::json) as changed
      where b.org_id = ${orgId} and b.id = changed::uuid and b.status <> 'booked'`.execute(db)
    changed += Number(numAffectedRows ?? 0)
  })
  return changed
}

const insertBookings = async ({ db, orgId, command }: ImportRun, rows: readonly AddedBooking[]): Promise<void> => {
  if (rows.length === 0) return
  const input = rows.map(({ id, user_id, day, status, location_id, zone_id, place_id }) => {
    return { id, user_id, day, status, location_id, zone_id, place_id }
  })
  await sql`
    insert into bookings (
      org_id, id, user_id, day, status, location_id, zone_id, place_id, changed_by, reason, command_id
    )
    select ${orgId}::uuid, i.*, 'directory', ${command.reason}, ${command.id}::uuid
    from json_to_recordset(${JSON.stringify(input)}::json)
      as i(id uuid, user_id uuid, day date, status text, location_id uuid, zone_id uuid, place_id uuid)`.execute(db)
}
