import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { createCommand, type UserDayKey } from '../commands/command.ts'
import { cancelBookings } from './cancel-bookings.ts'
import { removeDays } from './remove-days.ts'

/**
 * Removes the plans and bookings of leavers after their current local day (domain §2: reason `directory`); history stays. The
 * deactivation locks the users: a booking that is made meanwhile waits for it and is refused.
 * @returns the number of canceled bookings
 */
export const releaseDaysOfLeavers = async (trx: Db, orgId: string, userIds: readonly string[]): Promise<number> => {
  if (userIds.length === 0) return 0
  const command = createCommand({ changedBy: 'directory', userId: null }, 'directory')
  const canceled = await removeDays(trx, orgId, command, await lockDaysToCome(trx, orgId, userIds))
  return (
    canceled +
    (await cancelBookings(trx, orgId, createCommand(command.actor, command.reason), await selectRemaining(trx, orgId, userIds)))
  )
}

const lockDaysToCome = async (trx: Db, orgId: string, userIds: readonly string[]) => {
  const { rows } = await sql<UserDayKey>`
    select d.user_id as "userId", d.day
    from unnest(${arrayLiteral(userIds)}::uuid[]) i (user_id)
    cross join lateral (
      select c.today from user_calendars c where c.org_id = ${orgId} and c.user_id = i.user_id offset 0
    ) c
    cross join lateral (
      select d.user_id, d.day
      from day_plans d
      where d.org_id = ${orgId} and d.user_id = i.user_id and d.day > c.today
      order by d.day
      for update
    ) d`.execute(trx)
  return rows
}

/** Selects bookings in buildings where the leaver's current day is already tomorrow. */
const selectRemaining = async (trx: Db, orgId: string, userIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select b.id
    from unnest(${arrayLiteral(userIds)}::uuid[]) i (user_id)
    cross join lateral (
      select b.id
      from bookings b
      join locations l on l.org_id = b.org_id and l.id = b.location_id
      where b.org_id = ${orgId} and b.user_id = i.user_id and b.status = 'booked' and b.day > local_day(now(), l.time_zone, l.day_start_hour)
      offset 0
    ) b`.execute(trx)
  return rows.map(({ id }) => id)
}
