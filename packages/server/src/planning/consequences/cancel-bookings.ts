import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import type { Command } from '../commands/command.ts'

/**
 * Cancels those of these bookings that are live. `change_bookings()` in the database counts them off, logs them and marks their days.
 * By primary key: each booking is locked until the transaction ends, no desk or user is.
 * @returns how many
 */
export const cancelBookings = async (
  trx: Db,
  orgId: string,
  { id, actor, reason, cancellations }: Command,
  bookingIds: readonly string[],
): Promise<number> => {
  if (bookingIds.length === 0) return 0
  const { numAffectedRows = 0n } = await sql`
    update bookings
    set status = 'cancelled', changed_by = ${actor.changedBy}, changed_by_user_id = ${actor.userId},
      reason = ${reason}, command_id = ${id}
    where org_id = ${orgId} and id = any (${arrayLiteral(bookingIds)}::uuid[]) and status <> 'cancelled'`.execute(trx)
  if (cancellations) cancellations.bookings += Number(numAffectedRows)
  return Number(numAffectedRows)
}
