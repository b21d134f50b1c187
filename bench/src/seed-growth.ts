import type { EventSource } from './events.ts'
import type { Subject } from './subject.ts'

/** Number of buildings of all organizations together, with people and desks per building. */
export const BUILDINGS = 100
export const PEOPLE = 100
const ZONES = 2
const DESKS_AHEAD = 80
export const DAYS_AHEAD = 7
const SOURCE = 900

/** An organization, with its key and one of its buildings. */
export interface Tenant extends EventSource {
  readonly orgId: string
  readonly authorization: string
  readonly locationIds: readonly string[]
}

const seedStatements = (buildings: number, days: number): string[] => [
  `create table bench_orgs as select id as org_id from organizations where name like 'Growth %'`,
  `insert into locations (org_id, id, name, time_zone)
   select org_id, gen_random_uuid(), 'Office ' || n, 'UTC' from bench_orgs, generate_series(1, ${buildings}) n`,
  `insert into levels (org_id, id, location_id, name)
   select org_id, gen_random_uuid(), id, 'Level' from locations join bench_orgs using (org_id)`,
  `insert into zones (org_id, id, level_id, name, kind)
   select org_id, gen_random_uuid(), v.id, 'Zone ' || n, 'individual'
   from levels v join bench_orgs using (org_id), generate_series(1, ${ZONES}) n`,
  `insert into places (org_id, id, zone_id, name)
   select org_id, gen_random_uuid(), z.id, 'Desk ' || n
   from zones z join bench_orgs using (org_id), generate_series(1, ${PEOPLE / ZONES}) n`,
  `insert into users (org_id, id, user_name, primary_location_id)
   select org_id, gen_random_uuid(), 'growth-' || n || '-' || l.id || '@bench.example', l.id
   from locations l join bench_orgs using (org_id), generate_series(1, ${PEOPLE}) n`,
  `create table bench_people as
   select d.org_id, u.id as user_id, d.id as place_id, d.zone_id, d.location_id, d.number
   from (
     select p.org_id, p.id, p.zone_id, v.location_id, row_number() over (partition by v.location_id order by p.id) as number
     from places p
     join bench_orgs using (org_id)
     join zones z on z.org_id = p.org_id and z.id = p.zone_id
     join levels v on v.org_id = p.org_id and v.id = z.level_id
   ) d
   join (
     select u.org_id, u.id, u.primary_location_id, row_number() over (partition by u.primary_location_id order by u.id) as number
     from users u join bench_orgs using (org_id)
   ) u on u.org_id = d.org_id and u.primary_location_id = d.location_id and u.number = d.number`,
  'analyze bench_people',
  `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
   select org_id, user_id, current_date + n, 'o', 'week-plan', 'directory', org_id
   from bench_people, generate_series(-${days}, ${DAYS_AHEAD}) n`,
  `insert into bookings (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, command_id)
   select org_id, gen_random_uuid(), user_id, current_date + n, location_id, zone_id, place_id, 'directory', org_id
   from bench_people, generate_series(-${days}, ${DAYS_AHEAD}) n
   where n < 0 or number <= ${DESKS_AHEAD}`,
  `insert into zone_days (org_id, zone_id, day, taken)
   select org_id, zone_id, day, count(*) from bookings where day >= current_date group by org_id, zone_id, day`,
  `insert into sources (org_id, source_no, source_id) select org_id, ${SOURCE}, 'badges' from bench_orgs`,
  `insert into location_presence (org_id, location_id, first_day)
   select distinct org_id, location_id, '2026-01-01'::date from bench_people`,
  `select ensure_event_partitions(day::date) from generate_series(current_date - ${days} - 31, current_date, interval '28 days') day`,
  `select ensure_event_partitions('2026-01-05')`,
  `insert into presence_events
     (org_id, utc_day, source_no, event_id, occurred_at, local_day, user_id, location_id, node_type, node_id)
   select org_id, day, ${SOURCE}, 'h' || row_number() over (), day + interval '8 hours' + k * interval '3 hours', day, user_id,
     location_id, 'zone', zone_id
   from bench_people, generate_series(-${days}, -1) n, generate_series(1, 2) k, lateral (select current_date + n as day) d`,
  // The same number again for incoming events, so that their target is as large as the history.
  `insert into presence_events
     (org_id, utc_day, source_no, event_id, occurred_at, local_day, user_id, location_id, node_type, node_id)
   select org_id, day, ${SOURCE}, 'j' || row_number() over (), day + interval '8 hours' + k * interval '3 hours', day, user_id,
     location_id, 'zone', zone_id
   from bench_people, generate_series(1, ${days}) n, generate_series(1, 2) k, lateral (select '2026-01-01'::date + n % 31 as day) d`,
]

/** Creates organizations with their own keys and a history, directly in the tables. */
export const seedGrowth = async (subject: Subject, organizations: number, days: number): Promise<Tenant[]> => {
  const { pool, orgId, authorization } = subject
  const [firstKey, secret] = atob(authorization.slice('Basic '.length)).split(':')
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into organizations (id, name) select gen_random_uuid(), 'Growth ' || n from generate_series(1, $1::integer) n`,
      [organizations],
    )
    // The secret is that of the first key; only its digest is stored.
    await client.query(
      `insert into api_keys (org_id, id, family_id, name, role, auth_methods, secret_hash, secret_sealed)
       select o.id, o.id, o.id, 'bench', k.role, k.auth_methods, k.secret_hash, k.secret_sealed
       from organizations o, api_keys k where o.name like 'Growth %' and k.org_id = $1 and k.id = $2`,
      [orgId, firstKey],
    )
    for (const statement of seedStatements(BUILDINGS / organizations, days)) await client.query(statement)
  } finally {
    client.release(true)
  }
  await pool.query('vacuum analyze')
  const { rows } = await pool.query<{ orgId: string; levelId: string; locationIds: string[]; userIds: string[] }>(
    `select o.org_id as "orgId", v.level_id as "levelId", l.ids as "locationIds", u.ids as "userIds"
     from bench_orgs o
     join lateral (select array_agg(id order by id)::text[] as ids from locations where org_id = o.org_id) l on true
     join lateral (select array_agg(id order by id)::text[] as ids from users where org_id = o.org_id) u on true
     join lateral (select id as level_id from levels where org_id = o.org_id and location_id = l.ids[1]::uuid) v on true`,
  )
  return rows.map(({ levelId, ...tenant }) => ({
    ...tenant,
    authorization: `Basic ${btoa(`${tenant.orgId}:${secret}`)}`,
    node: { id: levelId, locationId: tenant.locationIds[0] as string },
  }))
}
