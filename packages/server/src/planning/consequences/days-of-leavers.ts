import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { type Command, createCommand, type UserDayKey } from '../commands/command.ts'
import { cancelBookings } from './cancel-bookings.ts'
import { removeSignedDays } from './remove-days.ts'

/**
 * Leavers have no plans or bookings after their today (domain §2: reason `directory`); history stays. The deactivation locks the
 * users: a booking that is made meanwhile waits for it and is refused.
 * @returns how many bookings were canceled
 */
export const releaseDaysOfLeavers = async (trx: Db, orgId: string, userIds: readonly string[]): Promise<number> => {
  if (userIds.length === 0) return 0
  const command = createCommand({ changedBy: 'directory', userId: null }, 'directory')
  const days = await signDaysToCome(trx, orgId, command, userIds)
  const fallen = await removeSignedDays(trx, orgId, command, days)
  return (
    fallen +
    (await cancelBookings(trx, orgId, createCommand(command.actor, command.reason), await selectLeft(trx, orgId, userIds)))
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

/** Bookings in a building with another local date: its tomorrow is the leaver's today. */
const selectLeft = async (trx: Db, orgId: string, userIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select b.id
    from unnest(${arrayLiteral(userIds)}::uuid[]) i (user_id)
    cross join lateral (
      select b.id
      from bookings b
      join locations l on l.org_id = b.org_id and l.id = b.location_id
      where b.org_id = ${orgId} and b.user_id = i.user_id and b.status = 'booked' and b.day > (now() at time zone l.time_zone)::date
      offset 0
    ) b`.execute(trx)
  return rows.map(({ id }) => id)
}
