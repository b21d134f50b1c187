import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { inTurns } from '../../platform/jobs/in-turns.ts'
import { bookingKey, type FileBookingRow } from './check-bookings.ts'
import { type DayPlanRow, userDay } from './check-day-plans.ts'
import type { CheckContext } from './import-context.ts'
import { loadBookings, loadDaysOff } from './stored-bookings.ts'

/** A booking of the file that must be written: it is not stored, or stored as canceled. */
export interface AddedBooking extends FileBookingRow {
  readonly id: string
  readonly isStored: boolean
}

/** The changes that make the stored bookings match the file. */
export interface BookingPlan {
  readonly total: number
  readonly add: AddedBooking[]
  /** Live bookings that are canceled in the file. */
  readonly cancel: string[]
  /** Live bookings of a user and day for which the file has another booking. */
  readonly replace: string[]
  /** Live bookings that are also in the file. Another part of the file may cancel them during the import. */
  readonly keep: string[]
  /** Days that are booked in the file and for which it has no plan. */
  readonly officeDays: { readonly user_id: string; readonly day: string; readonly location_id: string }[]
  /** The users and days with a booking in the file, live or canceled. */
  readonly named: ReadonlySet<string>
}

/**
 * Compares the file's bookings with the stored ones. Whether desks and zones have room is known only after the rest is written.
 */
export const planBookings = async (
  db: Db,
  context: CheckContext,
  rows: readonly FileBookingRow[],
  dayPlans: ReadonlyMap<string, DayPlanRow>,
): Promise<BookingPlan> => {
  const stored = await loadBookings(db, context.orgId, rows)
  const named = new Set(rows.map(({ user_id, day }) => userDay(user_id, day)))
  const plan: BookingPlan = { total: rows.length, add: [], cancel: [], replace: [], keep: [], officeDays: [], named }
  const live = stored.filter(({ status }) => status === 'booked')
  const liveByUserDay = new Map(live.map((booking) => [userDay(booking.user_id, booking.day), booking]))
  // A live booking takes precedence over canceled ones of the same node.
  const byKey = new Map([...stored.filter(({ status }) => status !== 'booked'), ...live].map((row) => [bookingKey(row), row]))
  const compare = (row: FileBookingRow) => {
    const match = byKey.get(bookingKey(row))
    const isLive = match?.status === 'booked'
    const add = () => plan.add.push({ ...row, id: match?.id ?? randomUUID(), isStored: match !== undefined })
    if (row.status === 'cancelled') {
      if (isLive) plan.cancel.push(match.id)
      else if (!match) add()
      return
    }
    const { user_id, day, location_id } = row
    if (!dayPlans.has(userDay(user_id, day))) plan.officeDays.push({ user_id, day, location_id })
    const other = liveByUserDay.get(userDay(user_id, day))
    if (other && other.id !== match?.id) plan.replace.push(other.id)
    if (isLive) plan.keep.push(match.id)
    else add()
  }
  for await (const chunk of inTurns(rows)) for (const row of chunk) compare(row)
  const booked = plan.add.filter(({ status }) => status === 'booked')
  await refuseDaysOff(
    db,
    context,
    booked.filter(({ user_id, day }) => !dayPlans.has(userDay(user_id, day))),
  )
  const canceled = new Set(plan.cancel)
  return { ...plan, replace: plan.replace.filter((id) => !canceled.has(id)) }
}

/** A plan that a person made takes precedence over a booking; a plan that follows the week plan does not. */
const refuseDaysOff = async (db: Db, { orgId, errors }: CheckContext, rows: readonly FileBookingRow[]): Promise<void> => {
  const off = await loadDaysOff(db, orgId, rows)
  for (const { pointer, user_id, day } of rows) {
    if (!off.has(userDay(user_id, day))) continue
    errors.add(pointer, 'not_an_office_day', 'the stored day plan for this user and day is not o; give one in the file')
  }
}
