import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import type { Command, UserDayKey } from '../commands/command.ts'
import { releaseBookingsOfDays } from './bookings-of-days.ts'
import { releaseParkingOfDaysOff } from './parking-of-days-off.ts'

/**
 * Gives active users a day plan on each day of their horizon for which their week plan has an entry, so that they do not wait for the
 * next night (domain §3). Announced time off takes precedence, and existing plans stay. It takes a few look-ups per user and day; the
 * cost is mostly that of the new rows, their rules and the log.
 * @returns the new office days
 */
export const planDaysOfHorizon = async (
  trx: Db,
  orgId: string,
  command: Command,
  userIds: readonly string[],
): Promise<UserDayKey[]> => {
  if (userIds.length === 0) return []
  const { id, actor, reason } = command
  const { rows } = await sql<UserDayKey & { plan: string; isOff: boolean }>`
    insert into day_plans as d (org_id, user_id, day, plan, location_id, origin, changed_by, changed_by_user_id, reason, command_id)
    select ${orgId}::uuid, i.user_id, day.day, case when o.is_off then 'a' else w.plan end,
      case when w.plan = 'o' and not o.is_off then w.location_id end, case when o.is_off then 'time-off' else 'week-plan' end,
      ${actor.changedBy}, ${actor.userId}::uuid, ${reason}, ${id}::uuid
    from unnest(${arrayLiteral(userIds)}::uuid[]) i (user_id)
    cross join lateral (select u.status from users u where u.org_id = ${orgId} and u.id = i.user_id offset 0) u
    cross join lateral (
      select c.today, c.horizon_end from user_calendars c where c.org_id = ${orgId} and c.user_id = i.user_id offset 0
    ) c
    cross join lateral (select c.today + n as day from generate_series(0, c.horizon_end - c.today) n) day
    cross join lateral (
      select w.plan, w.location_id
      from week_plans w
      where w.org_id = ${orgId} and w.user_id = i.user_id and w.weekday = extract(isodow from day.day)
      offset 0
    ) w
    cross join lateral (select exists (select from announcements_of_day(${orgId}, i.user_id, day.day)) as is_off offset 0) o
    -- As a condition of the look-up it would invite the index on active users, which has all of them in one range.
    where u.status = 'active'
    order by i.user_id, day.day
    on conflict do nothing
    returning d.user_id as "userId", d.day, d.plan, d.origin = 'time-off' as "isOff"`.execute(trx)
  const keysOf = (days: readonly UserDayKey[]) => days.map(({ userId, day }) => ({ userId, day }))
  await releaseParkingOfDaysOff(trx, orgId, actor, keysOf(rows.filter(({ isOff }) => isOff)))
  await releaseBookingsOfDays(trx, orgId, command, keysOf(rows.filter(({ plan }) => plan !== 'o')))
  return keysOf(rows.filter(({ plan }) => plan === 'o'))
}
