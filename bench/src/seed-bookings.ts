import { LARGE, seedCompany } from './seed-company.ts'
import { dropIndexes } from './seed-history.ts'
import type { Subject } from './subject.ts'

/** Number of taken desks out of ten, on each day. */
const TAKEN_OF_TEN = 9
const NEIGHBORHOODS_PER_LEVEL = 2
const CAPACITY = 20
/** Booked future days, within the booking window of employees. */
export const DAYS_AHEAD = 14

const DESKS = LARGE.locations * LARGE.levels * LARGE.zones * LARGE.desks

/** Zones booked by capacity, in addition to those booked by desk. */
const NEIGHBORHOODS = `
  insert into zones (org_id, id, level_id, name, kind, capacity)
  select $1, gen_random_uuid(), v.id, 'Neighborhood ' || n, 'neighborhood', ${CAPACITY}
  from levels v join locations l on l.org_id = $1 and l.id = v.location_id, generate_series(1, ${NEIGHBORHOODS_PER_LEVEL}) n
  where v.org_id = $1 and l.name like 'Office %'`

const NUMBERED = [
  `create table bench_desks as
   select p.id, p.zone_id, l.location_id, row_number() over (order by md5(p.id::text)) - 1 as number
   from places p
   join zones z on z.org_id = $1 and z.id = p.zone_id
   join levels l on l.org_id = $1 and l.id = z.level_id
   where p.org_id = $1`,
  `create table bench_people as
   select id, row_number() over (order by md5(id::text)) - 1 as number from users where org_id = $1 and user_name like 'person-%'`,
  'create unique index on bench_people (number) include (id)',
  'analyze bench_desks',
  'analyze bench_people',
]

/** A desk goes to another person each day, and no person has two desks on one day. */
const BOOKINGS = `
  insert into bookings (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, command_id)
  select $1, uuidv7(), p.id, current_date + d.n, k.location_id, k.zone_id, k.id, 'directory', $4
  from generate_series($2::integer, $3::integer) d (n)
  cross join bench_desks k
  join bench_people p on p.number = (k.number + (d.n + 10000) * 7919) % ${LARGE.users}
  where (k.number + d.n + 10000) % 10 < ${TAKEN_OF_TEN}`

/** Data that the booking rules maintain. */
const COUNTERS = `
  insert into zone_days (org_id, zone_id, day, taken)
  select org_id, zone_id, day, count(*)
  from bookings
  where org_id = $1 and status = 'booked' and day >= current_date
  group by org_id, zone_id, day`

const DAYS_AT_ONCE = 40

/**
 * The large company with bookings from past to future days. Inserted directly into the tables without triggers, with indexes
 * created at the end, because only the result matters.
 */
export const seedBookings = async (subject: Subject, count: number): Promise<number> => {
  await seedCompany(subject, LARGE, { plans: false })
  const { pool, orgId } = subject
  const client = await pool.connect()
  try {
    await client.query(
      `set session_replication_role = replica;
       set maintenance_work_mem = '1GB';
       set work_mem = '64MB';
       set wal_compression = off;
       set synchronous_commit = off`,
    )
    await client.query(NEIGHBORHOODS, [orgId])
    for (const statement of NUMBERED) await client.query(statement, statement.includes('$1') ? [orgId] : [])
    const restoreIndexes = await dropIndexes(client)
    const days = Math.max(DAYS_AHEAD, Math.ceil(count / ((DESKS * TAKEN_OF_TEN) / 10)))
    for (let first = DAYS_AHEAD - days; first < DAYS_AHEAD; first += DAYS_AT_ONCE) {
      const last = Math.min(first + DAYS_AT_ONCE, DAYS_AHEAD) - 1
      await client.query(BOOKINGS, [orgId, first, last, orgId])
    }
    await client.query('vacuum (analyze) bookings')
    await restoreIndexes()
    await client.query(COUNTERS, [orgId])
    await client.query('analyze')
    await client.query('checkpoint')
    const { rows } = await client.query('select count(*)::integer as stored from bookings')
    return rows[0].stored
  } finally {
    client.release(true)
  }
}
