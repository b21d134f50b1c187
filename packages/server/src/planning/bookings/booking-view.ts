import type { Booking as NamedBooking } from '@rollcall/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { BOOKING_COLUMNS, NAMED_BOOKINGS } from '../days/named-booking.ts'

/** A booking with the names of its nodes and of its user. */
export interface Booking extends NamedBooking {
  userId: string
  day: string
  status: 'booked' | 'cancelled'
  reason: string | null
}

const select = async (db: Db, condition: RawBuilder<unknown>): Promise<Booking | undefined> => {
  const { rows } = await sql<Booking>`
    select ${BOOKING_COLUMNS}, b.user_id as "userId", b.day, b.status, b.reason
    from ${NAMED_BOOKINGS}
    where ${condition}`.execute(db)
  return rows[0]
}

export const findBooking = (db: Db, orgId: string, bookingId: string): Promise<Booking | undefined> =>
  select(db, sql`b.org_id = ${orgId} and b.id = ${bookingId}`)

/** Finds the live booking of a user and day. */
export const findBookingOfDay = (db: Db, orgId: string, userId: string, day: string): Promise<Booking | undefined> =>
  select(db, sql`b.org_id = ${orgId} and b.user_id = ${userId} and b.day = ${day} and b.status = 'booked'`)
