import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'

const ORG = '00000000-0000-4000-8000-000000000001'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  await pool.query(`select ensure_event_partitions('2031-05-01')`)
  // A month of 2,000 events a day, stored day by day as they come.
  await pool.query(
    `insert into presence_events
       (org_id, utc_day, source_no, event_id, occurred_at, local_day, user_id, location_id, node_type, node_id)
     select $1, d, 1, d || '-' || n, d + interval '9 hours', d, gen_random_uuid(), $1, 'location', $1
     from generate_series('2031-05-01'::date, '2031-05-31', '1 day') day (d), generate_series(1, 2000) n`,
    [ORG],
  )
  await pool.query(
    `insert into occupancy_events
       (org_id, utc_day, source_no, event_id, occurred_at, local_day, location_id, node_type, node_id, occupied)
     select $1, d, 1, d || '-' || n, d + interval '9 hours', d, $1, 'place', gen_random_uuid(), true
     from generate_series('2031-05-01'::date, '2031-05-31', '1 day') day (d), generate_series(1, 2000) n`,
    [ORG],
  )
  await pool.query('vacuum analyze presence_events, occupancy_events')
})
afterAll(() => database[Symbol.asyncDispose]())

/** What the refresh of a day reads of events, by function. */
const READS = {
  attendance: 'presence_events',
  node_stays: 'presence_events',
  occupancy_reports: 'occupancy_events',
}

test.each(Object.entries(READS))('%s of a day reads the blocks of that day, and not its month', async (read, table) => {
  const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
    `explain select * from ${read}('${ORG}', '2031-05-15', '2031-05-15')`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain(`Bitmap Index Scan on ${table}_2031_05_local_day_idx`)
  expect(plan).not.toContain(`Seq Scan on ${table}_2031_05`)
})
