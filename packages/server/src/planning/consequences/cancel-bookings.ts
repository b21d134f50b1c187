import { sql } from 'kysely'
import { writePushes } from '../../directory/push/push-outbox.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import type { Actor, ChangedBy, Command } from '../commands/command.ts'
import { NAMED_BOOKINGS } from '../days/named-booking.ts'

/** Cancellations that people learn of only from us. The release of unconfirmed bookings has a notification of its own. */
const SURPRISING: ReadonlySet<ChangedBy> = new Set<ChangedBy>(['administrator', 'directory', 'time-off'])

interface Lost extends Record<string, string | null> {
  readonly userId: string
  readonly day: string
  readonly node: string | null
  readonly building: string
}

/** Notifies those who have a device of bookings of today and later that others are about to cancel. */
const tellLosers = async (trx: Db, orgId: string, { userId }: Actor, bookingIds: readonly string[]): Promise<void> => {
  const { rows } = await sql<Lost>`
    select b.user_id as "userId", b.day, coalesce(p.name, z.name) as node, l.name as building
    from ${NAMED_BOOKINGS}
    where b.org_id = ${orgId} and b.id = any (${arrayLiteral(bookingIds)}::uuid[]) and b.status = 'booked'
      and b.user_id is distinct from ${userId}::uuid and b.day >= local_day(now(), l.time_zone, l.day_start_hour)
      and exists (select from push_devices d where d.org_id = b.org_id and d.user_id = b.user_id)`.execute(trx)
  const pushes = rows.map(({ userId: loser, ...details }) => ({ userId: loser, topic: `booking ${details.day}`, details }))
  await writePushes(trx, orgId, 'booking-lost', pushes)
}

/** Bookings that one statement cancels: its triggers hold them in memory, and a statement of a request has a timeout. */
const CANCELED_AT_ONCE = 5_000

/**
 * Cancels those of these bookings that are live. `change_bookings()` in the database counts them off, logs them and marks their days.
 * By primary key: each booking is locked until the transaction ends, no desk or user is.
 * @returns how many
 */
export const cancelBookings = async (
  trx: Db,
  orgId: string,
  command: Command,
  bookingIds: readonly string[],
): Promise<number> => {
  let canceled = 0
  for (let at = 0; at < bookingIds.length; at += CANCELED_AT_ONCE)
    canceled += await cancelSome(trx, orgId, command, bookingIds.slice(at, at + CANCELED_AT_ONCE))
  if (command.cancellations) command.cancellations.bookings += canceled
  return canceled
}

const cancelSome = async (
  trx: Db,
  orgId: string,
  { id, actor, reason }: Command,
  bookingIds: readonly string[],
): Promise<number> => {
  if (SURPRISING.has(actor.changedBy)) await tellLosers(trx, orgId, actor, bookingIds)
  const { numAffectedRows = 0n } = await sql`
    update bookings
    set status = 'cancelled', changed_by = ${actor.changedBy}, changed_by_user_id = ${actor.userId},
      reason = ${reason}, command_id = ${id}
    where org_id = ${orgId} and id = any (${arrayLiteral(bookingIds)}::uuid[]) and status <> 'cancelled'`.execute(trx)
  return Number(numAffectedRows)
}
