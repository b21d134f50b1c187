import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Command, UserDayKey } from '../commands/command.ts'
import { withWeekPlanLog } from '../consequences/log-week-plans.ts'
import { type DayOfWeekPlan, type Plan, setToWeekPlan } from './day-plans.ts'

export interface WeekdayPlan {
  /** The ISO weekday, Monday 1 to Sunday 7. */
  readonly weekday: number
  readonly plan: Plan
  /** The building of an office day; null for the primary location. */
  readonly locationId: string | null
}

export const selectWeekPlan = async (db: Db, orgId: string, userId: string): Promise<WeekdayPlan[]> => {
  const { rows } = await sql<WeekdayPlan>`
    select weekday, plan, location_id as "locationId"
    from week_plans
    where org_id = ${orgId} and user_id = ${userId}
    order by weekday`.execute(db)
  return rows
}

/** Replaces the week plan; absent weekdays have no plan. The caller has locked it (`lockWeekPlans`). */
export const saveWeekPlan = (
  trx: Db,
  orgId: string,
  command: Command,
  userId: string,
  days: readonly WeekdayPlan[],
): Promise<void> =>
  withWeekPlanLog(trx, orgId, command, [userId], async () => {
    const { id, actor, reason } = command
    const weekdays = days.map(({ weekday }) => weekday)
    await sql`
      delete from week_plans
      where org_id = ${orgId} and user_id = ${userId} and weekday <> all (${weekdays}::smallint[])`.execute(trx)
    await sql`
      insert into week_plans as w (org_id, user_id, weekday, plan, location_id, changed_by, changed_by_user_id, reason, command_id)
      select ${orgId}::uuid, ${userId}::uuid, i.weekday, i.plan, i."locationId",
        ${actor.changedBy}, ${actor.userId}::uuid, ${reason}, ${id}::uuid
      from json_to_recordset(${JSON.stringify(days)}::json) as i (weekday smallint, plan text, "locationId" uuid)
      order by i.weekday
      on conflict (org_id, user_id, weekday) do update
      set plan = excluded.plan, location_id = excluded.location_id, updated_at = now(), changed_by = excluded.changed_by,
        changed_by_user_id = excluded.changed_by_user_id, reason = excluded.reason, command_id = excluded.command_id
      where (w.plan, w.location_id) is distinct from (excluded.plan, excluded.location_id)`.execute(trx)
  })

/**
 * Updates the days of these users that came from the week plan to what it says now, from their current day on; explicit day plans and
 * time off stay. It takes two look-ups per user, so a whole directory may be passed.
 * @returns the office days among the changed days
 */
export const followWeekPlans = async (
  trx: Db,
  orgId: string,
  command: Command,
  userIds: readonly string[],
): Promise<UserDayKey[]> => {
  if (userIds.length === 0) return []
  const { rows } = await sql<DayOfWeekPlan>`
    select d.user_id as "userId", d.day, w.plan, w.location_id as "locationId",
      w.plan <> 'o' or d.location_id <> coalesce(w.location_id, u.primary_location_id) as "isReleasing"
    from unnest(${userIds}::uuid[]) as i (user_id)
    join user_calendars c on c.org_id = ${orgId} and c.user_id = i.user_id
    join day_plans d on d.org_id = ${orgId} and d.user_id = i.user_id and d.day >= c.today and d.origin = 'week-plan'
    join users u on u.org_id = ${orgId} and u.id = d.user_id
    left join week_plans w on w.org_id = ${orgId} and w.user_id = d.user_id and w.weekday = extract(isodow from d.day)
    where (d.plan, d.location_id)
      is distinct from (w.plan, case when w.plan = 'o' then coalesce(w.location_id, u.primary_location_id) end)
    order by d.user_id, d.day
    for update of d`.execute(trx)
  return setToWeekPlan(trx, orgId, command, rows)
}

/**
 * Locks the week plans of these users until the transaction ends, including weekdays without a plan. Take this lock before locks on
 * days: a caller that has locked a day and waits for its week plan could deadlock. It locks rows of users, because PostgreSQL's table
 * of advisory locks has no room for a thousand users in every call.
 */
export const lockWeekPlans = async (trx: Db, orgId: string, userIds: readonly string[]): Promise<void> => {
  await sql`
    select from users where org_id = ${orgId} and id = any (${userIds}::uuid[]) order by id for no key update`.execute(trx)
}
