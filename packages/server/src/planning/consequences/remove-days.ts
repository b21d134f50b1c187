import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Command, UserDayKey } from '../commands/command.ts'
import { releaseBookingsOfDays } from './bookings-of-days.ts'

/**
 * Removes the day plans that this command has signed, and the bookings on them: the log says who removed a day as its row says it.
 * A row that another command changed since then comes after this one and stays.
 * @returns how many bookings fell
 */
export const removeSignedDays = async (
  trx: Db,
  orgId: string,
  command: Command,
  days: readonly UserDayKey[],
): Promise<number> => {
  if (days.length === 0) return 0
  // Each is found by its key, whatever the statistics say: where the rows are newer than those, each of them would be compared with
  // each day. It is ours since it was signed, so it stays where it is found.
  const { rows } = await sql<UserDayKey>`
    delete from day_plans d
    using json_to_recordset(${JSON.stringify(days)}::json) as i ("userId" uuid, day date)
    cross join lateral (
      select s.ctid
      from day_plans s
      where s.org_id = ${orgId} and s.user_id = i."userId" and s.day = i.day and s.command_id = ${command.id}
      offset 0
    ) s
    where d.ctid = s.ctid
    returning d.user_id as "userId", d.day`.execute(trx)
  return releaseBookingsOfDays(trx, orgId, command, rows)
}
