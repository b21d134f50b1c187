import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { daysBetween, weekdayOf } from '../../platform/time/day.ts'
import type { CountedByDay } from './future-store.ts'

/**
 * Counts office days by the building that the day plan names, or else by that of the booking, or else by the primary one. Days without a
 * day plan count by the week plan.
 */
export const countPlans = async (db: Db, orgId: string, days: readonly string[]): Promise<CountedByDay[]> => {
  const { rows } = await sql<{ day: string; locationId: string | null; people: number; planned: number }>`
    select p.day, p.location_id as "locationId", (count(*) filter (where p.plan = 'o'))::integer as people, count(*)::integer as planned
    from day_plans p
    join users u on u.org_id = ${orgId} and u.id = p.user_id and u.status = 'active'
    where p.org_id = ${orgId} and p.day = any (${arrayLiteral(days)}::date[])
    group by p.day, p.location_id
  `.execute(db)
  const planned = new Map(days.map((day) => [day, 0]))
  for (const row of rows) planned.set(row.day, (planned.get(row.day) ?? 0) + row.planned)
  const active = await countActiveUsers(db, orgId)
  // Nearly everyone has a day plan with a building on all days of the horizon, and then nothing else is read.
  const withoutPlan = days.filter((day) => (planned.get(day) ?? 0) < active)
  const withoutBuilding = rows.flatMap(({ day, locationId, people }) => (locationId === null && people > 0 ? day : []))
  return [
    ...rows.flatMap(({ day, locationId, people }) => (locationId === null || people === 0 ? [] : { day, locationId, people })),
    ...(await countByBooking(db, orgId, withoutBuilding)),
    ...(await countByWeek(db, orgId, withoutPlan)),
  ]
}

const countActiveUsers = async (db: Db, orgId: string): Promise<number> => {
  const { rows } = await sql<{ people: number }>`
    select count(*)::integer as people from users where org_id = ${orgId} and status = 'active'`.execute(db)
  return rows[0]?.people ?? 0
}

/** Day plans for the office that name no building. */
const countByBooking = async (db: Db, orgId: string, days: readonly string[]): Promise<CountedByDay[]> => {
  if (days.length === 0) return []
  const { rows } = await sql<CountedByDay>`
    select e.day, e.location_id as "locationId", count(*)::integer as people
    from (
      select p.day, coalesce(b.location_id, u.primary_location_id) as location_id
      from day_plans p
      join users u on u.org_id = ${orgId} and u.id = p.user_id and u.status = 'active'
      left join bookings b on b.org_id = ${orgId} and b.user_id = p.user_id and b.day = p.day and b.status = 'booked'
      where p.org_id = ${orgId} and p.day = any (${arrayLiteral(days)}::date[]) and p.plan = 'o' and p.location_id is null
    ) e
    where e.location_id is not null
    group by e.day, e.location_id
  `.execute(db)
  return rows
}

/** Week plans for the office of users without a day plan, whose days become bits, so that each is looked up once for all days. */
const countByWeek = async (db: Db, orgId: string, days: readonly string[]): Promise<CountedByDay[]> => {
  const [firstDay] = days
  if (firstDay === undefined) return []
  const bitOf = (day: string) => 1n << BigInt(daysBetween(firstDay, day))
  const bitsOf = (some: readonly string[]) => some.reduce((bits, day) => bits | bitOf(day), 0n)
  const ofWeekdays = [1, 2, 3, 4, 5, 6, 7].map((weekday) => bitsOf(days.filter((day) => weekdayOf(day) === weekday)))
  const missing = sql`${String(bitsOf(days))}::bigint & ~coalesce(p.days, 0)`
  const ofWeek = sql`u.days & (${arrayLiteral(ofWeekdays)}::bigint[])[w.weekday]`
  const people = sql.raw(days.map((day) => `(count(*) filter (where e.days & ${bitOf(day)} <> 0))::integer`).join(', '))
  const { rows } = await sql<{ locationId: string; people: number[] }>`
    select e.location_id as "locationId", array[${people}] as people
    from (
      select coalesce(w.location_id, u.primary_location_id) as location_id, ${ofWeek} as days
      from (
        select u.id, u.primary_location_id, ${missing} as days
        from users u
        left join (
          select p.user_id, bit_or(1::bigint << (p.day - ${firstDay}::date)) as days
          from day_plans p
          where p.org_id = ${orgId} and p.day = any (${arrayLiteral(days)}::date[])
          group by p.user_id
        ) p on p.user_id = u.id
        where u.org_id = ${orgId} and u.status = 'active' and ${missing} <> 0
      ) u
      join week_plans w on w.org_id = ${orgId} and w.user_id = u.id
      where w.plan = 'o'
    ) e
    where e.location_id is not null and e.days <> 0
    group by e.location_id
  `.execute(db)
  return rows.flatMap(({ locationId, people: byDay }) =>
    days.map((day, at) => ({ day, locationId, people: byDay[at] ?? 0 })).filter((counted) => counted.people > 0),
  )
}
