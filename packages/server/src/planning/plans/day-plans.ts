import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Command, UserDayKey } from '../commands/command.ts'
import { releaseBookingsOfDays } from '../consequences/bookings-of-days.ts'
import { removeSignedDays } from '../consequences/remove-days.ts'

export type Plan = 'o' | 'r' | 'a'
/** The origin of a day plan; the later one takes precedence over the earlier (domain §3). */
export type PlanOrigin = 'week-plan' | 'day-plan' | 'time-off'

export interface DayPlan extends UserDayKey {
  readonly plan: Plan
  readonly locationId: string | null
  readonly origin: PlanOrigin
}

/** Days of a user, both ends included. */
export interface UserDayRange {
  readonly userId: string
  readonly firstDay: string
  readonly lastDay: string
}

const signed = ({ id, actor, reason }: Command) => sql`
  updated_at = now(), changed_by = ${actor.changedBy}, changed_by_user_id = ${actor.userId}, reason = ${reason}, command_id = ${id}`

/**
 * Locks the plan of a day, so that simultaneous bookings and announcements of time off either precede this change or wait for it.
 * Returns undefined without a plan.
 * @throws AppError time_off
 */
export const lockDay = async (
  trx: Db,
  orgId: string,
  userId: string,
  day: string,
): Promise<{ plan: Plan; locationId: string | null } | undefined> => {
  const stored = await trx
    .selectFrom('day_plans')
    .select(['plan', 'origin', 'location_id as locationId'])
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .forUpdate()
    .executeTakeFirst()
  if (stored?.origin === 'time-off') throw new AppError('time_off')
  return stored && { plan: stored.plan as Plan, locationId: stored.locationId }
}

/**
 * Sets the day plans that differ, and cancels bookings on days that are no longer office days or are now in another building. Days
 * off stay, unless the new plan is time off as well. The caller has locked the days (`lockDay`) in the order of their keys, so that
 * calls which share days never deadlock.
 * @returns the changed days
 */
export const saveDayPlans = async (
  trx: Db,
  orgId: string,
  command: Command,
  plans: readonly DayPlan[],
): Promise<UserDayKey[]> => {
  if (plans.length === 0) return []
  const { actor, reason, id } = command
  const { rows } = await sql<UserDayKey & { isReleasing: boolean }>`
    insert into day_plans as d
      (org_id, user_id, day, plan, location_id, origin, changed_by, changed_by_user_id, reason, command_id)
    select ${orgId}::uuid, i."userId", i.day, i.plan, i."locationId", i.origin,
      ${actor.changedBy}, ${actor.userId}::uuid, ${reason}, ${id}::uuid
    from json_to_recordset(${JSON.stringify(plans)}::json)
      as i ("userId" uuid, day date, plan text, "locationId" uuid, origin text)
    order by i."userId", i.day
    on conflict (org_id, user_id, day) do update
    set plan = excluded.plan, location_id = excluded.location_id, origin = excluded.origin, updated_at = now(),
      changed_by = excluded.changed_by, changed_by_user_id = excluded.changed_by_user_id, reason = excluded.reason,
      command_id = excluded.command_id
    where (d.plan, d.location_id, d.origin) is distinct from (excluded.plan, excluded.location_id, excluded.origin)
      and (d.origin <> 'time-off' or excluded.origin = 'time-off')
    returning d.user_id as "userId", d.day, ${isUpsertReleasing(orgId)} as "isReleasing"`.execute(trx)
  await releaseBookingsOfDays(trx, orgId, command, releasingDays(rows))
  return rows.map(({ userId, day }) => ({ userId, day }))
}

/**
 * Whether the update of the row `d` may end a booking. It does not if the day was an office day without a building, because then its
 * booking may be in any building. The former row is read as of the start of the statement.
 */
const isReleasing = (orgId: string) => sql<boolean>`(
  d.plan <> 'o' or not coalesce((
    select o.plan = 'o' and o.location_id is null
    from day_plans o
    where o.org_id = ${orgId} and o.user_id = d.user_id and o.day = d.day
  ), false)
)`

/** The same for an upsert: a day that had no plan had no booking. */
export const isUpsertReleasing = (orgId: string) => sql<boolean>`(d.plan <> 'o' or d.xmax <> 0 and ${isReleasing(orgId)})`

export const releasingDays = (rows: readonly (UserDayKey & { isReleasing: boolean })[]): UserDayKey[] =>
  rows.filter((row) => row.isReleasing).map(({ userId, day }) => ({ userId, day }))

/** Removes day plans and their bookings. The rows are signed first, because the log names the user who signed them. */
export const removeDayPlans = async (trx: Db, orgId: string, command: Command, days: readonly UserDayKey[]): Promise<void> => {
  if (days.length === 0) return
  await sql`
    update day_plans d
    set ${signed(command)}
    from json_to_recordset(${JSON.stringify(days)}::json) as i ("userId" uuid, day date)
    where d.org_id = ${orgId} and d.user_id = i."userId" and d.day = i.day`.execute(trx)
  await removeSignedDays(trx, orgId, command, days)
}

/**
 * Makes days follow the week plan again, from the user's current day on. Inside the horizon they get the plan of the weekday, if there
 * is one; beyond the horizon they have no plan. Days without a day plan, days off and past days stay as they are. The caller has
 * locked the week plans (`lockWeekPlans`).
 * @returns the office days among the changed days
 */
export const returnToWeekPlan = async (
  trx: Db,
  orgId: string,
  command: Command,
  ranges: readonly UserDayRange[],
): Promise<UserDayKey[]> => {
  if (ranges.length === 0) return []
  const days = sql`
    json_to_recordset(${JSON.stringify(ranges)}::json) as i ("userId" uuid, "firstDay" date, "lastDay" date)
    join user_calendars c on c.org_id = ${orgId} and c.user_id = i."userId"`
  const isAffected = sql`
    d.org_id = ${orgId} and d.user_id = i."userId" and d.day >= greatest(i."firstDay", c.today) and d.day <= i."lastDay"
    and not exists (select from announcements_of_day(d.org_id, d.user_id, d.day) offset 0)`
  const hasNoPlan = sql`(
    d.day > c.horizon_end
    or exists (select from users u where u.org_id = d.org_id and u.id = d.user_id and u.status = 'inactive')
    or not exists (
      select
      from week_plans w
      where w.org_id = d.org_id and w.user_id = d.user_id and w.weekday = extract(isodow from d.day)
    )
  )`
  const withoutPlan = await sql<UserDayKey>`
    update day_plans d set ${signed(command)} from ${days} where ${isAffected} and ${hasNoPlan}
    returning d.user_id as "userId", d.day`.execute(trx)
  await removeSignedDays(trx, orgId, command, withoutPlan.rows)
  const { rows } = await sql<UserDayKey & { plan: Plan; isReleasing: boolean }>`
    update day_plans d
    set plan = w.plan, location_id = w.location_id, origin = 'week-plan', ${signed(command)}
    from ${days}
    join users u on u.org_id = c.org_id and u.id = c.user_id
    join week_plans w on w.org_id = c.org_id and w.user_id = c.user_id
    where ${isAffected} and d.day <= c.horizon_end and w.weekday = extract(isodow from d.day)
      and (d.plan, d.location_id, d.origin) is distinct from (
        w.plan, case when w.plan = 'o' then coalesce(w.location_id, u.primary_location_id) end, 'week-plan'
      )
    returning d.user_id as "userId", d.day, d.plan, ${isReleasing(orgId)} as "isReleasing"`.execute(trx)
  await releaseBookingsOfDays(trx, orgId, command, releasingDays(rows))
  return rows.filter(({ plan }) => plan === 'o').map(({ userId, day }) => ({ userId, day }))
}
