import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'

export interface Building {
  readonly locationId: string
  readonly locationName: string
  readonly today: string
}

export interface CountedByDay {
  readonly day: string
  readonly locationId: string
  readonly people: number
}

/** Returns the active ones, in the order of names. */
export const listBuildings = async (db: Db, orgId: string): Promise<Building[]> => {
  const { rows } = await sql<Building>`
    select id as "locationId", name as "locationName", local_day(now(), time_zone, day_start_hour) as today
    from locations
    where org_id = ${orgId} and status = 'active'
    order by name
  `.execute(db)
  return rows
}

/** The number of bookings of a day in a building. */
interface Booked extends CountedByDay {
  /** Whether some of them may have moved people to another building than the planned one. */
  readonly mayTake: boolean
}

/** Bookings that people make, and those made by their plans, are in the building of the plan; these may be in another one. */
const isTaking = sql`b.changed_by in ('presence', 'directory')`

export const countBookings = async (db: Db, orgId: string, days: readonly string[]): Promise<Booked[]> => {
  const { rows } = await sql<Booked>`
    select b.day, b.location_id as "locationId", count(*)::integer as people, bool_or(${isTaking}) as "mayTake"
    from bookings b
    where b.org_id = ${orgId} and b.day = any (${arrayLiteral(days)}::date[]) and b.status = 'booked'
    group by b.day, b.location_id
  `.execute(db)
  return rows
}

/**
 * Returns the users whose booking of one of these days may have moved them to another building than their primary one. Everyone else's
 * plan and booking are in the same building, unless the plan makes a guest.
 */
export const listBookedGuests = async (db: Db, orgId: string, days: readonly string[]): Promise<string[]> => {
  if (days.length === 0) return []
  const { rows } = await sql<{ userId: string }>`
    select distinct u.id as "userId"
    from bookings b
    join users u on u.org_id = ${orgId} and u.id = b.user_id
    where b.org_id = ${orgId} and b.day = any (${arrayLiteral(days)}::date[]) and b.status = 'booked' and ${isTaking}
      and b.location_id is distinct from u.primary_location_id
  `.execute(db)
  return rows.map(({ userId }) => userId)
}

/** Returns the users whose day plan names another building than their primary one on any of these days. */
export const listPlannedGuests = async (db: Db, orgId: string, days: readonly string[]): Promise<string[]> => {
  if (days.length === 0) return []
  const { rows } = await sql<{ userId: string }>`
    select distinct u.id as "userId"
    from day_plans p
    join users u on u.org_id = ${orgId} and u.id = p.user_id and u.status = 'active'
    where p.org_id = ${orgId} and p.day = any (${arrayLiteral(days)}::date[]) and p.plan = 'o'
      and p.location_id is distinct from u.primary_location_id and p.location_id is not null
  `.execute(db)
  return rows.map(({ userId }) => userId)
}

/** The maximum of guests that are looked up one by one; of more, all plans and bookings are joined. */
const MAX_GUESTS = 1000

/**
 * Counts how bookings of these days move guests to another building than the planned one: each adds to one, and subtracts from the
 * other. The planner needs the days in both tables.
 */
export const countElsewhere = async (
  db: Db,
  orgId: string,
  days: readonly string[],
  guestIds: ReadonlySet<string>,
): Promise<CountedByDay[]> => {
  if (guestIds.size === 0) return []
  const isGuest = guestIds.size > MAX_GUESTS ? sql`true` : sql`b.user_id = any (${arrayLiteral([...guestIds])}::uuid[])`
  const { rows } = await sql<CountedByDay>`
    select p.day, c.location_id as "locationId", sum(c.people)::integer as people
    from bookings b
    join day_plans p on p.org_id = ${orgId} and p.user_id = b.user_id and p.day = b.day and p.plan = 'o'
    join users u on u.org_id = ${orgId} and u.id = p.user_id and u.status = 'active'
    cross join lateral (values (b.location_id, 1), (p.location_id, -1)) c (location_id, people)
    where b.org_id = ${orgId} and b.day = any (${arrayLiteral(days)}::date[]) and b.status = 'booked' and ${isTaking}
      and ${isGuest} and p.day = any (${arrayLiteral(days)}::date[]) and p.location_id <> b.location_id
    group by p.day, c.location_id
  `.execute(db)
  return rows
}

export interface ClosedDay {
  readonly locationId: string
  readonly day: string
  readonly dayType: 'holiday' | 'closed'
  readonly dayName: string | null
}

/** Returns the holidays and closed days of all buildings, on which office plans do not count. */
export const listClosedDays = async (db: Db, orgId: string, firstDay: string, lastDay: string): Promise<ClosedDay[]> => {
  const { rows } = await sql<ClosedDay>`
    select location_id as "locationId", day, day_type as "dayType", name as "dayName"
    from special_days(${orgId}::uuid, ${firstDay}::date, ${lastDay}::date)
    where day_type is not null`.execute(db)
  return rows
}
