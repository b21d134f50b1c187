import type { Subject } from './subject.ts'

/** Sizes of an organization: offices, levels per office, zones per level and desks per zone. */
export interface CompanySize {
  readonly users: number
  readonly locations: number
  readonly levels: number
  readonly zones: number
  readonly desks: number
  readonly groups: number
  /** Future and past days with plans and bookings. */
  readonly days: number
  readonly history?: number
}

/** Sizes of a large organization. */
export const LARGE = {
  users: 100_000,
  locations: 20,
  levels: 5,
  zones: 10,
  desks: 50,
  groups: 500,
  days: 7,
} satisfies CompanySize

/** A company with a month of history. */
export const COMPANY: CompanySize = {
  users: 10_000,
  locations: 5,
  levels: 4,
  zones: 5,
  desks: 100,
  groups: 60,
  days: 14,
  history: 30,
}

const STATEMENTS = [
  `insert into locations (org_id, id, name, time_zone)
   select $1, gen_random_uuid(), 'Office ' || n, 'Europe/Berlin' from generate_series(1, $2) n`,
  `insert into levels (org_id, id, location_id, name)
   select $1, gen_random_uuid(), id, 'Level ' || n
   from locations, generate_series(1, $2) n
   where org_id = $1 and name like 'Office %'`,
  `insert into zones (org_id, id, level_id, name, kind)
   select $1, gen_random_uuid(), v.id, 'Zone ' || n, 'individual'
   from levels v join locations l on l.org_id = $1 and l.id = v.location_id, generate_series(1, $2) n
   where v.org_id = $1 and l.name like 'Office %'`,
  `insert into places (org_id, id, zone_id, name)
   select $1, gen_random_uuid(), z.id, 'Desk ' || n
   from zones z
   join levels v on v.org_id = $1 and v.id = z.level_id
   join locations l on l.org_id = $1 and l.id = v.location_id, generate_series(1, $2) n
   where z.org_id = $1 and l.name like 'Office %'`,
  `insert into groups (org_id, id, name, type, origin)
   select $1, gen_random_uuid(), 'Group ' || n, 'team', 'administrator' from generate_series(1, $2) n`,
]

/** Users spread over offices and groups; on each future day two in three are in the office, half of them at a desk. */
const PEOPLE = `
  with offices as (
    select array_agg(id order by id) as ids from locations where org_id = $1 and name like 'Office %'
  ),
  teams as (
    select array_agg(id order by id) as ids from groups where org_id = $1 and name like 'Group %'
  )
  insert into users (org_id, id, user_name, first_name, last_name, primary_location_id, primary_group_id)
  select $1, gen_random_uuid(), 'person-' || n || '@large.example', 'First' || n % 997, 'Last' || n % 4999,
    offices.ids[1 + n % cardinality(offices.ids)], teams.ids[1 + n % cardinality(teams.ids)]
  from generate_series(1, $2) n, offices, teams`

const PLANS = `
  insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
  select $1, id, current_date + n, case when hashtext(id::text || n) % 3 = 0 then 'r' else 'o' end, 'week-plan', 'directory',
    gen_random_uuid()
  from users, generate_series(-$3::integer, $2::integer - 1) n
  where org_id = $1 and user_name like 'person-%'`

const BOOKINGS = `
  insert into bookings (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, command_id)
  select $1, gen_random_uuid(), p.user_id, p.day, d.location_id, d.zone_id, d.id, 'directory', gen_random_uuid()
  from (
    select d.user_id, d.day, u.primary_location_id as location_id,
      row_number() over (partition by d.day, u.primary_location_id order by d.user_id) as number
    from day_plans d
    join users u on u.org_id = $1 and u.id = d.user_id
    where d.org_id = $1 and d.plan = 'o' and u.user_name like 'person-%'
  ) p
  join (
    select p.id, p.zone_id, l.location_id, row_number() over (partition by l.location_id order by p.id) as number
    from places p
    join zones z on z.org_id = $1 and z.id = p.zone_id
    join levels l on l.org_id = $1 and l.id = z.level_id
    where p.org_id = $1
  ) d on d.location_id = p.location_id and d.number = p.number`

/**
 * Fills the organization of the benchmark directly in the tables, because only reads are measured. Optionally without plans and
 * bookings.
 */
export const seedCompany = async ({ pool, orgId }: Subject, size: CompanySize = LARGE, { plans = true } = {}): Promise<void> => {
  const { locations, levels, zones, desks, groups, users, days, history = 0 } = size
  const counts = [locations, levels, zones, desks, groups]
  for (const [index, statement] of STATEMENTS.entries()) await pool.query(statement, [orgId, counts[index]])
  await pool.query(PEOPLE, [orgId, users])
  await pool.query(
    `insert into group_members (org_id, group_id, user_id)
     select org_id, primary_group_id, id from users where org_id = $1 and user_name like 'person-%'`,
    [orgId],
  )
  // The nightly jobs count as done, so that they do not run during a measurement.
  await pool.query(
    `insert into horizon_runs (org_id, location_id, local_day, started_at, ended_at, plans, bookings)
     select org_id, id, (now() at time zone time_zone)::date + n, now(), now(), 0, 0
     from locations, generate_series(0, 1) n where org_id = $1
     on conflict do nothing`,
    [orgId],
  )
  await pool.query('analyze')
  if (!plans) return
  await pool.query(PLANS, [orgId, days, history])
  await pool.query('analyze')
  await pool.query(BOOKINGS, [orgId])
  await pool.query('vacuum analyze')
}
