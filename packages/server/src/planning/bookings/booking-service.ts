import { sql } from 'kysely'
import { unknownUser } from '../../directory/people/find-user.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { executePrepared } from '../../platform/db/prepared.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { type Actor, type Command, createCommand } from '../commands/command.ts'
import { cancelBookings } from '../consequences/cancel-bookings.ts'
import { lockDay, saveDayPlans } from '../plans/day-plans.ts'
import { type BookedNode, getNode, type NodeChoice } from './booking-node.ts'
import { type Booking, findBooking } from './booking-view.ts'

export type { NodeChoice } from './booking-node.ts'
export { type Booking, findBooking, findBookingOfDay } from './booking-view.ts'
export { listFreeDesks, listFreeZones } from './free-places.ts'

export interface BookingRequest {
  readonly userId: string
  readonly day: string
  readonly node: NodeChoice
  readonly reason?: string | null
}

/**
 * Plans the day in the office and books, which replaces the user's booking of that day, in one transaction: if it fails, the user
 * keeps the former booking. Booking the same node again changes nothing.
 * @throws AppError with one of the codes of db/constraints.ts, time_off, entity_not_found or invalid_request
 */
export const book = (db: Db, orgId: string, actor: Actor, { userId, day, node, reason }: BookingRequest): Promise<void> =>
  underRules(
    transact(db, async (trx) => {
      const present = await getBookedNode(trx, orgId, userId, day)
      const wanted = await getNode(trx, orgId, node, day)
      if (isAt(present, wanted)) return
      // The rules of bookings look at the new building alone, where the day may still go on: a no-show could be moved there.
      if (present.isOver && actor.changedBy === 'user') throw new AppError('day_in_past')
      const command = createCommand(actor, reason ?? null)
      const isOfficeDay = (await lockDay(trx, orgId, userId, day))?.plan === 'o'
      const plan = () => saveDayPlans(trx, orgId, command, [officeDay(userId, day, wanted.locationId)])
      if (!isOfficeDay) await plan()
      // The booking moves before the plan does, because moving the plan to another building would cancel the booking.
      await saveBooking(trx, orgId, command, userId, day, wanted)
      if (isOfficeDay) await plan()
    }),
  )

type Present = (BookedNode | Record<keyof BookedNode, null>) & { readonly isOver: boolean | null }

/** Returns what the user has booked, and whether the day is over there; nulls without a booking. @throws AppError entity_not_found */
const getBookedNode = async (trx: Db, orgId: string, userId: string, day: string): Promise<Present> => {
  const [present] = await executePrepared(
    trx,
    'booked node of a day',
    sql<Present>`
      select b.location_id as "locationId", b.zone_id as "zoneId", b.place_id as "placeId",
        b.day < local_day(now(), l.time_zone, l.day_start_hour) as "isOver"
      from users u
      left join bookings b on b.org_id = u.org_id and b.user_id = u.id and b.day = ${day} and b.status = 'booked'
      left join locations l on l.org_id = b.org_id and l.id = b.location_id
      where u.org_id = ${orgId} and u.id = ${userId}`,
  )
  if (!present) throw unknownUser()
  return present
}

const isAt = (present: Present, { locationId, zoneId, placeId }: BookedNode): boolean =>
  present.locationId === locationId && present.zoneId === zoneId && present.placeId === placeId

export const officeDay = (userId: string, day: string, locationId: string) =>
  ({ userId, day, plan: 'o', locationId, origin: 'day-plan' }) as const

/** Creates or moves the booking in one statement, so the user is never without one; a moved booking keeps its id. */
export const saveBooking = async (
  trx: Db,
  orgId: string,
  { id, actor, reason }: Command,
  userId: string,
  day: string,
  { locationId, zoneId, placeId }: BookedNode,
): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into bookings (
      org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, changed_by_user_id, reason, command_id
    )
    values (
      ${orgId}, time_ordered_id(), ${userId}, ${day}, ${locationId}, ${zoneId}, ${placeId},
      ${actor.changedBy}, ${actor.userId}, ${reason}, ${id}
    )
    on conflict (org_id, user_id, day) where status = 'booked' do update
    set location_id = excluded.location_id, zone_id = excluded.zone_id, place_id = excluded.place_id, updated_at = now(),
      changed_by = excluded.changed_by, changed_by_user_id = excluded.changed_by_user_id, reason = excluded.reason,
      command_id = excluded.command_id
    returning id`.execute(trx)
  return (rows[0] as { id: string }).id
}

/**
 * Cancels a booking; the plan stays. Canceling it again changes nothing.
 * @throws AppError entity_not_found; day_in_past when a user cancels a past booking
 */
export const cancelBooking = (
  db: Db,
  orgId: string,
  actor: Actor,
  bookingId: string,
  reason: string | null = null,
): Promise<Booking> =>
  underRules(
    transact(db, async (trx) => {
      const command = createCommand(actor, reason)
      const { rows } = await sql<{ status: string; isPast: boolean }>`
        select b.status, b.day < local_day(now(), l.time_zone, l.day_start_hour) as "isPast"
        from bookings b
        join locations l on l.org_id = b.org_id and l.id = b.location_id
        where b.org_id = ${orgId} and b.id = ${bookingId}
        for update of b`.execute(trx)
      if (!rows[0]) throw new AppError('entity_not_found', { detail: 'There is no booking with this id.' })
      if (rows[0].status === 'booked' && rows[0].isPast && actor.changedBy === 'user') throw new AppError('day_in_past')
      await cancelBookings(trx, orgId, command, [bookingId])
      return (await findBooking(trx, orgId, bookingId)) as Booking
    }),
  )
