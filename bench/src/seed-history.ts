import type pg from 'pg'
import type { Subject } from './subject.ts'

/** A year of an organization of 10,000 users. */
export const HISTORY = { locations: 6, levels: 3, zones: 4, desks: 140, groups: 60, days: 365, ahead: 14, users: 10_000 }
/** Presence events per user and office day: for the last 31 days, so that a month is a gigabyte, and for earlier days. */
const RECENT = { days: 31, events: 14 }
const EARLIER_EVENTS = 2

/** Made as by a user, because figures divide by the history of zones and desks, which triggers write. */
const BUILDINGS = [
  `insert into locations (org_id, id, name, time_zone, address)
   select $1, gen_random_uuid(), 'Office ' || n, 'Europe/Berlin', n || ' Main Street' from generate_series(1, ${HISTORY.locations}) n`,
  `insert into levels (org_id, id, location_id, name)
   select $1, gen_random_uuid(), id, 'Level ' || n
   from locations, generate_series(1, ${HISTORY.levels}) n where org_id = $1 and name like 'Office %'`,
  `insert into zones (org_id, id, level_id, name, kind)
   select $1, gen_random_uuid(), v.id, v.name || ' Zone ' || n, 'individual'
   from levels v join locations l on l.org_id = $1 and l.id = v.location_id, generate_series(1, ${HISTORY.zones}) n
   where v.org_id = $1 and l.name like 'Office %'`,
  `insert into places (org_id, id, zone_id, name)
   select $1, gen_random_uuid(), z.id, 'Desk ' || n from zones z, generate_series(1, ${HISTORY.desks}) n where z.org_id = $1`,
]

const STATEMENTS = [
  `insert into groups (org_id, id, name, type, origin)
   select $1, gen_random_uuid(), 'Team ' || n, 'team', 'administrator' from generate_series(1, ${HISTORY.groups}) n`,
  // Every user has a desk, and so a building, and a team.
  `create table bench_people as
   select u.id as user_id, d.place_id, d.zone_id, d.level_id, d.location_id, g.id as group_id
   from (select id, row_number() over (order by id) as number from users where org_id = $1) u
   join (
     select p.id as place_id, p.zone_id, z.level_id, l.location_id, row_number() over (order by md5(p.id::text)) as number
     from places p
     join zones z on z.org_id = $1 and z.id = p.zone_id
     join levels l on l.org_id = $1 and l.id = z.level_id
     where p.org_id = $1
   ) d on d.number = u.number
   join (select id, row_number() over (order by id) as number from groups where org_id = $1) g
     on g.number = 1 + u.number % ${HISTORY.groups}`,
  `update users u set primary_location_id = b.location_id, primary_group_id = b.group_id
   from bench_people b where u.org_id = $1 and u.id = b.user_id`,
  `create unlogged table bench_days as
   select b.*, d.day, d.draw, case when d.draw < 6 then 'o' when d.draw < 9 then 'r' else 'a' end as plan
   from bench_people b
   cross join lateral (
     select current_date + n as day, abs(hashtext(b.user_id::text || n)) % 10 as draw
     from generate_series(-${HISTORY.days}, ${HISTORY.ahead}) n
   ) d`,
  `insert into week_plans (org_id, user_id, weekday, plan, changed_by, command_id)
   select $1, user_id, n, case when abs(hashtext(user_id::text || n)) % 10 < 6 then 'o' else 'r' end, 'directory', gen_random_uuid()
   from bench_people, generate_series(1, 5) n`,
  `insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, command_id)
   select $1, user_id, day, plan, case when plan = 'o' then location_id end, 'week-plan', 'directory', gen_random_uuid()
   from bench_days order by day, user_id`,
  `insert into bookings (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, command_id)
   select $1, uuidv7(), user_id, day, location_id, zone_id, place_id, 'auto-booking', gen_random_uuid()
   from bench_days where plan = 'o'`,
  `insert into zone_days (org_id, zone_id, day, taken)
   select org_id, zone_id, day, count(*) from bookings where org_id = $1 and day >= current_date group by org_id, zone_id, day`,
  `insert into sources (org_id, source_no, source_id) values ($1, 900, 'badges')`,
  `insert into location_presence (org_id, location_id, first_day)
   select distinct $1::uuid, location_id, current_date - ${HISTORY.days} from bench_people`,
  `select ensure_event_partitions((current_date - n * 28)::date) from generate_series(0, ${Math.ceil(HISTORY.days / 28) + 1}) n`,
  // Five in six users who planned an office day come.
  `insert into presence_events
     (org_id, utc_day, source_no, event_id, occurred_at, received_at, local_day, user_id, location_id, node_type, node_id, source_user_id)
   select $1, day, 900, 'e' || row_number() over (), day + interval '8 hours' + n * interval '31 minutes',
     day + interval '8 hours' + n * interval '31 minutes', day, user_id, location_id, 'zone', zone_id, 'badge-' || right(user_id::text, 6)
   from bench_days, generate_series(1, case when day >= current_date - ${RECENT.days} then ${RECENT.events} else ${EARLIER_EVENTS} end) n
   where draw < 5 and day < current_date`,
]

/** Fills the organization of the benchmark directly in the tables, all but its buildings without triggers. */
export const seedHistory = async ({ pool, orgId }: Subject): Promise<void> => {
  const client = await pool.connect()
  try {
    await runAll(client, BUILDINGS, orgId)
    await client.query('set session_replication_role = replica')
    const restoreIndexes = await dropIndexes(client)
    await runAll(client, STATEMENTS, orgId)
    await restoreIndexes()
  } finally {
    client.release(true)
  }
  await pool.query('vacuum analyze')
}

const runAll = async (client: pg.PoolClient, statements: readonly string[], orgId: string): Promise<void> => {
  for (const statement of statements) {
    await client.query(statement, statement.includes('$1') ? [orgId] : [])
    const [, made] = /^(?:insert into|create (?:unlogged )?table|update) (\w+)/.exec(statement.trim()) ?? []
    if (made) await client.query(`analyze ${made}`)
  }
}

/** Indexing millions of rows at once is faster than one by one. */
export const dropIndexes = async (client: pg.PoolClient): Promise<() => Promise<void>> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('day_plans', 'bookings') and indexname not like '%_pkey'`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}

/** Presence events of one day, all of people in their own office, with their day changes. */
export const addPresence = async ({ pool, orgId }: Subject, day: string, count: number): Promise<void> => {
  await pool.query(
    `insert into presence_events
       (org_id, utc_day, source_no, event_id, occurred_at, received_at, local_day, user_id, location_id, node_type, node_id)
     select $1, $2::date, 900, 'late-' || gen_random_uuid(), $2::date + interval '7 hours' + random() * interval '9 hours', now(),
       $2::date, b.user_id, b.location_id, 'zone', b.zone_id
     from bench_people b, generate_series(1, $3::integer / $4::integer)`,
    [orgId, day, count, HISTORY.users],
  )
  await pool.query(`insert into day_change_ticks (org_id, topic, day, reason) values ($1, 'presence', $2, 'lateEvents')`, [
    orgId,
    day,
  ])
  await pool.query('vacuum analyze presence_events')
}
