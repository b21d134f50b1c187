import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'

export interface Building {
  readonly locationId: string
  readonly locationName: string
  readonly today: string
}

interface Counted {
  readonly locationId: string
  readonly people: number
}
export type CountedByDay = Counted & { readonly day: string }
export type CountedByWeekday = Counted & { readonly weekday: number }

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
export interface Booked extends CountedByDay {
  /** Whether some of them may have moved people to another building than the planned one. */
  readonly mayTake: boolean
}

/** Bookings that people make, and those made by their plans, are in the building of the plan. */
const TAKING = sql.lit('{presence,directory}')

export const countBookings = async (db: Db, orgId: string, days: readonly string[]): Promise<Booked[]> => {
  const { rows } = await sql<Booked>`
    select day, location_id as "locationId", count(*)::integer as people, bool_or(changed_by = any (${TAKING})) as "mayTake"
    from bookings
    where org_id = ${orgId} and day = any (${arrayLiteral(days)}::date[]) and status = 'booked'
    group by day, location_id
  `.execute(db)
  return rows
}

/** Counts who is in the office by the week plan only. */
export const countWeekPlans = async (db: Db, orgId: string): Promise<CountedByWeekday[]> => {
  const { rows } = await sql<CountedByWeekday>`
    select w.weekday, coalesce(w.location_id, u.primary_location_id) as "locationId", count(*)::integer as people
    from week_plans w
    join users u on u.org_id = w.org_id and u.id = w.user_id
    where w.org_id = ${orgId} and w.plan = 'o' and u.status = 'active'
    group by w.weekday, coalesce(w.location_id, u.primary_location_id)
  `.execute(db)
  return rows
}

/**
 * Counts how day plans change that: each adds to the location that it names, and subtracts from that of the week plan. So week
 * plans are counted once and not for each day. An office day usually names the building of its booking (`countElsewhere`), so
 * bookings are looked up only if it names none. 1 January 2001 was a Monday: `extract` takes three times as long.
 */
export const countDayPlans = async (db: Db, orgId: string, days: readonly string[]): Promise<CountedByDay[]> => {
  const { rows } = await sql<CountedByDay>`
    with weekly as materialized (
      select w.user_id, w.weekday, coalesce(w.location_id, u.primary_location_id) as location_id
      from week_plans w
      join users u on u.org_id = w.org_id and u.id = w.user_id
      where w.org_id = ${orgId} and w.plan = 'o' and u.status = 'active'
    ),
    planned as (
      select p.day, w.location_id as weekly,
        case when p.plan = 'o' then coalesce(
          p.location_id,
          (
            select b.location_id
            from bookings b
            where b.org_id = ${orgId} and b.user_id = p.user_id and b.day = p.day and b.status = 'booked'
          ),
          (select u.primary_location_id from users u where u.org_id = ${orgId} and u.id = p.user_id)
        ) end as here
      from day_plans p
      left join weekly w on w.user_id = p.user_id and w.weekday = 1 + (p.day - date '2001-01-01') % 7
      where p.org_id = ${orgId} and p.day = any (${arrayLiteral(days)}::date[])
        and p.user_id not in (select id from users where org_id = ${orgId} and status <> 'active')
    ),
    counted as (
      select day, coalesce(here, weekly) as location_id, count(*) * case grouping(here) when 0 then 1 else -1 end as people
      from planned
      group by grouping sets ((day, here), (day, weekly))
    )
    select day, location_id as "locationId", sum(people)::integer as people
    from counted
    where location_id is not null
    group by day, location_id
  `.execute(db)
  return rows
}

/**
 * Counts how bookings of these days change that by moving people to another building. The planner needs the days in both tables.
 */
export const countElsewhere = async (db: Db, orgId: string, days: readonly string[]): Promise<CountedByDay[]> => {
  const { rows } = await sql<CountedByDay>`
    select p.day, c.location_id as "locationId", sum(c.people)::integer as people
    from bookings b
    join day_plans p on p.org_id = ${orgId} and p.user_id = b.user_id and p.day = b.day and p.plan = 'o'
    join users u on u.org_id = ${orgId} and u.id = p.user_id and u.status = 'active'
    cross join lateral (values (b.location_id, 1), (p.location_id, -1)) c (location_id, people)
    where b.org_id = ${orgId} and b.day = any (${arrayLiteral(days)}::date[]) and b.status = 'booked'
      and b.changed_by = any (${TAKING}) and p.day = any (${arrayLiteral(days)}::date[]) and p.location_id <> b.location_id
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
