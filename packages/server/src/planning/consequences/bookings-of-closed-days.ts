import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { type Actor, createCommand } from '../commands/command.ts'
import { cancelBookings } from './cancel-bookings.ts'

/** Counts of bookings and parking that were canceled, and of the people who had them. */
export interface ReleasedDays {
  readonly bookingCount: number
  readonly userCount: number
}

interface ClosedBooking {
  readonly id: string
  readonly userId: string
  readonly reason: string
  readonly isParking: boolean
}

/**
 * Cancels bookings and parking of a building on its holidays and closed days, from its current day on, unless it allows them (domain
 * §12). The caller has locked the building: what is booked meanwhile waits for it and is refused. One look-up per closed day.
 */
export const releaseBookingsOfClosedDays = async (
  trx: Db,
  orgId: string,
  actor: Actor,
  locationId: string,
): Promise<ReleasedDays> => {
  const { rows } = await sql<ClosedBooking>`
    select b.id, b.user_id as "userId", b.is_parking as "isParking",
      format('%s: %s', case k.day_type when 'holiday' then 'holiday' else 'closed' end, k.name) as reason
    from locations l
    cross join lateral (select local_day(now(), l.time_zone, l.day_start_hour) as today offset 0) t
    cross join lateral special_days(${orgId}::uuid, t.today, t.today + 1100) k
    cross join lateral (
      select b.id, b.user_id, false as is_parking
      from bookings b
      where b.org_id = ${orgId} and b.location_id = ${locationId} and b.day = k.day and b.status = 'booked'
      union all
      select p.id, p.user_id, true
      from parking_bookings p
      where p.org_id = ${orgId} and p.location_id = ${locationId} and p.day = k.day and p.status = 'booked'
      offset 0
    ) b
    where l.org_id = ${orgId} and l.id = ${locationId} and not l.bookable_on_closed_days
      and k.location_id = ${locationId} and k.day_type is not null`.execute(trx)
  let bookingCount = 0
  const desks = rows.filter(({ isParking }) => !isParking)
  for (const [reason, bookings] of Map.groupBy(desks, (row) => row.reason)) {
    bookingCount += await cancelBookings(
      trx,
      orgId,
      createCommand(actor, reason),
      bookings.map(({ id }) => id),
    )
  }
  bookingCount += await cancelParking(
    trx,
    orgId,
    actor,
    rows.filter(({ isParking }) => isParking),
  )
  return { bookingCount, userCount: new Set(rows.map(({ userId }) => userId)).size }
}

const cancelParking = async (
  trx: Db,
  orgId: string,
  { changedBy, userId }: Actor,
  bookings: readonly ClosedBooking[],
): Promise<number> => {
  if (bookings.length === 0) return 0
  const { numAffectedRows = 0n } = await sql`
    update parking_bookings
    set status = 'cancelled', changed_by = ${changedBy}, changed_by_user_id = ${userId}
    where org_id = ${orgId} and id = any (${arrayLiteral(bookings.map(({ id }) => id))}::uuid[]) and status = 'booked'`.execute(
    trx,
  )
  return Number(numAffectedRows)
}
