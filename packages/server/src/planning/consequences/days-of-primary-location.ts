import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { createCommand, type UserDayKey } from '../commands/command.ts'
import { releaseBookingsOfDays } from './bookings-of-days.ts'

/**
 * Moves future office days to a new primary location, if they follow the week plan and it names no building. Bookings in the old
 * building are canceled. Locks the days that move.
 * @returns the number of canceled bookings
 */
export const moveDaysWithPrimaryLocation = async (trx: Db, orgId: string, userIds: readonly string[]): Promise<number> => {
  if (userIds.length === 0) return 0
  const command = createCommand({ changedBy: 'directory', userId: null }, 'primary location')
  const { rows } = await sql<UserDayKey & { hadLocation: boolean }>`
    with moving as materialized (
      select d.user_id, d.day, d.location_id, u.primary_location_id
      from unnest(${arrayLiteral(userIds)}::uuid[]) i (user_id)
      join users u on u.org_id = ${orgId} and u.id = i.user_id
      cross join lateral (
        select c.today from user_calendars c where c.org_id = ${orgId} and c.user_id = i.user_id offset 0
      ) c
      join day_plans d on d.org_id = ${orgId} and d.user_id = i.user_id and d.day > c.today and d.origin = 'week-plan' and d.plan = 'o'
      cross join lateral (
        select
        from week_plans w
        where w.org_id = ${orgId} and w.user_id = i.user_id and w.weekday = extract(isodow from d.day) and w.location_id is null
        offset 0
      ) w
      where d.location_id is distinct from u.primary_location_id
      order by d.user_id, d.day
      for no key update of d
    )
    update day_plans d
    set location_id = m.primary_location_id, updated_at = now(), changed_by = ${command.actor.changedBy}, changed_by_user_id = null,
      reason = ${command.reason}, command_id = ${command.id}
    from moving m
    where d.org_id = ${orgId} and d.user_id = m.user_id and d.day = m.day
    returning d.user_id as "userId", d.day, m.location_id is not null as "hadLocation"`.execute(trx)
  // A day without a building allows a booking in any building.
  return releaseBookingsOfDays(
    trx,
    orgId,
    command,
    rows.filter(({ hadLocation }) => hadLocation),
  )
}
