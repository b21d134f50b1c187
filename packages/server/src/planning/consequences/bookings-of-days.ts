import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Command, UserDayKey } from '../commands/command.ts'
import { cancelBookings } from './cancel-bookings.ts'

interface InvalidBooking {
  readonly id: string
  readonly reason: string | null
}

/**
 * Cancels bookings that need an office day in their building (domain §4), if the day is no longer an office day, has no plan, or is
 * planned in another building. The log shows the cancellation together with the change of the day. It takes one look-up per day. The
 * command has changed and locked these days, so no booking can be added to them meanwhile.
 * @returns the number of canceled bookings
 */
export const releaseBookingsOfDays = async (
  trx: Db,
  orgId: string,
  command: Command,
  days: readonly UserDayKey[],
): Promise<number> => {
  if (days.length === 0) return 0
  const { rows } = await sql<InvalidBooking>`
    select b.id, coalesce(d.reason, ${command.reason}::text) as reason
    from json_to_recordset(${JSON.stringify(days)}::json) as i ("userId" uuid, day date)
    cross join lateral (
      select b.id, b.location_id
      from bookings b
      where b.org_id = ${orgId} and b.user_id = i."userId" and b.day = i.day and b.status = 'booked'
      offset 0
    ) b
    left join lateral (
      select d.plan, d.location_id, d.reason
      from day_plans d
      where d.org_id = ${orgId} and d.user_id = i."userId" and d.day = i.day
      offset 0
    ) d on true
    where d.plan is distinct from 'o' or d.location_id <> b.location_id`.execute(trx)
  let canceled = 0
  for (const [reason, bookings] of Map.groupBy(rows, (row) => row.reason)) {
    canceled += await cancelBookings(
      trx,
      orgId,
      { ...command, reason },
      bookings.map(({ id }) => id),
    )
  }
  return canceled
}
