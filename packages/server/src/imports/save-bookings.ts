import { sql } from 'kysely'
import type { DayPlanRow } from './check-day-plans.ts'
import type { BookingPlan, BookingRow } from './import-bookings.ts'
import { count, type ImportRun, inChunks } from './import-run.ts'

/** Cancels first, everywhere: a desk that one user gives up may be another's in the same file. */
export const saveBookings = async (run: ImportRun, plan: BookingPlan): Promise<void> => {
  run.begin('bookings', plan.total)
  await setStatus(run, [...plan.cancel, ...plan.replace], 'cancelled')
  await setStatus(run, plan.revive, 'booked')
  await inChunks(plan.insert, async (chunk) => {
    await insertBookings(run, chunk)
    run.advance(chunk.length)
  })
  const updated = plan.cancel.length + plan.revive.length
  count(run.changes.bookings, plan.total, plan.insert.length, updated, plan.replace.length)
  run.advance(plan.total - plan.insert.length)
}

const setStatus = ({ db, orgId }: ImportRun, ids: readonly string[], status: BookingRow['status']) =>
  inChunks(ids, async (chunk) => {
    await sql`
      update bookings b
      set status = ${status}, updated_at = now()
      from json_array_elements_text(${JSON.stringify(chunk)}::json) as changed
      where b.org_id = ${orgId} and b.id = changed::uuid`.execute(db)
  })

const insertBookings = async ({ db, orgId }: ImportRun, rows: readonly BookingRow[]): Promise<void> => {
  await sql`
    insert into bookings (org_id, id, user_id, day, status, location_id, zone_id, place_id)
    select ${orgId}::uuid, i.*
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as i(id uuid, user_id uuid, day date, status text, location_id uuid, zone_id uuid, place_id uuid)`.execute(db)
}

/** A day that is no longer an office day has no booking (domain §4). */
export const cancelForPlans = (run: ImportRun, plans: readonly DayPlanRow[]): Promise<void> =>
  inChunks(
    plans.filter(({ plan }) => plan !== 'o'),
    async (chunk) => {
      const { numAffectedRows } = await sql`
        update bookings b
        set status = 'cancelled', updated_at = now()
        from json_to_recordset(${JSON.stringify(chunk)}::json) as i(user_id uuid, day date)
        where b.org_id = ${run.orgId} and b.user_id = i.user_id and b.day = i.day and b.status = 'booked'`.execute(run.db)
      count(run.changes.bookings, 0, 0, 0, Number(numAffectedRows ?? 0))
    },
  )

/** Leavers keep their past and lose their future bookings (domain §2). */
export const cancelForLeavers = (run: ImportRun, userIds: readonly string[]): Promise<void> =>
  inChunks(userIds, async (chunk) => {
    const { numAffectedRows } = await sql`
      update bookings b
      set status = 'cancelled', updated_at = now()
      from json_array_elements_text(${JSON.stringify(chunk)}::json) as leaver, locations l
      where b.org_id = ${run.orgId} and b.user_id = leaver::uuid and b.status = 'booked'
        and l.org_id = ${run.orgId} and l.id = b.location_id
        and b.day > (now() at time zone l.time_zone)::date`.execute(run.db)
    count(run.changes.bookings, 0, 0, 0, Number(numAffectedRows ?? 0))
  })
