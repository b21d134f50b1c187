import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Command, UserDayKey } from '../commands/command.ts'
import { cancelBookings } from './cancel-bookings.ts'

const keyOf = ({ userId, day }: UserDayKey): string => `${userId} ${day}`

/**
 * Removes day plans, which the caller has locked, and their bookings. Bookings are locked before the days are removed, in the same order
 * as by a cancellation: first the booking, then the row in `day_removals`. The log names the command that removes them, although no row
 * of theirs is left to be signed.
 * @returns the number of canceled bookings
 */
export const removeDays = async (trx: Db, orgId: string, command: Command, days: readonly UserDayKey[]): Promise<number> => {
  if (days.length === 0) return 0
  const booked = await lockBookings(trx, orgId, days)
  await signRemoval(trx, command)
  const removed = new Set((await deleteDays(trx, orgId, days)).map(keyOf))
  const invalid = booked.filter((booking) => removed.has(keyOf(booking)))
  return cancelBookings(
    trx,
    orgId,
    command,
    invalid.map(({ id }) => id),
  )
}

/** Tells log_day_plans() what the rows would be signed with. To sign rows first would write each of them and its indexes once more. */
const signRemoval = (trx: Db, { id, actor, reason }: Command) => {
  const signature = { command_id: id, changed_by: actor.changedBy, changed_by_user_id: actor.userId, reason }
  return sql`select set_config('rollcall.removal', ${JSON.stringify(signature)}, true)`.execute(trx)
}

const lockBookings = async (trx: Db, orgId: string, days: readonly UserDayKey[]) => {
  const { rows } = await sql<UserDayKey & { id: string }>`
    select b.id, b.user_id as "userId", b.day
    from json_to_recordset(${JSON.stringify(days)}::json) as i ("userId" uuid, day date)
    cross join lateral (
      select b.id, b.user_id, b.day
      from bookings b
      where b.org_id = ${orgId} and b.user_id = i."userId" and b.day = i.day and b.status = 'booked'
      for no key update
    ) b`.execute(trx)
  return rows
}

const deleteDays = async (trx: Db, orgId: string, days: readonly UserDayKey[]) => {
  // Each row is found by its key, regardless of statistics: if these are older than the rows, PostgreSQL would compare each row with
  // each day. The `ctid` stays valid, because this transaction has locked the rows.
  const { rows } = await sql<UserDayKey>`
    delete from day_plans d
    using json_to_recordset(${JSON.stringify(days)}::json) as i ("userId" uuid, day date)
    cross join lateral (
      select s.ctid
      from day_plans s
      where s.org_id = ${orgId} and s.user_id = i."userId" and s.day = i.day
      offset 0
    ) s
    where d.ctid = s.ctid
    returning d.user_id as "userId", d.day`.execute(trx)
  return rows
}
