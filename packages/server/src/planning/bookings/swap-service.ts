import { sql } from 'kysely'
import { assertUser } from '../../directory/people/find-user.ts'
import { underRules } from '../../platform/db/constraints.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { type Actor, type Command, createCommand } from '../commands/command.ts'
import { lockDay, saveDayPlans } from '../plans/day-plans.ts'
import { getNode } from './booking-node.ts'
import { findBookingOfDay, officeDay, saveBooking } from './booking-service.ts'

export interface Swap {
  readonly day: string
  readonly userId: string
  readonly placeId: string
  readonly otherUserId: string
  readonly otherPlaceId: string
  readonly reason?: string | null
}

/**
 * Gives each of two users the desk of the other, in one transaction; each booking keeps its id. Nothing changes if they already
 * have the desks that way.
 * @throws AppError as book; invalid_request for a single user, conflict if the two do not have these desks
 */
export const swapDesks = (db: Db, orgId: string, actor: Actor, swap: Swap): Promise<void> => {
  const { day, userId, otherUserId, placeId, otherPlaceId } = swap
  if (userId === otherUserId) throw new AppError('invalid_request', { detail: 'Name two different people.' })
  return underRules(
    transact(db, async (trx) => {
      await assertUser(trx, orgId, userId)
      await assertUser(trx, orgId, otherUserId)
      // Rows are locked in the order of their ids, so that two swaps of the same people never deadlock.
      for (const id of [userId, otherUserId].toSorted()) await lockDay(trx, orgId, id, day)
      const mine = await lockedBooking(trx, orgId, userId, day)
      const theirs = await lockedBooking(trx, orgId, otherUserId, day)
      if (mine?.placeId === otherPlaceId && theirs?.placeId === placeId) return
      if (!mine || !theirs || mine.placeId !== placeId || theirs.placeId !== otherPlaceId) {
        throw new AppError('conflict', { detail: 'The two people no longer have these desks on this day. Nothing was changed.' })
      }
      const step = createCommand(actor)
      const command = createCommand(actor, swap.reason || null)
      const [given, taken] = [
        await getNode(trx, orgId, { placeId }, day),
        await getNode(trx, orgId, { placeId: otherPlaceId }, day),
      ]
      // A desk has one booking at any time, so the first booking moves to the building only, while the other takes its desk.
      await saveBooking(trx, orgId, step, userId, day, { locationId: mine.locationId, zoneId: null, placeId: null })
      await saveBooking(trx, orgId, command, otherUserId, day, given)
      await saveBooking(trx, orgId, command, userId, day, taken)
      await saveDayPlans(trx, orgId, command, [
        officeDay(userId, day, taken.locationId),
        officeDay(otherUserId, day, given.locationId),
      ])
      await logAsOne(trx, orgId, swap, step, command)
    }),
  )
}

const lockedBooking = async (trx: Db, orgId: string, userId: string, day: string) => {
  await sql`
    select from bookings where org_id = ${orgId} and user_id = ${userId} and day = ${day} and status = 'booked' for update`.execute(
    trx,
  )
  return findBookingOfDay(trx, orgId, userId, day)
}

/** Removes the intermediate step from the log of this transaction, and makes it one action for both users. */
const logAsOne = async (trx: Db, orgId: string, { userId, otherUserId, day }: Swap, step: Command, command: Command) => {
  await sql`
    with removed as (
      delete from user_actions
      where org_id = ${orgId} and user_id = ${userId} and day = ${day}
        and action_id = action_id(${step.id}, ${userId}, ${day}::date)
      returning before
    )
    update user_actions a
    set action_id = action_id(${command.id}, ${userId}, ${day}::date),
      before = case when a.user_id = ${userId} and a.action = 'moved' then (select before from removed) else a.before end
    where a.org_id = ${orgId} and a.day = ${day} and a.user_id in (${userId}, ${otherUserId})
      and a.action_id in (
        action_id(${command.id}, ${userId}, ${day}::date), action_id(${command.id}, ${otherUserId}, ${day}::date)
      )`.execute(trx)
}
