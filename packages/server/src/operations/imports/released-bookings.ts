import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type DayPlanRow, userDay } from './check-day-plans.ts'
import type { CheckContext, Row } from './import-context.ts'
import { parentOf } from './import-register.ts'
import { inChunks } from './import-run.ts'
import type { StoredBooking } from './stored-bookings.ts'

/** The parts of a file that cancel stored bookings. */
export interface ReleaseRules {
  readonly dayPlans: ReadonlyMap<string, DayPlanRow>
  /** Users whom the file makes inactive: their bookings after today are canceled. */
  readonly leavers: ReadonlySet<string>
  /** Users to whom the file assigns a primary location, or none. */
  readonly primaryLocations: ReadonlyMap<string, string | null>
  /** The file's places as they will be. */
  readonly places: readonly Row[]
  readonly todayOf: (locationId: string) => string
}

interface StoredDay {
  readonly user_id: string
  readonly day: string
  readonly location_id: string | null
  readonly primary_location_id: string | null
}

/**
 * The bookings that will fall with plans, leavers and assignments of the file, as `planning/consequences` cancels them. They have to be
 * known before, because their desks and zones are free for the file.
 */
export const predictReleased = async (
  db: Db,
  context: CheckContext,
  bookings: readonly StoredBooking[],
  rules: ReleaseRules,
): Promise<Set<string>> => {
  const moved = await loadMovedDays(db, context.orgId, bookings, rules)
  const isReassigned = await createIsReassigned(db, context, bookings, rules)
  const isReleased = (booking: StoredBooking): boolean => {
    const { user_id, day, location_id } = booking
    const plan = rules.dayPlans.get(userDay(user_id, day))
    if (plan && plan.plan !== 'o') return true
    const building = moved.get(userDay(user_id, day))
    if (building !== undefined && building !== location_id) return true
    return day > rules.todayOf(location_id) && (rules.leavers.has(user_id) || isReassigned(booking))
  }
  return new Set(bookings.filter(isReleased).map(({ id }) => id))
}

/** The new building by user and day, for office days of the file that are stored with another one. */
const loadMovedDays = async (
  db: Db,
  orgId: string,
  bookings: readonly StoredBooking[],
  { dayPlans, primaryLocations }: ReleaseRules,
): Promise<Map<string, string>> => {
  const moved = new Map<string, string>()
  const planned = bookings.filter(({ user_id, day }) => dayPlans.get(userDay(user_id, day))?.plan === 'o')
  await inChunks(planned, async (chunk) => {
    const input = JSON.stringify(chunk.map(({ user_id, day }) => ({ user_id, day })))
    const { rows } = await sql<StoredDay>`
      select d.user_id, d.day::text as day, d.location_id, u.primary_location_id
      from json_to_recordset(${input}::json) as i(user_id uuid, day date)
      join day_plans d on d.org_id = ${orgId} and d.user_id = i.user_id and d.day = i.day
      join users u on u.org_id = ${orgId} and u.id = i.user_id`.execute(db)
    for (const { user_id, day, location_id, primary_location_id } of rows) {
      const key = userDay(user_id, day)
      const primary = primaryLocations.has(user_id) ? primaryLocations.get(user_id) : primary_location_id
      const building = dayPlans.get(key)?.location_id ?? primary
      if (building && location_id && building !== location_id) moved.set(key, building)
    }
  })
  return moved
}

/** Whether a booking was made automatically, and a desk that the file assigns anew is in its way. */
const createIsReassigned = async (
  db: Db,
  { orgId, directory }: CheckContext,
  bookings: readonly StoredBooking[],
  { places }: ReleaseRules,
): Promise<(booking: StoredBooking) => boolean> => {
  const assigned = places.filter((row) => typeof row.assigned_user_id === 'string' && directory.places.stored.has(row.id))
  const isAutomatic = ({ changed_by }: StoredBooking) => changed_by === 'auto-booking'
  if (assigned.length === 0 || !bookings.some(isAutomatic)) return () => false
  const assigneeOf = new Map<string, string>()
  const desksOf = new Map<string, { id: string; location_id: string | undefined }[]>()
  const locationOf = (place: string) => {
    const level = parentOf(directory.zones, parentOf(directory.places, place) ?? '')
    return parentOf(directory.levels, level ?? '')
  }
  await inChunks(assigned, async (chunk) => {
    const input = JSON.stringify(chunk.map(({ id, assigned_user_id }) => ({ id, assigned_user_id })))
    const { rows } = await sql<{ id: string; user_id: string }>`
      select p.id, i.assigned_user_id as user_id
      from json_to_recordset(${input}::json) as i(id uuid, assigned_user_id uuid)
      join places p on p.org_id = ${orgId} and p.id = i.id and p.assigned_user_id is distinct from i.assigned_user_id`.execute(db)
    for (const { id, user_id } of rows) {
      assigneeOf.set(id, user_id)
      desksOf.set(user_id, [...(desksOf.get(user_id) ?? []), { id, location_id: locationOf(id) }])
    }
  })
  return (booking) => {
    if (!isAutomatic(booking)) return false
    const assignee = assigneeOf.get(booking.place_id ?? '')
    if (assignee !== undefined && assignee !== booking.user_id) return true
    const desks = desksOf.get(booking.user_id) ?? []
    return desks.some(({ id, location_id }) => location_id === booking.location_id && id !== booking.place_id)
  }
}
