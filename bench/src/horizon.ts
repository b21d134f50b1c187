import { randomUUID } from 'node:crypto'
import { callAsKey } from './caller.ts'
import type { Figure } from './report.ts'
import type { Subject } from './subject.ts'

const USERS = 10_000
const DESKS = 8_000
const ZONES = 80
const GROUPS = 40
const HISTORY_DAYS = 30

/** People with a week plan, in groups with their own zones, with fewer desks than people and some months of history. */
const SEED = [
  `insert into locations (org_id, id, name, time_zone, booking_horizon_days) values ($1, $2, 'Horizon', 'UTC', 0)`,
  // The nightly run counts as done, so that the schedule of the service does not run it first.
  `insert into horizon_runs (org_id, location_id, local_day, started_at, ended_at, plans, bookings)
   select $1, $2, (now() at time zone 'UTC')::date + n, now(), now(), 0, 0 from generate_series(0, 1) n`,
  `insert into levels (org_id, id, location_id, name) values ($1, gen_random_uuid(), $2, 'Level')`,
  `insert into zones (org_id, id, level_id, name, kind)
   select $1, gen_random_uuid(), id, 'Zone ' || n, 'individual' from levels, generate_series(1, ${ZONES}) n
   where org_id = $1 and location_id = $2`,
  `insert into places (org_id, id, zone_id, name)
   select $1, gen_random_uuid(), z.id, 'Desk ' || n
   from zones z join levels l on l.org_id = $1 and l.id = z.level_id, generate_series(1, ${DESKS / ZONES}) n
   where z.org_id = $1 and l.location_id = $2`,
  `insert into groups (org_id, id, name, type, origin)
   select $1, gen_random_uuid(), 'Horizon ' || n, 'team', 'administrator' from generate_series(1, ${GROUPS}) n, locations
   where org_id = $1 and id = $2`,
  `insert into zone_allocations (org_id, group_id, zone_id)
   select $1, g.id, z.id
   from (select id, row_number() over (order by name) as n from groups where org_id = $1 and name like 'Horizon %') g
   join (
     select z.id, row_number() over (order by z.name) as n
     from zones z join levels l on l.org_id = $1 and l.id = z.level_id where z.org_id = $1 and l.location_id = $2
   ) z on z.n % ${GROUPS} = g.n % ${GROUPS}`,
  `insert into users (org_id, id, user_name, primary_location_id, primary_group_id)
   select $1, gen_random_uuid(), 'horizon-' || i || '@bench.example', $2, g.id
   from generate_series(1, ${USERS}) i
   join (select id, row_number() over (order by name) as n from groups where org_id = $1 and name like 'Horizon %') g
     on g.n % ${GROUPS} = i % ${GROUPS}`,
  `insert into week_plans (org_id, user_id, weekday, plan, changed_by, command_id)
   select $1, id, n, 'o', 'directory', gen_random_uuid() from users, generate_series(1, 7) n
   where org_id = $1 and primary_location_id = $2 and user_name like 'horizon-%'`,
  `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
   select $1, id, current_date - n, 'o', 'week-plan', 'directory', gen_random_uuid()
   from users, generate_series(1, ${HISTORY_DAYS}) n
   where org_id = $1 and primary_location_id = $2 and user_name like 'horizon-%'`,
  `insert into bookings (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, command_id)
   select $1, gen_random_uuid(), u.id, current_date - i, $2, d.zone_id, d.id, 'directory', gen_random_uuid()
   from generate_series(1, ${HISTORY_DAYS}) i,
     (select id, row_number() over (order by id) as n from users where org_id = $1 and user_name like 'horizon-%') u
   join (
     select p.id, p.zone_id, row_number() over (order by p.id) as n
     from places p join zones z on z.org_id = $1 and z.id = p.zone_id join levels l on l.org_id = $1 and l.id = z.level_id
     where p.org_id = $1 and l.location_id = $2
   ) d on d.n = u.n`,
  `insert into presence_events (org_id, source_no, utc_day, event_id, occurred_at, local_day, user_id, location_id, node_type, node_id)
   select $1, 1, b.day, b.id::text || k, b.day + interval '8 hours' + k * interval '4 hours', b.day, b.user_id, $2, 'location', $2
   from bookings b, generate_series(1, 2) k where b.org_id = $1 and b.location_id = $2`,
]

/** The same plans and bookings on another day, by two statements: the cost of the rows alone, including rules and log. */
const COPY = [
  `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
   select d.org_id, d.user_id, d.day + 1, d.plan, d.origin, d.changed_by, gen_random_uuid()
   from day_plans d join users u on u.org_id = $1 and u.id = d.user_id
   where d.org_id = $1 and d.day = current_date and u.primary_location_id = $2`,
  `insert into bookings (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, command_id)
   select org_id, gen_random_uuid(), user_id, day + 1, location_id, zone_id, place_id, changed_by, gen_random_uuid()
   from bookings where org_id = $1 and location_id = $2 and day = current_date and status = 'booked'`,
]

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

/** The horizon engine for one day of 10,000 people without plans and bookings. */
export const measureHorizon = async (subject: Subject): Promise<Figure[]> => {
  const { pool, orgId } = subject
  const locationId = randomUUID()
  await pool.query('select ensure_event_partitions((current_date - n * 28)::date) from generate_series(0, 2) n')
  for (const statement of SEED) {
    await pool.query(statement, [orgId, locationId])
    // Each statement reads what the previous ones wrote.
    await pool.query('analyze')
  }
  await pool.query('vacuum analyze')
  const api = await callAsKey(subject)
  const engine = await seconds(() => api.json('POST', '/api/horizon-runs', { locationId }))
  const again = await seconds(() => api.json('POST', '/api/horizon-runs', { locationId }))
  api.close()
  const { rows } = await pool.query<{ plans: number; bookings: number }>(
    'select plans, bookings from horizon_runs where org_id = $1 and location_id = $2 order by local_day limit 1',
    [orgId, locationId],
  )
  const copied = await seconds(async () => {
    for (const statement of COPY) await pool.query(statement, [orgId, locationId])
  })
  return [
    {
      name: `horizon engine, ${USERS} users × 1 day`,
      value: `${engine.toFixed(1)} s, again ${again.toFixed(1)} s`,
      reference: `${copied.toFixed(1)} s to insert the same rows`,
      ratio: engine / copied,
      notes: `${rows[0]?.plans} plans, ${rows[0]?.bookings} bookings, ${DESKS} desks; ${HISTORY_DAYS} days of history`,
    },
  ]
}
