import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { createCommand } from '../commands/command.ts'

/**
 * Makes the announced days of users who are active again days off, from their current day on: their plans were removed when they left,
 * and the announcements still stand (domain §5). Existing plans stay. The activation locks the users: announcements wait for it. It reads
 * the announcements of each user once.
 */
export const restoreDaysOff = async (trx: Db, orgId: string, userIds: readonly string[]): Promise<void> => {
  if (userIds.length === 0) return
  const { id, actor, reason } = createCommand({ changedBy: 'time-off', userId: null }, 'time off')
  await sql`
    insert into day_plans (org_id, user_id, day, plan, origin, changed_by, reason, command_id)
    select ${orgId}::uuid, i.user_id, day.day, 'a', 'time-off', ${actor.changedBy}, ${reason}, ${id}::uuid
    from unnest(${arrayLiteral(userIds)}::uuid[]) i (user_id)
    cross join lateral (
      select c.today from user_calendars c where c.org_id = ${orgId} and c.user_id = i.user_id offset 0
    ) c
    cross join lateral (select unnest(range_agg(a.days)) as days from announcements(${orgId}, i.user_id) a offset 0) off
    cross join lateral (select greatest(lower(off.days), c.today) as first_day) f
    cross join lateral (select f.first_day + n as day from generate_series(0, upper(off.days) - 1 - f.first_day) n) day
    order by i.user_id, day.day
    on conflict do nothing`.execute(trx)
}
