import type pg from 'pg'
import { dayFromNow } from './measure.ts'

/** Sizes of organizations that are seeded together in one database. */
export interface SiteSize {
  readonly organizations: number
  /** Of each organization. */
  readonly people: number
  readonly buildings: number
  /** Presence events of yesterday, of all of them. */
  readonly events: number
}

/** An organization with its key, and where each of its people who came is seen. */
export interface Site {
  readonly orgId: string
  readonly authorization: string
  readonly seen: readonly { readonly userId: string; readonly zoneId: string }[]
}

/** Days with plans and bookings before and after today. */
export const DAYS = { behind: 7, ahead: 7 }
const SOURCE = 900
/** The events of a day are inserted in this many statements, each of later events. */
const SLICES = 20
const LEVEL = { zones: 10, desks: 50 }

const statements = ({ people, buildings }: SiteSize): string[] => [
  `create table bench_orgs as select id as org_id from organizations where name like 'Site %'`,
  `insert into locations (org_id, id, name, time_zone, address)
   select org_id, gen_random_uuid(), 'Office ' || n, 'UTC', n || ' Main Street' from bench_orgs, generate_series(1, ${buildings}) n`,
  `insert into levels (org_id, id, location_id, name)
   select org_id, gen_random_uuid(), id, 'Level ' || n
   from locations join bench_orgs using (org_id),
     generate_series(1, ${Math.ceil(people / buildings / (LEVEL.zones * LEVEL.desks))}) n`,
  `insert into zones (org_id, id, level_id, name, kind)
   select org_id, gen_random_uuid(), v.id, v.name || ' Zone ' || n, 'individual'
   from levels v join bench_orgs using (org_id), generate_series(1, ${LEVEL.zones}) n`,
  `insert into places (org_id, id, zone_id, name)
   select org_id, gen_random_uuid(), z.id, 'Desk ' || n
   from zones z join bench_orgs using (org_id), generate_series(1, ${LEVEL.desks}) n`,
  `insert into groups (org_id, id, name, type, origin)
   select org_id, gen_random_uuid(), 'Team ' || n, 'team', 'administrator'
   from bench_orgs, generate_series(1, ${Math.ceil(people / 100)}) n`,
  // Six in ten plan the office on a day, and five in six of these come.
  `create table bench_people as
   select d.org_id, gen_random_uuid() as user_id, d.place_id, d.zone_id, d.location_id, d.number
   from (
     select p.org_id, p.id as place_id, p.zone_id, v.location_id, row_number() over (partition by p.org_id order by md5(p.id::text)) as number
     from places p
     join bench_orgs using (org_id)
     join zones z on z.org_id = p.org_id and z.id = p.zone_id
     join levels v on v.org_id = p.org_id and v.id = z.level_id
   ) d
   where d.number <= ${people}`,
  `insert into users (org_id, id, user_name, first_name, last_name, primary_location_id, primary_group_id)
   select b.org_id, b.user_id, 'person-' || number || '@' || b.org_id || '.example', 'First' || number % 997, 'Last' || number % 4999,
     location_id, g.ids[1 + number % cardinality(g.ids)]
   from bench_people b
   join (select org_id, array_agg(id order by id) as ids from groups group by org_id) g on g.org_id = b.org_id`,
  `create table bench_days as
   select b.org_id, b.user_id, b.place_id, b.zone_id, b.location_id, current_date + n as day, abs(hashtext(b.user_id::text || n)) % 10 as draw
   from bench_people b, generate_series(-${DAYS.behind}, ${DAYS.ahead}) n`,
  `insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, command_id)
   select org_id, user_id, day, case when draw < 6 then 'o' else 'r' end, case when draw < 6 then location_id end, 'week-plan',
     'directory', org_id
   from bench_days`,
  `insert into bookings (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, command_id)
   select org_id, gen_random_uuid(), user_id, day, location_id, zone_id, place_id, 'directory', org_id from bench_days where draw < 6`,
  `insert into zone_days (org_id, zone_id, day, taken)
   select org_id, zone_id, day, count(*) from bookings join bench_orgs using (org_id) where day >= current_date group by org_id, zone_id, day`,
  `insert into sources (org_id, source_no, source_id) select org_id, ${SOURCE}, 'badges' from bench_orgs`,
  `insert into location_presence (org_id, location_id, first_day)
   select distinct org_id, location_id, current_date - ${DAYS.behind} from bench_people`,
  `select ensure_event_partitions(current_date - 1)`,
  `create table bench_seen as
   select org_id, user_id, zone_id, location_id, row_number() over (order by md5(user_id::text)) as number
   from bench_days where day = current_date - 1 and draw < 5`,
]

/** The key of each organization has the secret of the first key; only its digest is stored. */
const addKeys = async (client: pg.ClientBase, from: pg.Pool, keyId: string): Promise<void> => {
  const { rows } = await from.query<{ row: unknown }>('select to_jsonb(k) as row from api_keys k where id = $1', [keyId])
  await client.query(
    `insert into api_keys (org_id, id, family_id, name, role, auth_methods, secret_hash, secret_sealed)
     select o.id, o.id, o.id, 'bench', k.role, k.auth_methods, k.secret_hash, k.secret_sealed
     from organizations o, jsonb_populate_record(null::api_keys, $1) k where o.name like 'Site %'`,
    [JSON.stringify(rows[0]?.row)],
  )
}

/** Creates organizations of a database, with a week of plans and bookings, directly in the tables. */
export const seedSites = async (
  pool: pg.Pool,
  size: SiteSize,
  first: { readonly pool: pg.Pool; readonly authorization: string },
): Promise<Site[]> => {
  const [keyId = '', secret] = atob(first.authorization.slice('Basic '.length)).split(':')
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into organizations (id, name) select id, 'Site ' || id from (select gen_random_uuid() as id from generate_series(1, $1::integer)) o`,
      [size.organizations],
    )
    await addKeys(client, first.pool, keyId)
    for (const statement of statements(size)) {
      await client.query(statement)
      const [, made] = /^(?:insert into|create table) (\w+)/.exec(statement) ?? []
      if (made) await client.query(`analyze ${made}`)
    }
    await client.query('drop table bench_days')
  } finally {
    client.release(true)
  }
  await pool.query('vacuum analyze')
  const { rows } = await pool.query<{ orgId: string; users: string[]; zones: string[] }>(
    `select org_id as "orgId", array_agg(user_id::text order by number) as users, array_agg(zone_id::text order by number) as zones
     from bench_seen group by org_id`,
  )
  return rows.map(({ orgId, users, zones }) => ({
    orgId,
    authorization: `Basic ${btoa(`${orgId}:${secret}`)}`,
    seen: users.map((userId, index) => ({ userId, zoneId: zones[index] as string })),
  }))
}

/** Inserts the events of yesterday in the order of their time, without the last hour, which is left to the API. */
export const seedDayOfEvents = async (pool: pg.Pool, events: number): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (let slice = 0; slice < SLICES; slice++) {
      await client.query(
        `with seen as (select count(*) as people from bench_seen)
         insert into presence_events
           (org_id, utc_day, source_no, event_id, occurred_at, received_at, local_day, user_id, location_id, node_type, node_id)
         select s.org_id, $1::date, ${SOURCE}, 'e' || lpad(e.number::text, 14, '0'), e.moment, e.moment, $1::date, s.user_id,
           s.location_id, 'zone', s.zone_id
         from seen
         cross join lateral (
           select n as number, $1::date + interval '7 hours' + interval '11 hours' * n / $2 as moment, 1 + n % people as person
           from generate_series($3::bigint, $4::bigint - 1) n
         ) e
         join bench_seen s on s.number = e.person`,
        [dayFromNow(-1), events, Math.floor((events * slice) / SLICES), Math.floor((events * (slice + 1)) / SLICES)],
      )
    }
  } finally {
    client.release(true)
  }
  await pool.query('vacuum analyze presence_events')
}
