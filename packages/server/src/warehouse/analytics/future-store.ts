import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { daysBetween, weekdayOf } from '../../platform/time/day.ts'

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

/**
 * Guests have another primary building, or none. Everyone else's plan and booking are in the same building, unless one of them makes a
 * guest.
 */
interface WithGuests extends CountedByDay {
  /** Ids of users with commas between them. */
  readonly guestIds: string | null
}
/** The number of bookings of a day in a building. */
interface Booked extends WithGuests {
  /** Whether some of them may have moved people to another building than the planned one. */
  readonly mayTake: boolean
}

const GUESTS = sql`string_agg(u.id::text, ',')`

/** Bookings that people make, and those made by their plans, are in the building of the plan; these may be in another one. */
const isTaking = sql`b.changed_by in ('presence', 'directory')`

export const countBookings = async (db: Db, orgId: string, days: readonly string[]): Promise<Booked[]> => {
  const { rows } = await sql<Booked>`
    select b.day, b.location_id as "locationId", count(*)::integer as people, bool_or(${isTaking}) as "mayTake",
      ${GUESTS} filter (where ${isTaking} and b.location_id is distinct from u.primary_location_id) as "guestIds"
    from bookings b
    join users u on u.org_id = ${orgId} and u.id = b.user_id
    where b.org_id = ${orgId} and b.day = any (${arrayLiteral(days)}::date[]) and b.status = 'booked'
    group by b.day, b.location_id
  `.execute(db)
  return rows
}

/** Counts office days by the building that the day plan names, or else by that of the booking, or else by the primary one. */
export const countDayPlans = async (db: Db, orgId: string, days: readonly string[]): Promise<WithGuests[]> => {
  const { rows } = await sql<WithGuests>`
    select p.day, c.location_id as "locationId", count(*)::integer as people,
      ${GUESTS} filter (where p.location_id is distinct from u.primary_location_id) as "guestIds"
    from day_plans p
    join users u on u.org_id = ${orgId} and u.id = p.user_id
    cross join lateral (
      select coalesce(
        p.location_id,
        (
          select b.location_id
          from bookings b
          where b.org_id = ${orgId} and b.user_id = p.user_id and b.day = p.day and b.status = 'booked'
        ),
        u.primary_location_id
      ) as location_id
    ) c
    where p.org_id = ${orgId} and p.day = any (${arrayLiteral(days)}::date[]) and p.plan = 'o' and u.status = 'active'
      and c.location_id is not null
    group by p.day, c.location_id
  `.execute(db)
  return rows
}

/**
 * Counts who is in the office by the week plan alone, on days without a day plan. Nearly everyone has one on all days of the horizon, so
 * the days of each user are gathered as bits first, and only missing ones are counted.
 */
export const countWeekPlans = async (db: Db, orgId: string, days: readonly string[]): Promise<CountedByDay[]> => {
  const [firstDay] = days
  if (firstDay === undefined) return []
  const bitOf = (day: string) => 1n << BigInt(daysBetween(firstDay, day))
  const ofWeekdays = [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
    days.filter((day) => weekdayOf(day) === weekday).reduce((bits, day) => bits | bitOf(day), 0n),
  )
  const missing = sql`(${arrayLiteral(ofWeekdays)}::bigint[])[w.weekday] & ~coalesce(p.days, 0)`
  const { rows } = await sql<{ locationId: string; missing: string; people: number }>`
    with planned as materialized (
      select user_id, bit_or(1::bigint << (day - ${firstDay}::date)) as days
      from day_plans
      where org_id = ${orgId} and day = any (${arrayLiteral(days)}::date[])
      group by user_id
    )
    select coalesce(w.location_id, u.primary_location_id) as "locationId", (${missing})::text as missing, count(*)::integer as people
    from week_plans w
    join users u on u.org_id = w.org_id and u.id = w.user_id
    left join planned p on p.user_id = w.user_id
    where w.org_id = ${orgId} and w.plan = 'o' and u.status = 'active' and ${missing} <> 0
    group by 1, 2
  `.execute(db)
  return rows.flatMap(({ locationId, missing, people }) =>
    days.filter((day) => BigInt(missing) & bitOf(day)).map((day) => ({ day, locationId, people })),
  )
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
