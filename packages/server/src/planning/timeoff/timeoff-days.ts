import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { daysBetween } from '../../platform/time/day.ts'
import { type Command, createCommand, type UserDayKey } from '../commands/command.ts'
import { bookAssignedDesks } from '../consequences/assigned-desks.ts'
import { releaseBookingsOfDays } from '../consequences/bookings-of-days.ts'
import { releaseParkingOfDaysOff } from '../consequences/parking-of-days-off.ts'
import { returnToWeekPlan, type UserDayRange } from '../plans/day-plans.ts'
import { lockWeekPlans } from '../plans/week-plans.ts'
import { type Backdating, readBackdating, restoreLateDaysOff } from './late-days-off.ts'
import type { AcceptedTimeOff } from './timeoff-check.ts'
import { CALLED_OFF_REASON, TIME_OFF_REASON } from './timeoff-types.ts'

const ACTOR = { changedBy: 'time-off', userId: null } as const

/**
 * Applies these announcements and cancellations, which are already recorded, to their days. In whichever order they arrived, a day is
 * off as long as one announcement covers it (function announcements_of_day()). Cancellations are applied first.
 */
export const applyTimeOff = async (trx: Db, orgId: string, events: readonly AcceptedTimeOff[]): Promise<void> => {
  if (events.length === 0) return
  const userIds = [...new Set(events.map(({ userId }) => userId))]
  // Announcements of a user wait for each other, so that none misses another; parking waits as well.
  await lockWeekPlans(trx, orgId, userIds)
  const scheduled = events.filter(({ eventType }) => eventType === 'scheduled')
  const calledOff = events.filter(({ eventType }) => eventType === 'cancelled')
  const [announcing, canceling] = [createCommand(ACTOR), createCommand(ACTOR, CALLED_OFF_REASON)]
  const backdating = await readBackdating(trx, orgId)
  for (const chunk of chunksOf(calledOff)) {
    await restoreLateDaysOff(trx, orgId, canceling, chunk, backdating)
    const officeDays = await returnToWeekPlan(trx, orgId, canceling, chunk)
    await bookAssignedDesks(trx, orgId, canceling, officeDays)
  }
  for (const chunk of chunksOf(scheduled)) await setDaysOff(trx, orgId, announcing, chunk, backdating)
}

/** The maximum number of days per statement, because a statement has a timeout and its rows are in memory. */
export const CHUNK_DAYS = 5_000

const chunksOf = (events: readonly AcceptedTimeOff[]): AcceptedTimeOff[][] => {
  const chunks: AcceptedTimeOff[][] = []
  let days = CHUNK_DAYS
  for (const event of events) {
    if (days >= CHUNK_DAYS) {
      chunks.push([])
      days = 0
    }
    chunks.at(-1)?.push(event)
    days += daysBetween(event.firstDay, event.lastDay) + 1
  }
  return chunks
}

/**
 * Sets every day to away from the user's current day on, or from as many days before as the organization allows, except days for which
 * the announcement was already called off. Days that are over remember what they were. What depends on the number of announcements is
 * looked up once for each of them, not once for each day.
 */
const setDaysOff = async (
  trx: Db,
  orgId: string,
  command: Command,
  events: readonly AcceptedTimeOff[],
  { days: daysBack, firstKept }: Backdating,
): Promise<void> => {
  if (events.length === 0) return
  const { id, actor } = command
  const announced = events.map(({ eventId, userId, firstDay, lastDay, timeOffType }, index) => ({
    ...{ eventId, userId, firstDay, lastDay, index },
    reason: timeOffType ?? TIME_OFF_REASON,
  }))
  await sql`
    insert into day_plans as d (org_id, user_id, day, plan, origin, changed_by, reason, command_id, before_late_time_off)
    select distinct on (i."userId", day.day) ${orgId}::uuid, i."userId", day.day::date, 'a', 'time-off', ${actor.changedBy}, i.reason,
      ${id}::uuid, case when day.day < c.today then jsonb_build_object('bookingId', (
        select b.id from bookings b where b.org_id = ${orgId} and b.user_id = i."userId" and b.day = day.day::date and b.status = 'booked'
      )) end
    from json_to_recordset(${JSON.stringify(announced)}::json)
      as i ("eventId" text, "userId" uuid, "firstDay" date, "lastDay" date, index integer, reason text)
    cross join lateral (select c.today from user_calendars c where c.org_id = ${orgId} and c.user_id = i."userId" offset 0) c
    left join lateral (
      select o.start_date, o.end_date
      from time_off_events o
      where o.org_id = ${orgId} and o.event_id = i."eventId" and o.event_type = 'cancelled' and o.user_id = i."userId"
      offset 0
    ) o on true
    cross join lateral generate_series(
      greatest(i."firstDay", ${daysBack === 0 ? sql`c.today` : sql`c.today - ${daysBack}::int, ${firstKept}::date`})::timestamp, i."lastDay"::timestamp, interval '1 day'
    ) as day (day)
    where (day.day between o.start_date and o.end_date) is not true
    order by i."userId", day.day, i.index desc
    on conflict (org_id, user_id, day) do update
    set plan = 'a', location_id = null, origin = 'time-off', updated_at = clock_timestamp(), changed_by = excluded.changed_by,
      changed_by_user_id = null, reason = excluded.reason, command_id = excluded.command_id,
      before_late_time_off = excluded.before_late_time_off
        || jsonb_build_object('plan', d.plan, 'locationId', d.location_id, 'origin', d.origin)
    where (d.plan, d.location_id, d.origin) is distinct from ('a', null::uuid, 'time-off')`.execute(trx)
  const days = await selectBookedDays(trx, orgId, command, announced)
  await releaseBookingsOfDays(trx, orgId, command, days)
  // Parking of days that are over stays: it comes back with no cancellation.
  await releaseParkingOfDaysOff(
    trx,
    orgId,
    actor,
    days.filter(({ isOver }) => !isOver),
  )
}

/** Returns the days that the command has set and for which the user booked a desk or parking. It reads one range for each announcement. */
const selectBookedDays = async (
  trx: Db,
  orgId: string,
  { id }: Command,
  ranges: readonly UserDayRange[],
): Promise<(UserDayKey & { isOver: boolean })[]> => {
  const input = JSON.stringify(ranges.map(({ userId, firstDay, lastDay }) => ({ userId, firstDay, lastDay })))
  const { rows } = await sql<UserDayKey & { isOver: boolean }>`
    select distinct b.user_id as "userId", b.day, d.is_over as "isOver"
    from json_to_recordset(${input}::json) as i ("userId" uuid, "firstDay" date, "lastDay" date)
    cross join lateral (
      select b.user_id, b.day
      from bookings b
      where b.org_id = ${orgId} and b.user_id = i."userId" and b.day between i."firstDay" and i."lastDay" and b.status = 'booked'
      union all
      select p.user_id, p.day
      from parking_bookings p
      where p.org_id = ${orgId} and p.user_id = i."userId" and p.day between i."firstDay" and i."lastDay" and p.status = 'booked'
      offset 0
    ) b
    cross join lateral (
      select d.before_late_time_off is not null as is_over
      from day_plans d
      where d.org_id = ${orgId} and d.user_id = b.user_id and d.day = b.day and d.command_id = ${id}
      offset 0
    ) d
    order by b.user_id, b.day`.execute(trx)
  return rows
}
