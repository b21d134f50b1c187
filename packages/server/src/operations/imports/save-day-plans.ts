import { sql } from 'kysely'
import type { UserDayKey } from '../../planning/commands/command.ts'
import { releaseBookingsOfDays } from '../../planning/consequences/bookings-of-days.ts'
import { isUpsertReleasing, releasingDays } from '../../planning/plans/day-plans.ts'
import type { DayPlanRow } from './check-day-plans.ts'
import type { BookingPlan } from './import-bookings.ts'
import { count, type ImportRun, inChunks } from './import-run.ts'

interface SavedDay extends UserDayKey {
  readonly isReleasing: boolean
}

/**
 * Each plan replaces the whole stored plan of the user and day, even if only the origin differs: a plan from the file no longer
 * follows the week plan.
 */
export const saveDayPlans = async (run: ImportRun, plans: readonly DayPlanRow[]): Promise<void> => {
  run.begin('dayPlans', plans.length)
  await inChunks(plans, async (chunk) => {
    const { rows } = await sql<SavedDay & { created: boolean }>`
      insert into day_plans as d (org_id, user_id, day, plan, location_id, origin, changed_by, reason, command_id)
      select ${run.orgId}::uuid, i.*, 'day-plan', 'directory', ${run.command.reason}, ${run.command.id}::uuid
      from json_to_recordset(${JSON.stringify(chunk)}::json) as i(user_id uuid, day date, plan text, location_id uuid)
      on conflict (org_id, user_id, day) do update
      set plan = excluded.plan, location_id = excluded.location_id, updated_at = now(), origin = excluded.origin,
        changed_by = excluded.changed_by, changed_by_user_id = null, reason = excluded.reason, command_id = excluded.command_id
      where (d.plan, d.location_id, d.origin) is distinct from (excluded.plan, excluded.location_id, excluded.origin)
      returning d.user_id as "userId", d.day, ${isUpsertReleasing(run.orgId)} as "isReleasing", d.xmax = 0 as created`.execute(
      run.db,
    )
    await releaseBookingsOfDays(run.db, run.orgId, run.command, releasingDays(rows))
    const created = rows.filter((row) => row.created).length
    count(run.changes.dayPlans, chunk.length, created, rows.length - created)
    run.advance(chunk.length)
  })
}

/**
 * A user with a booking is in the office: a day without a plan gets one, and an automatic plan no longer follows the week plan. A
 * plan that a person made stays.
 */
export const saveOfficeDays = ({ db, orgId, command }: ImportRun, days: BookingPlan['officeDays']): Promise<void> =>
  inChunks(days, async (chunk) => {
    const { rows } = await sql<SavedDay>`
      insert into day_plans as d (org_id, user_id, day, plan, location_id, origin, changed_by, reason, command_id)
      select ${orgId}::uuid, i.user_id, i.day, 'o', i.location_id, 'day-plan', 'directory', ${command.reason}, ${command.id}::uuid
      from json_to_recordset(${JSON.stringify(chunk)}::json) as i(user_id uuid, day date, location_id uuid)
      on conflict (org_id, user_id, day) do update
      set plan = excluded.plan, location_id = excluded.location_id, updated_at = now(), origin = excluded.origin,
        changed_by = excluded.changed_by, changed_by_user_id = null, reason = excluded.reason, command_id = excluded.command_id
      where d.origin = 'week-plan'
      returning d.user_id as "userId", d.day, ${isUpsertReleasing(orgId)} as "isReleasing"`.execute(db)
    await releaseBookingsOfDays(db, orgId, command, releasingDays(rows))
  })
