import { sql } from 'kysely'
import { anonymousThrough } from '../../intake/day-changes/anonymous-days.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { daysAfter } from '../../platform/time/day.ts'
import type { Command, UserDayKey } from '../commands/command.ts'
import { removeDays } from '../consequences/remove-days.ts'
import type { UserDayRange } from '../plans/day-plans.ts'

/** How far back announcements change days that are over. */
export interface Backdating {
  /** Days before the user's current one; 0: none. */
  readonly days: number
  /** The first day that is not anonymous yet: days before it cannot be computed again. */
  readonly firstKept: string
}

export const readBackdating = async (trx: Db, orgId: string): Promise<Backdating> => {
  const { days } = await trx
    .selectFrom('organizations')
    .select('time_off_backdating as days')
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow()
  return { days, firstKept: daysAfter(await anonymousThrough(trx, orgId, 'presence'), 1) }
}

interface Restored extends UserDayKey {
  readonly bookingId: string | null
  readonly hadPlan: boolean
}

/**
 * Gives days that late announcements made days off their earlier plan and booking again, unless another announcement covers them. Only
 * such days remember what they were (`before_late_time_off`). The caller has locked the week plans (`lockWeekPlans`).
 */
export const restoreLateDaysOff = async (
  trx: Db,
  orgId: string,
  command: Command,
  ranges: readonly UserDayRange[],
  { days, firstKept }: Backdating,
): Promise<void> => {
  if (days === 0 || ranges.length === 0) return
  const { rows } = await sql<Restored>`
    update day_plans d
    set plan = coalesce(d.before_late_time_off ->> 'plan', d.plan),
      location_id = (d.before_late_time_off ->> 'locationId')::uuid,
      origin = coalesce(d.before_late_time_off ->> 'origin', d.origin),
      before_late_time_off = null, updated_at = clock_timestamp(), changed_by = ${command.actor.changedBy}, changed_by_user_id = null,
      reason = ${command.reason}, command_id = ${command.id}
    from (
      select distinct on (s.user_id, s.day) s.ctid as row_id, s.before_late_time_off as before
      from json_to_recordset(${JSON.stringify(ranges)}::json) as i ("userId" uuid, "firstDay" date, "lastDay" date)
      cross join lateral (select c.today from user_calendars c where c.org_id = ${orgId} and c.user_id = i."userId" offset 0) c
      cross join lateral (
        select s.ctid, s.user_id, s.day, s.before_late_time_off
        from day_plans s
        where s.org_id = ${orgId} and s.user_id = i."userId" and s.day >= greatest(i."firstDay", c.today - ${days}::int, ${firstKept}::date)
          and s.day <= least(i."lastDay", c.today - 1) and s.before_late_time_off is not null
        for no key update
      ) s
      where not exists (select from announcements_of_day(${orgId}::uuid, s.user_id, s.day) offset 0)
      order by s.user_id, s.day
    ) late
    where d.ctid = late.row_id
    returning d.user_id as "userId", d.day, (late.before ->> 'bookingId')::uuid as "bookingId",
      late.before ->> 'plan' is not null as "hadPlan"`.execute(trx)
  const withoutPlan = rows.filter(({ hadPlan }) => !hadPlan).map(({ userId, day }) => ({ userId, day }))
  await removeDays(trx, orgId, command, withoutPlan)
  await restoreBookings(
    trx,
    orgId,
    command,
    rows.flatMap(({ bookingId }) => bookingId ?? []),
  )
}

/**
 * Bookings whose place presence has given to another user meanwhile stay canceled. Of several that come back to one desk, or to a zone
 * with too little room, those that were canceled last precede.
 */
const restoreBookings = async (trx: Db, orgId: string, { id, actor, reason }: Command, bookingIds: readonly string[]) => {
  if (bookingIds.length === 0) return
  await sql`
    update bookings b
    set status = 'booked', changed_by = ${actor.changedBy}, changed_by_user_id = null, reason = ${reason}, command_id = ${id}
    from (
      select c.id, c.zone_id, c.day, row_number() over (partition by c.day, c.zone_id order by c.updated_at desc, c.id) as zone_turn,
        row_number() over (partition by c.day, coalesce(c.place_id, c.id) order by c.updated_at desc, c.id) as place_turn
      from bookings c
      where c.org_id = ${orgId} and c.id = any (${arrayLiteral(bookingIds)}::uuid[]) and c.status = 'cancelled'
        and not exists (
          select
          from bookings o
          where o.org_id = c.org_id and o.day = c.day and o.status = 'booked' and (o.user_id = c.user_id or o.place_id = c.place_id)
        )
    ) r
    where b.org_id = ${orgId} and b.id = r.id and r.place_turn = 1
      and not exists (
        select
        from zones z
        left join zone_days t on t.org_id = z.org_id and t.zone_id = z.id and t.day = r.day
        where z.org_id = ${orgId} and z.id = r.zone_id and is_zone_over_capacity(z.kind, z.capacity, coalesce(t.taken, 0) + r.zone_turn)
      )`.execute(trx)
}
