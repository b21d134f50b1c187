import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Actor, UserDayKey } from '../commands/command.ts'

/** Cancels parking on days that are announced as time off (domain §5). It takes one look-up per day, and locks what it cancels. */
export const releaseParkingOfDaysOff = async (
  trx: Db,
  orgId: string,
  { changedBy, userId }: Actor,
  days: readonly UserDayKey[],
): Promise<void> => {
  if (days.length === 0) return
  await sql`
    update parking_bookings b
    set status = 'cancelled', changed_by = ${changedBy}, changed_by_user_id = ${userId}
    from json_to_recordset(${JSON.stringify(days)}::json) as i ("userId" uuid, day date)
    cross join lateral (
      select p.id
      from parking_bookings p
      where p.org_id = ${orgId} and p.user_id = i."userId" and p.day = i.day and p.status = 'booked'
      offset 0
    ) p
    where b.org_id = ${orgId} and b.id = p.id`.execute(trx)
}
