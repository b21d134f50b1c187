import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Command, UserDayKey } from '../commands/command.ts'
import { isDeskTaken } from './refused-bookings.ts'

/**
 * Books the assigned desk on the given days, because it belongs to its assignee on every office day (domain §4). It skips days that
 * are no office days, have a booking, or are beyond the horizon, and desks that are inactive, taken, not in the planned location,
 * or in a building that is closed.
 */
export const bookAssignedDesks = async (trx: Db, orgId: string, command: Command, days: readonly UserDayKey[]): Promise<void> => {
  if (days.length === 0) return
  await sql`
    insert into bookings (
      org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, changed_by_user_id, reason, command_id
    )
    select distinct on (d.user_id, d.day) ${orgId}::uuid, time_ordered_id(), d.user_id, d.day, l.id, z.id, p.id,
      'auto-booking', null::uuid, 'assigned desk', ${command.id}::uuid
    from json_to_recordset(${JSON.stringify(days)}::json) as i ("userId" uuid, day date)
    join day_plans d on d.org_id = ${orgId} and d.user_id = i."userId" and d.day = i.day and d.plan = 'o'
    join users u on u.org_id = ${orgId} and u.id = d.user_id and u.status = 'active'
    join places p on p.org_id = ${orgId} and p.assigned_user_id = d.user_id and p.status = 'active'
    join zones z on z.org_id = ${orgId} and z.id = p.zone_id and z.kind = 'individual' and z.status = 'active'
    join levels v on v.org_id = ${orgId} and v.id = z.level_id and v.status = 'active'
    join locations l on l.org_id = ${orgId} and l.id = v.location_id and l.status = 'active'
    where l.id = coalesce(d.location_id, u.primary_location_id, l.id)
      and d.day >= local_day(now(), l.time_zone, l.day_start_hour)
      and d.day <= local_day(now(), l.time_zone, l.day_start_hour) + l.booking_horizon_days
      and not exists (select from closed_day(${orgId}, l.id, d.day) offset 0)
      and not exists (
        select
        from bookings b
        where b.org_id = ${orgId} and b.user_id = d.user_id and b.day = d.day and b.status = 'booked'
      )
      and not ${isDeskTaken(orgId, sql`p.id`, sql`d.day`)}
    order by d.user_id, d.day, p.name, p.id
    on conflict do nothing`.execute(trx)
}
