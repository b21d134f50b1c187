import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { daysBetween } from '../../platform/time/day.ts'
import { type Command, createCommand, type UserDayKey } from '../commands/command.ts'
import { bookAssignedDesks } from '../consequences/assigned-desks.ts'
import { releaseBookingsOfDays } from '../consequences/bookings-of-days.ts'
import { releaseParkingOfDaysOff } from '../consequences/parking-of-days-off.ts'
import { returnToWeekPlan } from '../plans/day-plans.ts'
import { lockWeekPlans } from '../plans/week-plans.ts'
import type { AcceptedTimeOff } from './timeoff-check.ts'
import { CALLED_OFF_REASON, TIME_OFF_REASON } from './timeoff-types.ts'

const ACTOR = { changedBy: 'time-off', userId: null } as const

/**
 * Applies these announcements and cancellations, which are already recorded, to their days. In whichever order they arrived, a day is
 * off as long as one announcement covers it (function is_announced_off()). Cancellations are applied first.
 */
export const applyTimeOff = async (trx: Db, orgId: string, events: readonly AcceptedTimeOff[]): Promise<void> => {
  if (events.length === 0) return
  const userIds = [...new Set(events.map(({ userId }) => userId))]
  // Announcements of a user wait for each other, so that none misses another; parking waits as well.
  await lockWeekPlans(trx, orgId, userIds)
  const scheduled = events.filter(({ eventType }) => eventType === 'scheduled')
  const calledOff = events.filter(({ eventType }) => eventType === 'cancelled')
  const [announcing, canceling] = [createCommand(ACTOR), createCommand(ACTOR, CALLED_OFF_REASON)]
  for (const chunk of chunksOf(calledOff)) {
    const officeDays = await returnToWeekPlan(trx, orgId, canceling, chunk)
    await bookAssignedDesks(trx, orgId, canceling, officeDays)
  }
  for (const chunk of chunksOf(scheduled)) await setDaysOff(trx, orgId, announcing, chunk)
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

/** Sets every day from the user's current day on to away, except days for which the announcement was already called off. */
const setDaysOff = async (trx: Db, orgId: string, command: Command, events: readonly AcceptedTimeOff[]): Promise<void> => {
  if (events.length === 0) return
  const { id, actor } = command
  const announced = events.map(({ eventId, userId, firstDay, lastDay, timeOffType }, index) => ({
    ...{ eventId, userId, firstDay, lastDay, index },
    reason: timeOffType ?? TIME_OFF_REASON,
  }))
  const { rows } = await sql<UserDayKey>`
    insert into day_plans as d (org_id, user_id, day, plan, origin, changed_by, reason, command_id)
    select distinct on (c.user_id, day.day) c.org_id, c.user_id, day.day::date, 'a', 'time-off', ${actor.changedBy}, i.reason, ${id}::uuid
    from json_to_recordset(${JSON.stringify(announced)}::json)
      as i ("eventId" text, "userId" uuid, "firstDay" date, "lastDay" date, index integer, reason text)
    join user_calendars c on c.org_id = ${orgId} and c.user_id = i."userId"
    cross join lateral generate_series(
      greatest(i."firstDay", c.today)::timestamp, i."lastDay"::timestamp, interval '1 day'
    ) as day (day)
    where not is_called_off(c.org_id, i."eventId", c.user_id, day.day::date)
    order by c.user_id, day.day, i.index desc
    on conflict (org_id, user_id, day) do update
    set plan = 'a', location_id = null, origin = 'time-off', updated_at = clock_timestamp(), changed_by = excluded.changed_by,
      changed_by_user_id = null, reason = excluded.reason, command_id = excluded.command_id
    where (d.plan, d.location_id, d.origin) is distinct from ('a', null::uuid, 'time-off')
    returning d.user_id as "userId", d.day`.execute(trx)
  await releaseBookingsOfDays(trx, orgId, command, rows)
  await releaseParkingOfDaysOff(trx, orgId, actor, rows)
}
