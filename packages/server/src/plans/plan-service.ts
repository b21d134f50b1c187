import { sql } from 'kysely'
import { bookAssignedDesks } from './assigned-desks.ts'
import { underRules } from '../db/constraints.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import { type Actor, type Command, createCommand } from './command.ts'
import { type Plan, returnToWeekPlan, saveDayPlans, type UserDay } from './day-plans.ts'
import { followWeekPlans, materializeWeekPlan, saveWeekPlan, selectWeekPlan, type WeekdayPlan } from './week-plans.ts'

export { listDays } from './effective-days.ts'
export type { WeekdayPlan } from './week-plans.ts'

interface Calendar {
  readonly status: string
  readonly today: string
  readonly horizonEnd: string
}

/** The week plan of a user, Monday first; weekdays without a plan are absent. */
export const getWeekPlan = async (db: Db, orgId: string, userId: string): Promise<WeekdayPlan[]> => {
  await getCalendar(db, orgId, userId)
  return selectWeekPlan(db, orgId, userId)
}

/**
 * Replaces the week plan. Days of the horizon that follow the week plan follow at once; explicit day plans and time off stay.
 * @throws AppError entity_not_found, user_inactive, place_inactive
 */
export const setWeekPlan = (
  db: Db,
  orgId: string,
  actor: Actor,
  userId: string,
  days: readonly WeekdayPlan[],
): Promise<WeekdayPlan[]> =>
  inPlan(db, orgId, userId, async (trx) => {
    const plans = days.map((day) => ({ ...day, locationId: day.plan === 'o' ? day.locationId : null }))
    await assertLocations(trx, orgId, plans)
    const command = createCommand(actor)
    await saveWeekPlan(trx, orgId, command, userId, plans)
    const changed = await followWeekPlans(trx, orgId, command, [userId])
    const added = await materializeWeekPlan(trx, orgId, command, userId)
    await bookAssignedDesks(trx, orgId, command, [...changed, ...added])
    return selectWeekPlan(trx, orgId, userId)
  })

export interface DayPlanRequest extends UserDay {
  readonly plan: Plan
  readonly locationId?: string | null
  readonly reason?: string | null
}

/**
 * Sets the plan of one day. A booking falls with a day that is no office day, or that is planned in another location.
 * @throws AppError entity_not_found, user_inactive, place_inactive, day_in_past, time_off
 */
export const setDayPlan = (
  db: Db,
  orgId: string,
  actor: Actor,
  { userId, day, plan, locationId, reason }: DayPlanRequest,
): Promise<void> =>
  inPlan(db, orgId, userId, async (trx, calendar) => {
    assertMayChange(actor, day, calendar)
    const location = plan === 'o' ? (locationId ?? null) : null
    await assertLocations(trx, orgId, [{ locationId: location }])
    const command = createCommand(actor, reason ?? null)
    await assertNotOff(trx, orgId, userId, day)
    const changed = await saveDayPlans(trx, orgId, command, [{ userId, day, plan, locationId: location, origin: 'day-plan' }])
    if (changed.length === 0) return
    if (location) await cancelElsewhere(trx, orgId, command, userId, day, location)
    await bookAssignedDesks(trx, orgId, command, changed)
  })

/**
 * Gives the day back to the week plan inside the horizon; beyond it, and where the week plan says nothing, the day has no plan.
 * Days before today stay as they are.
 * @throws AppError entity_not_found, user_inactive, day_in_past, time_off
 */
export const clearDayPlan = (db: Db, orgId: string, actor: Actor, { userId, day }: UserDay): Promise<void> =>
  inPlan(db, orgId, userId, async (trx, calendar) => {
    if (day < calendar.today)
      throw new AppError('day_in_past', { detail: 'A past day cannot follow the week plan; set its plan instead.' })
    const command = createCommand(actor)
    await assertNotOff(trx, orgId, userId, day)
    const changed = await returnToWeekPlan(trx, orgId, command, [{ userId, firstDay: day, lastDay: day }])
    await bookAssignedDesks(trx, orgId, command, changed)
  })

const inPlan = <T>(db: Db, orgId: string, userId: string, work: (trx: Db, calendar: Calendar) => Promise<T>): Promise<T> =>
  underRules(
    transact(db, async (trx) => {
      const calendar = await getCalendar(trx, orgId, userId)
      if (calendar.status !== 'active') throw new AppError('user_inactive')
      return work(trx, calendar)
    }),
  )

const getCalendar = async (db: Db, orgId: string, userId: string): Promise<Calendar> => {
  const { rows } = await sql<Calendar>`
    select u.status, c.today, c.horizon_end as "horizonEnd"
    from users u
    join user_calendars c on c.org_id = u.org_id and c.user_id = u.id
    where u.org_id = ${orgId} and u.id = ${userId}`.execute(db)
  if (!rows[0]) throw new AppError('entity_not_found', { detail: 'There is no user with this id.' })
  return rows[0]
}

const assertMayChange = ({ changedBy }: Actor, day: string, { today }: Calendar): void => {
  if (changedBy === 'user' && day < today) throw new AppError('day_in_past')
}

/** Locks the day, so that time off announced meanwhile is seen or waits. */
const assertNotOff = async (trx: Db, orgId: string, userId: string, day: string): Promise<void> => {
  const stored = await trx
    .selectFrom('day_plans')
    .select('origin')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .forUpdate()
    .executeTakeFirst()
  if (stored?.origin === 'time-off') throw new AppError('time_off')
}

const assertLocations = async (db: Db, orgId: string, plans: readonly { locationId: string | null }[]): Promise<void> => {
  const ids = [...new Set(plans.flatMap(({ locationId }) => locationId ?? []))]
  if (ids.length === 0) return
  const found = await db.selectFrom('locations').select('status').where('org_id', '=', orgId).where('id', 'in', ids).execute()
  if (found.length < ids.length) throw new AppError('entity_not_found', { detail: 'There is no location with this id.' })
  if (found.some(({ status }) => status === 'inactive')) throw new AppError('place_inactive')
}

const cancelElsewhere = async (trx: Db, orgId: string, command: Command, userId: string, day: string, locationId: string) => {
  const { id, actor, reason } = command
  await sql`
    update bookings
    set status = 'cancelled', updated_at = now(), changed_by = ${actor.changedBy}, changed_by_user_id = ${actor.userId},
      reason = ${reason}, command_id = ${id}
    where org_id = ${orgId} and user_id = ${userId} and day = ${day} and status = 'booked'
      and location_id <> ${locationId}`.execute(trx)
}
