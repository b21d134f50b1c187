import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { executePrepared } from '../../platform/db/prepared.ts'
import { AppError } from '../../platform/errors.ts'
import type { Command, UserDayKey } from '../commands/command.ts'
import { releaseBookingsOfDays } from '../consequences/bookings-of-days.ts'
import { removeDays } from '../consequences/remove-days.ts'

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
  const query = trx
    .selectFrom('day_plans')
    .select(['plan', 'origin', 'location_id as locationId'])
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .forUpdate()
  const [stored] = await executePrepared(trx, 'lock of a day', query)
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
  const rows = await executePrepared(
    trx,
    'saved day plans',
    sql<UserDayKey & { isReleasing: boolean }>`
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
      returning d.user_id as "userId", d.day, ${isUpsertReleasing(orgId)} as "isReleasing"`,
  )
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

/** A day and what the week plan says about it; null if it says nothing. The day is locked. */
export interface DayOfWeekPlan extends UserDayKey {
  readonly plan: Plan | null
  readonly locationId: string | null
  /** Whether a booking of the day may no longer be allowed. */
  readonly isReleasing: boolean
}

/**
 * Makes locked days follow the week plan: those without an entry lose their plan and booking.
 * @returns the office days among the others
 */
export const setToWeekPlan = async (
  trx: Db,
  orgId: string,
  command: Command,
  days: readonly DayOfWeekPlan[],
): Promise<UserDayKey[]> => {
  const keysOf = (some: readonly DayOfWeekPlan[]) => some.map(({ userId, day }) => ({ userId, day }))
  const changed = days.filter(({ plan }) => plan !== null)
  await removeDays(trx, orgId, command, keysOf(days.filter(({ plan }) => plan === null)))
  if (changed.length === 0) return []
  const { actor, reason, id } = command
  await sql`
    update day_plans d
    set plan = i.plan, location_id = i."locationId", origin = 'week-plan', updated_at = now(), changed_by = ${actor.changedBy},
      changed_by_user_id = ${actor.userId}, reason = ${reason}, command_id = ${id}
    from json_to_recordset(${JSON.stringify(changed)}::json) as i ("userId" uuid, day date, plan text, "locationId" uuid)
    where d.org_id = ${orgId} and d.user_id = i."userId" and d.day = i.day`.execute(trx)
  await releaseBookingsOfDays(trx, orgId, command, keysOf(changed.filter(({ isReleasing }) => isReleasing)))
  return keysOf(changed.filter(({ plan }) => plan === 'o'))
}

/**
 * Makes days follow the week plan again, from the user's current day on. Inside the horizon they get the plan of the weekday, if there
 * is one; beyond the horizon they have no plan. Days without a day plan, days off and past days stay as they are. The caller has
 * locked the week plans (`lockWeekPlans`). It reads the days and the announcements of each range once, whatever PostgreSQL expects: what
 * was announced today is in no statistics yet.
 * @returns the office days among the changed days
 */
export const returnToWeekPlan = async (
  trx: Db,
  orgId: string,
  command: Command,
  ranges: readonly UserDayRange[],
): Promise<UserDayKey[]> => {
  if (ranges.length === 0) return []
  const { rows } = await sql<DayOfWeekPlan>`
    select distinct d.user_id as "userId", d.day, w.plan, w.location_id as "locationId",
      w.plan <> 'o' or d.location_id <> coalesce(w.location_id, c.primary_location_id) as "isReleasing"
    from json_to_recordset(${JSON.stringify(ranges)}::json) as i ("userId" uuid, "firstDay" date, "lastDay" date)
    cross join lateral (
      select c.today, case when u.status = 'active' then c.horizon_end end as last_planned, u.primary_location_id
      from user_calendars c
      join users u on u.org_id = c.org_id and u.id = c.user_id
      where c.org_id = ${orgId} and c.user_id = i."userId"
      offset 0
    ) c
    cross join lateral (select range_agg(a.days) as days from announcements(${orgId}, i."userId") a offset 0) off
    cross join lateral (
      select d.user_id, d.day, d.plan, d.location_id, d.origin
      from day_plans d
      where d.org_id = ${orgId} and d.user_id = i."userId" and d.day >= greatest(i."firstDay", c.today) and d.day <= i."lastDay"
        and d.day <@ off.days is not true
      order by d.day
      for update
    ) d
    left join lateral (
      select w.plan, w.location_id
      from week_plans w
      where w.org_id = ${orgId} and w.user_id = d.user_id and w.weekday = extract(isodow from d.day) and d.day <= c.last_planned
      offset 0
    ) w on true
    where (d.plan, d.location_id, d.origin) is distinct from (
      w.plan, case when w.plan = 'o' then coalesce(w.location_id, c.primary_location_id) end, 'week-plan'
    )`.execute(trx)
  return setToWeekPlan(trx, orgId, command, rows)
}
