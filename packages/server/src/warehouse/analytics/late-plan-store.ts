import { FORECAST_DAYS } from '@rollcall/contract'
import { sql } from 'kysely'
import { readDayStates } from '../../intake/day-changes/day-changes.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { daysAfter, daysFrom } from '../../platform/time/day.ts'
import { HISTORY_DAYS } from './forecast-method.ts'

/** How many more people planned to come to a building, by the number of days that were left. */
export type LatePlansOfDay = ReadonlyMap<string, readonly number[]>

/** The late plans of a day as they were counted in a state of it. */
export interface CountedLatePlans {
  readonly state: number
  readonly counts: LatePlansOfDay
}

/** What late plans depend on: plans, and the time zone in which it is decided how many days were left. */
export const readPlanStates = async (db: Db, orgId: string, days: readonly string[]): Promise<(day: string) => number> => {
  const [firstDay, lastDay] = [days[0], days.at(-1)]
  if (firstDay === undefined || lastDay === undefined) return () => 0
  const states = await readDayStates(db, orgId, ['plans', 'analytics'], firstDay, lastDay)
  return (day) => Number(states.get(day)?.state ?? 0)
}

/** Returns what the last refresh counted, by day. */
export const listStoredLatePlans = async (
  db: Db,
  orgId: string,
  days: readonly string[],
): Promise<Map<string, CountedLatePlans>> => {
  if (days.length === 0) return new Map()
  const { rows } = await sql<{ day: string; state: number; people: Record<string, number[]> }>`
    select day, state, people
    from late_plans
    where org_id = ${orgId} and day = any (${arrayLiteral(days)}::date[])
  `.execute(db)
  return new Map(rows.map(({ day, state, people }) => [day, { state, counts: new Map(Object.entries(people)) }]))
}

/** Counts the late plans of the days of forecasts that changed since they were counted, and forgets earlier days. */
export const saveLatePlans = async (reader: Db, writer: Db, orgId: string, lastDay: string): Promise<void> => {
  const firstDay = daysAfter(lastDay, 1 - HISTORY_DAYS)
  const days = [...daysFrom(firstDay, lastDay)]
  const stateOf = await readPlanStates(reader, orgId, days)
  const stored = await listStoredLatePlans(reader, orgId, days)
  const changed = days.filter((day) => stateOf(day) !== (stored.get(day)?.state ?? 0))
  await sql`delete from late_plans where org_id = ${orgId} and day < ${firstDay}`.execute(writer)
  if (changed.length === 0) return
  const counted = await countLatePlans(reader, orgId, changed)
  const column = (of: (day: string) => unknown) => arrayLiteral(changed.map(of))
  await sql`
    insert into late_plans (org_id, day, state, people)
    select ${orgId}, c.day, c.state, c.people::jsonb
    from unnest(
      ${column((day) => day)}::date[], ${column(stateOf)}::bigint[],
      ${column((day) => JSON.stringify(Object.fromEntries(counted.get(day) ?? [])))}::text[]
    ) as c (day, state, people)
    on conflict (org_id, day) do update
    set state = excluded.state, people = excluded.people
  `.execute(writer)
}

/** A plan that is made this many days before counts in no time zone and with no beginning of the day. */
const MAX_DAYS_BEFORE = FORECAST_DAYS + 1

/**
 * Counts the changes of plans in the last two weeks before each day, as the log of user actions has them; those of past days count as
 * changes of the day itself. Changes by imports and the directory, and those that only repeat the week plan, tell nothing about what
 * people decide late. Of 1.4 million entries of six weeks, which 10,000 people have, it takes more than a second.
 */
export const countLatePlans = async (
  db: Db,
  orgId: string,
  days: readonly string[],
): Promise<ReadonlyMap<string, LatePlansOfDay>> => {
  const firstDay = days.toSorted()[0]
  if (firstDay === undefined) return new Map()
  const { rows } = await sql<{ day: string; locationId: string; daysLeft: number; people: number }>`
    with changed as materialized (
      select a.day, a.recorded_at, b.location_id as before, c.location_id as after
      from user_actions a
      cross join lateral (select case when a.before ->> 'plan' = 'o' then (a.before ->> 'locationId')::uuid end as location_id) b
      cross join lateral (select case when a.after ->> 'plan' = 'o' then (a.after ->> 'locationId')::uuid end as location_id) c
      where a.org_id = ${orgId} and a.day = any (${arrayLiteral(days)}::date[])
        -- The first bound passes over whole months, the second over most of the rest, and both cost less than a time zone.
        and a.recorded_on >= ${daysAfter(firstDay, -MAX_DAYS_BEFORE)}::date and a.day - a.recorded_on <= ${MAX_DAYS_BEFORE}::integer
        and a.action in ('planSet', 'planChanged', 'planRemoved') and a.changed_by not in ('auto-booking', 'directory')
        and b.location_id is distinct from c.location_id
    )
    select p.day, p.location_id as "locationId", greatest(0, n.days_left) as "daysLeft", sum(p.people)::integer as people
    from (
      select day, recorded_at, after as location_id, 1 as people from changed where after is not null
      union all
      select day, recorded_at, before, -1 from changed where before is not null
    ) p
    join locations l on l.org_id = ${orgId} and l.id = p.location_id
    cross join lateral (
      select p.day - local_day(p.recorded_at, l.time_zone, l.day_start_hour) as days_left offset 0
    ) n
    where n.days_left < ${FORECAST_DAYS}::integer
    group by p.day, p.location_id, greatest(0, n.days_left)
  `.execute(db)
  const byDay = new Map<string, Map<string, number[]>>(days.map((day) => [day, new Map()]))
  for (const { day, locationId, daysLeft, people } of rows) {
    const ofDay = byDay.get(day) as Map<string, number[]>
    const byDaysLeft = ofDay.get(locationId) ?? new Array<number>(FORECAST_DAYS).fill(0)
    byDaysLeft[daysLeft] = people
    ofDay.set(locationId, byDaysLeft)
  }
  return byDay
}
