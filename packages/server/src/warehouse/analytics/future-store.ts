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
 * The number of bookings of a day in a building. Guests have another primary building, or none. Everyone else's plan and booking are in
 * the same building, unless one of them makes a guest.
 */
interface Booked extends CountedByDay {
  /** Ids of users with commas between them. */
  readonly guestIds: string | null
  /** Whether some of them may have moved people to another building than the planned one. */
  readonly mayTake: boolean
}

/** Bookings that people make, and those made by their plans, are in the building of the plan; these may be in another one. */
const isTaking = sql`b.changed_by in ('presence', 'directory')`

export const countBookings = async (db: Db, orgId: string, days: readonly string[]): Promise<Booked[]> => {
  const { rows } = await sql<Booked>`
    select b.day, b.location_id as "locationId", count(*)::integer as people, bool_or(${isTaking}) as "mayTake",
      string_agg(u.id::text, ',') filter (where ${isTaking} and b.location_id is distinct from u.primary_location_id) as "guestIds"
    from bookings b
    join users u on u.org_id = ${orgId} and u.id = b.user_id
    where b.org_id = ${orgId} and b.day = any (${arrayLiteral(days)}::date[]) and b.status = 'booked'
    group by b.day, b.location_id
  `.execute(db)
  return rows
}

/** Office days by building, and who of them may be a guest there. */
interface CountedPlans {
  readonly counts: readonly CountedByDay[]
  /** Returns the users whose day plan names another building than their primary one on any of these days. */
  guestsOn(days: Iterable<string>): string[]
}

/**
 * Counts office days by the building that the day plan names, or else by that of the booking, or else by the primary one. Days without a
 * day plan count by the week plan. All plans are read once, and the days of each user become bits before anything is looked up.
 */
export const countPlans = async (db: Db, orgId: string, days: readonly string[]): Promise<CountedPlans> => {
  const [firstDay] = days
  if (firstDay === undefined) return { counts: [], guestsOn: () => [] }
  const bitOf = (day: string) => 1n << BigInt(daysBetween(firstDay, day))
  const bitsOf = (some: Iterable<string>) => [...some].reduce((bits, day) => bits | bitOf(day), 0n)
  const ofWeekdays = [1, 2, 3, 4, 5, 6, 7].map((weekday) => bitsOf(days.filter((day) => weekdayOf(day) === weekday)))
  const bit = sql`1::bigint << (p.day - ${firstDay}::date)`
  const missing = sql`${String(bitsOf(days))}::bigint & ~coalesce(d.days, 0)`
  const ofWeek = sql`u.days & (${arrayLiteral(ofWeekdays)}::bigint[])[w.weekday]`
  const people = sql.raw(days.map((day) => `coalesce(sum(e.people) filter (where e.days & ${bitOf(day)} <> 0), 0)`).join(', '))
  const { rows } = await sql<{ locationId: string; people: number[]; guests: string | null }>`
    with planned as materialized (
      select p.user_id, p.location_id, bit_or(${bit}) as days, coalesce(bit_or(${bit}) filter (where p.plan = 'o'), 0) as office
      from day_plans p
      where p.org_id = ${orgId} and p.day = any (${arrayLiteral(days)}::date[])
      group by p.user_id, p.location_id
    ),
    expected as (
      select p.location_id, p.office as days, 1 as people,
        case when p.location_id is distinct from u.primary_location_id then u.id end as guest_id
      from planned p
      join users u on u.org_id = ${orgId} and u.id = p.user_id and u.status = 'active'
      where p.location_id is not null and p.office <> 0
      union all
      select coalesce(b.location_id, u.primary_location_id), d.bit, 1, null
      from planned p
      join users u on u.org_id = ${orgId} and u.id = p.user_id and u.status = 'active'
      join unnest(${arrayLiteral(days)}::date[], ${arrayLiteral(days.map(bitOf))}::bigint[]) as d (day, bit)
        on p.office & d.bit <> 0
      left join bookings b on b.org_id = ${orgId} and b.user_id = p.user_id and b.day = d.day and b.status = 'booked'
      where p.location_id is null
      union all
      -- Nearly everyone has a day plan on all days of the horizon, and then no week plan is read.
      select coalesce(w.location_id, u.primary_location_id), ${ofWeek}, count(*)::integer, null
      from (
        select u.id, u.primary_location_id, ${missing} as days
        from users u
        left join (select user_id, bit_or(days) as days from planned group by user_id) d on d.user_id = u.id
        where u.org_id = ${orgId} and u.status = 'active' and ${missing} <> 0
      ) u
      join week_plans w on w.org_id = ${orgId} and w.user_id = u.id
      where w.plan = 'o' and ${ofWeek} <> 0
      group by 1, 2
    )
    select e.location_id as "locationId", array[${people}]::integer[] as people,
      string_agg(e.guest_id::text || ' ' || e.days::text, ',') as guests
    from expected e
    where e.location_id is not null
    group by e.location_id
  `.execute(db)
  return {
    counts: rows
      .flatMap(({ locationId, people: byDay }) => days.map((day, at) => ({ day, locationId, people: byDay[at] ?? 0 })))
      .filter((counted) => counted.people > 0),
    guestsOn: (some) => {
      const asked = bitsOf(some)
      const guests = asked === 0n ? [] : rows.flatMap((row) => row.guests?.split(',') ?? [])
      return guests.map((guest) => guest.split(' ')).flatMap(([id, bits]) => (id && BigInt(bits ?? 0) & asked ? id : []))
    },
  }
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
