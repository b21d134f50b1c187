import type { FutureFigures } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { daysAfter, daysFrom } from '../time/day.ts'
import { sumOf, weekdayOf } from './kpis.ts'
import { listZones } from './zone-store.ts'

interface Building {
  readonly locationId: string
  readonly locationName: string
  readonly today: string
}

interface Counted {
  readonly locationId: string
  readonly people: number
}

/** Plans, bookings and capacity of active locations from their today on, as they are now. */
export const getFutureFigures = async (
  db: Db,
  orgId: string,
  { days, locationIds }: { readonly days: number; readonly locationIds: ReadonlySet<string> | null },
): Promise<FutureFigures> => {
  const all = await listBuildings(db, orgId)
  const shown = all.filter(({ locationId }) => locationIds?.has(locationId) ?? true)
  const [firstDay, ...later] = all.map((building) => building.today).sort()
  if (shown.length === 0 || firstDay === undefined) return { locations: [] }

  const lastDay = daysAfter(later.at(-1) ?? firstDay, days - 1)
  const zones = Map.groupBy(await listZones(db, orgId, { locationIds }), ({ locationId }) => locationId)
  const booked = index(await countBookings(db, orgId, firstDay, lastDay), ({ day, locationId }) => day + locationId)
  const weekly = index(await countWeekPlans(db, orgId), ({ weekday, locationId }) => weekday + locationId)
  const byDay = index(await countDayPlans(db, orgId, firstDay, lastDay), ({ day, locationId }) => day + locationId)
  return {
    locations: shown.map(({ locationId, locationName, today: first }) => ({
      ...{ locationId, locationName, capacity: sumOf((zones.get(locationId) ?? []).map(({ capacity }) => capacity)) },
      days: [...daysFrom(first, daysAfter(first, days - 1))].map((day) => ({
        day,
        planned: (weekly.get(weekdayOf(day) + locationId) ?? 0) + (byDay.get(day + locationId) ?? 0),
        booked: booked.get(day + locationId) ?? 0,
      })),
    })),
  }
}

const index = <T extends Counted>(rows: readonly T[], keyOf: (row: T) => string): Map<string, number> =>
  new Map(rows.map((row) => [keyOf(row), row.people]))

const listBuildings = async (db: Db, orgId: string): Promise<Building[]> => {
  const { rows } = await sql<Building>`
    select id as "locationId", name as "locationName", (now() at time zone time_zone)::date as today
    from locations
    where org_id = ${orgId} and status = 'active'
    order by name
  `.execute(db)
  return rows
}

const countBookings = async (
  db: Db,
  orgId: string,
  firstDay: string,
  lastDay: string,
): Promise<(Counted & { day: string })[]> => {
  const { rows } = await sql<Counted & { day: string }>`
    select day, location_id as "locationId", count(*)::integer as people
    from bookings
    where org_id = ${orgId} and day between ${firstDay} and ${lastDay} and status = 'booked'
    group by day, location_id
  `.execute(db)
  return rows
}

/** Who is in the office by the week plan alone. */
const countWeekPlans = async (db: Db, orgId: string): Promise<(Counted & { weekday: number })[]> => {
  const { rows } = await sql<Counted & { weekday: number }>`
    select w.weekday, coalesce(w.location_id, u.primary_location_id) as "locationId", count(*)::integer as people
    from week_plans w
    join users u on u.org_id = w.org_id and u.id = w.user_id
    where w.org_id = ${orgId} and w.plan = 'o' and u.status = 'active'
    group by w.weekday, coalesce(w.location_id, u.primary_location_id)
  `.execute(db)
  return rows
}

/**
 * What day plans change about that: each adds to the location that it names, and takes away from the one that the week plan says.
 * Week plans are thereby counted once, and not for each of the days.
 */
const countDayPlans = async (
  db: Db,
  orgId: string,
  firstDay: string,
  lastDay: string,
): Promise<(Counted & { day: string })[]> => {
  const { rows } = await sql<Counted & { day: string }>`
    with planned as (
      select p.day, case when p.plan = 'o' then coalesce(b.location_id, p.location_id, u.primary_location_id) end as here,
        case when w.plan = 'o' then coalesce(w.location_id, u.primary_location_id) end as weekly, count(*) as people
      from day_plans p
      join users u on u.org_id = p.org_id and u.id = p.user_id
      left join week_plans w on w.org_id = p.org_id and w.user_id = p.user_id and w.weekday = extract(isodow from p.day)::smallint
      left join bookings b on b.org_id = p.org_id and b.user_id = p.user_id and b.day = p.day and b.status = 'booked'
        and b.day between ${firstDay} and ${lastDay}
      where p.org_id = ${orgId} and p.day between ${firstDay} and ${lastDay} and u.status = 'active'
      group by 1, 2, 3
    )
    select day, location_id as "locationId", sum(people)::integer as people
    from (
      select day, here as location_id, people from planned
      union all
      select day, weekly, -people from planned
    ) c
    where location_id is not null
    group by day, location_id
  `.execute(db)
  return rows
}
