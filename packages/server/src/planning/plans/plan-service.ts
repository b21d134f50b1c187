import { sql } from 'kysely'
import { assertActiveUser, assertUser, lockActiveUser } from '../../directory/people/find-user.ts'
import { assertActiveLocations } from '../../directory/places/find-location.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { type Actor, createCommand, type UserDayKey } from '../commands/command.ts'
import { bookAssignedDesks } from '../consequences/assigned-desks.ts'
import { planDaysOfHorizon } from '../consequences/days-of-horizon.ts'
import { lockDay, type Plan, returnToWeekPlan, saveDayPlans } from './day-plans.ts'
import { followWeekPlans, lockWeekPlans, saveWeekPlan, selectWeekPlan, type WeekdayPlan } from './week-plans.ts'

export { listDays } from '../days/user-days.ts'
export type { WeekdayPlan } from './week-plans.ts'

/** Returns the week plan of a user, Monday first; weekdays without a plan are absent. */
export const getWeekPlan = async (db: Db, orgId: string, userId: string): Promise<WeekdayPlan[]> => {
  await assertUser(db, orgId, userId)
  return selectWeekPlan(db, orgId, userId)
}

/**
 * Replaces the week plan. Days of the horizon that follow it change at once; explicit day plans and time off stay.
 * @throws AppError entity_not_found, user_inactive, place_inactive
 */
export const setWeekPlan = (
  db: Db,
  orgId: string,
  actor: Actor,
  userId: string,
  days: readonly WeekdayPlan[],
): Promise<WeekdayPlan[]> =>
  inPlan(db, async (trx) => {
    await lockWeekPlanOfActive(trx, orgId, userId)
    const plans = days.map((day) => ({ ...day, locationId: day.plan === 'o' ? day.locationId : null }))
    await assertActiveLocations(
      trx,
      orgId,
      plans.flatMap(({ locationId }) => locationId ?? []),
    )
    const command = createCommand(actor)
    await saveWeekPlan(trx, orgId, command, userId, plans)
    // This waits for days that the horizon engine adds meanwhile by the previous plan; followWeekPlans() corrects them.
    const added = await planDaysOfHorizon(trx, orgId, command, [userId])
    const changed = await followWeekPlans(trx, orgId, command, [userId])
    await bookAssignedDesks(trx, orgId, command, [...changed, ...added])
    return selectWeekPlan(trx, orgId, userId)
  })

export interface DayPlanRequest extends UserDayKey {
  readonly plan: Plan
  readonly locationId?: string | null
  readonly reason?: string | null
}

/**
 * Sets the plan of one day. A booking is canceled if the day is no longer an office day, or is now planned in another location.
 * @throws AppError entity_not_found, user_inactive, place_inactive, day_in_past, time_off
 */
export const setDayPlan = (
  db: Db,
  orgId: string,
  actor: Actor,
  { userId, day, plan, locationId, reason }: DayPlanRequest,
): Promise<void> =>
  inPlan(db, async (trx) => {
    await lockActiveUser(trx, orgId, userId)
    const given = plan === 'o' ? (locationId ?? null) : null
    await assertActiveLocations(trx, orgId, given ? [given] : [])
    if (actor.changedBy === 'user') await assertNotOver(trx, orgId, { userId, day, locationId: given })
    const command = createCommand(actor, reason ?? null)
    const stored = await lockDay(trx, orgId, userId, day)
    // A day that stays an office day stays in its building, unless another one is named.
    const location = given ?? (plan === 'o' && stored?.plan === 'o' ? stored.locationId : null)
    const changed = await saveDayPlans(trx, orgId, command, [{ userId, day, plan, locationId: location, origin: 'day-plan' }])
    if (changed.length === 0) return
    await bookAssignedDesks(trx, orgId, command, changed)
  })

/**
 * Makes the day follow the week plan again. Beyond the horizon, or without an entry for the weekday, the day has no plan. Past days
 * cannot be cleared.
 * @throws AppError entity_not_found, user_inactive, day_in_past, time_off
 */
export const clearDayPlan = (db: Db, orgId: string, actor: Actor, { userId, day }: UserDayKey): Promise<void> =>
  inPlan(db, async (trx) => {
    await lockWeekPlanOfActive(trx, orgId, userId)
    if (day < (await getToday(trx, orgId, userId)))
      throw new AppError('day_in_past', { detail: 'A past day cannot follow the week plan; set its plan instead.' })
    if (actor.changedBy === 'user') await assertNotOver(trx, orgId, { userId, day, locationId: null })
    const command = createCommand(actor)
    await lockDay(trx, orgId, userId, day)
    const changed = await returnToWeekPlan(trx, orgId, command, [{ userId, firstDay: day, lastDay: day }])
    await bookAssignedDesks(trx, orgId, command, changed)
  })

const inPlan = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> => underRules(transact(db, work))

/** Checks the user after the lock, because a deactivation may have held it until then. @throws AppError entity_not_found, user_inactive */
const lockWeekPlanOfActive = async (trx: Db, orgId: string, userId: string): Promise<void> => {
  await lockWeekPlans(trx, orgId, [userId])
  await assertActiveUser(trx, orgId, userId)
}

const getToday = async (trx: Db, orgId: string, userId: string): Promise<string> => {
  const { rows } = await sql<{ today: string }>`
    select today from user_calendars where org_id = ${orgId} and user_id = ${userId}`.execute(trx)
  return (rows[0] as { today: string }).today
}

/**
 * Checks that the day is not over, both in the location where it is booked or planned so far and in the new one.
 * @throws AppError day_in_past
 */
const assertNotOver = async (
  db: Db,
  orgId: string,
  { userId, day, locationId }: UserDayKey & { locationId: string | null },
): Promise<void> => {
  const { rows } = await sql<{ isOver: boolean }>`
    select coalesce(bool_or(${day}::date < local_day(now(), coalesce(l.time_zone, o.time_zone), coalesce(l.day_start_hour, 0))), false) as "isOver"
    from users u
    join organizations o on o.id = u.org_id
    left join day_plans d on d.org_id = u.org_id and d.user_id = u.id and d.day = ${day}
    left join bookings b on b.org_id = u.org_id and b.user_id = u.id and b.day = ${day} and b.status = 'booked'
    cross join lateral (
      values
        (coalesce(b.location_id, d.location_id, ${locationId}::uuid, u.primary_location_id)),
        (coalesce(${locationId}::uuid, b.location_id, d.location_id, u.primary_location_id))
    ) at (location_id)
    left join locations l on l.org_id = u.org_id and l.id = at.location_id
    where u.org_id = ${orgId} and u.id = ${userId}`.execute(db)
  if (rows[0]?.isOver) throw new AppError('day_in_past')
}
