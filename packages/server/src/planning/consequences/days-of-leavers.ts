import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { type Command, createCommand, type UserDayKey } from '../commands/command.ts'
import { cancelBookings } from './cancel-bookings.ts'
import { removeSignedDays } from './remove-days.ts'

/**
 * Removes the plans and bookings of leavers after their current local day (domain §2: reason `directory`); history stays. The
 * deactivation locks the users: a booking that is made meanwhile waits for it and is refused.
 * @returns the number of canceled bookings
 */
export const releaseDaysOfLeavers = async (trx: Db, orgId: string, userIds: readonly string[]): Promise<number> => {
  if (userIds.length === 0) return 0
  const command = createCommand({ changedBy: 'directory', userId: null }, 'directory')
  const days = await signDaysToCome(trx, orgId, command, userIds)
  const canceled = await removeSignedDays(trx, orgId, command, days)
  return (
    canceled +
    (await cancelBookings(trx, orgId, createCommand(command.actor, command.reason), await selectRemaining(trx, orgId, userIds)))
  )
}

const signDaysToCome = async (trx: Db, orgId: string, { id, actor, reason }: Command, userIds: readonly string[]) => {
  const { rows } = await sql<UserDayKey>`
    update day_plans d
    set changed_by = ${actor.changedBy}, changed_by_user_id = null, reason = ${reason}, command_id = ${id}
    from unnest(${arrayLiteral(userIds)}::uuid[]) i (user_id)
    cross join lateral (
      select c.today from user_calendars c where c.org_id = ${orgId} and c.user_id = i.user_id offset 0
    ) c
    where d.org_id = ${orgId} and d.user_id = i.user_id and d.day > c.today
    returning d.user_id as "userId", d.day`.execute(trx)
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
