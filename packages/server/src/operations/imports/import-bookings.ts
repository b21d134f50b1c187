import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { inTurns } from '../../platform/jobs/in-turns.ts'
import { type BookedNode, bookingKey, type FileBookingRow } from './check-bookings.ts'
import { userDay } from './check-day-plans.ts'
import type { CheckContext } from './import-context.ts'
import { predictReleased, type ReleaseRules } from './released-bookings.ts'
import { loadBookings, loadDaysOff, type StoredBooking } from './stored-bookings.ts'

export interface BookingRow extends BookedNode {
  readonly id: string
  readonly user_id: string
  readonly day: string
  readonly status: 'booked' | 'cancelled'
}

/** What has to be done so that the bookings are as the file says. */
export interface BookingPlan {
  readonly total: number
  readonly insert: BookingRow[]
  /** Canceled bookings that are booked in the file. */
  readonly revive: string[]
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

export interface BookingRules extends ReleaseRules {
  /** The future capacity of a neighborhood; null for no limit. */
  readonly capacityOf: (zoneId: string) => number | null
}

/** Compares the file's bookings with the stored ones and refuses desks that are taken and zones that are full. */
export const planBookings = async (
  db: Db,
  context: CheckContext,
  rows: readonly FileBookingRow[],
  rules: BookingRules,
): Promise<BookingPlan> => {
  const stored = await loadBookings(db, context.orgId, rows)
  const named = new Set(rows.map(({ user_id, day }) => userDay(user_id, day)))
  const plan: BookingPlan = {
    total: rows.length,
    insert: [],
    revive: [],
    cancel: [],
    replace: [],
    keep: [],
    officeDays: [],
    named,
  }
  const live = stored.filter(({ status }) => status === 'booked')
  const liveByUserDay = new Map(live.map((booking) => [userDay(booking.user_id, booking.day), booking]))
  // A live booking takes precedence over canceled ones of the same node.
  const byKey = new Map([...stored.filter(({ status }) => status !== 'booked'), ...live].map((row) => [bookingKey(row), row]))
  const added: FileBookingRow[] = []
  const compare = (row: FileBookingRow) => {
    const match = byKey.get(bookingKey(row))
    const isLive = match?.status === 'booked'
    if (row.status === 'cancelled') {
      if (isLive) plan.cancel.push(match.id)
      else if (!match) plan.insert.push(bookingRow(row))
      return
    }
    const { user_id, day, location_id } = row
    if (!rules.dayPlans.has(userDay(user_id, day))) plan.officeDays.push({ user_id, day, location_id })
    const other = liveByUserDay.get(userDay(user_id, day))
    if (other && other.id !== match?.id) plan.replace.push(other.id)
    if (isLive) {
      plan.keep.push(match.id)
      return
    }
    added.push(row)
    if (match) plan.revive.push(match.id)
    else plan.insert.push(bookingRow(row))
  }
  for await (const chunk of inTurns(rows)) for (const row of chunk) compare(row)
  const unplanned = added.filter(({ user_id, day }) => !rules.dayPlans.has(userDay(user_id, day)))
  await refuseDaysOff(db, context, unplanned)
  const canceled = new Set(plan.cancel)
  const settled = new Set([...plan.cancel, ...plan.replace, ...plan.keep])
  const others = live.filter(({ id }) => !settled.has(id))
  const released = await predictReleased(db, context, others, rules)
  const kept = new Set(plan.keep)
  const staying = live.filter(({ id }) => kept.has(id) || (!settled.has(id) && !released.has(id)))
  refuseTakenDesks(context, added, staying)
  refuseFullZones(context, added, staying, rules)
  return { ...plan, replace: plan.replace.filter((id) => !canceled.has(id)) }
}

const bookingRow = ({ pointer: _, ...row }: FileBookingRow): BookingRow => ({ id: randomUUID(), ...row })

/** A stored plan that a person made takes precedence over a booking; one that only follows the week plan does not. */
const refuseDaysOff = async (db: Db, { orgId, errors }: CheckContext, rows: readonly FileBookingRow[]): Promise<void> => {
  const off = await loadDaysOff(db, orgId, rows)
  for (const { pointer, user_id, day } of rows) {
    if (!off.has(userDay(user_id, day))) continue
    errors.add(pointer, 'not_an_office_day', 'the stored day plan for this user and day is not o; give one in the file')
  }
}

const refuseTakenDesks = (
  { errors }: CheckContext,
  added: readonly FileBookingRow[],
  staying: readonly StoredBooking[],
): void => {
  const taken = new Set(staying.flatMap(({ place_id, day }) => (place_id ? [`${place_id} ${day}`] : [])))
  for (const { pointer, place_id, day } of added) {
    if (!place_id || !taken.has(`${place_id} ${day}`)) continue
    errors.add(`${pointer}/place`, 'desk_taken', 'is booked by another user on this day, and the file does not cancel that')
  }
}

const refuseFullZones = (
  { errors }: CheckContext,
  added: readonly FileBookingRow[],
  staying: readonly StoredBooking[],
  { capacityOf }: BookingRules,
): void => {
  const used = new Map<string, number>()
  const take = (zone: string, day: string) => {
    const key = `${zone} ${day}`
    const taken = (used.get(key) ?? 0) + 1
    used.set(key, taken)
    return taken
  }
  for (const { zone_id, day } of staying) if (zone_id) take(zone_id, day)
  for (const { pointer, zone_id, day } of added) {
    if (!zone_id) continue
    const capacity = capacityOf(zone_id)
    if (take(zone_id, day) <= (capacity ?? Number.POSITIVE_INFINITY)) continue
    errors.add(`${pointer}/zone`, 'capacity_exceeded', `is full on this day: its capacity is ${capacity}`)
  }
}
