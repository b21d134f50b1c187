import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../src/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { listMembers, readTakingPart } from '../../src/warehouse/analytics/members.ts'

const MONTHS = ['2025-10-01', '2025-11-01', '2025-12-01', '2026-01-01']
const USERS = 2_000
const TREE = { groups: [] } as unknown as Parameters<typeof readTakingPart>[2]['tree']

let database: TestDatabase
let orgId: string

/** All users took part on the second day of each month except the last one, in which one of them did. */
beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  orgId = randomUUID()
  await pool.query(`insert into organizations (id, name) values ($1, 'Many')`, [orgId])
  await pool.query(
    `insert into users (org_id, id, user_name) select $1, gen_random_uuid(), 'user ' || n from generate_series(1, $2::integer) n`,
    [orgId, USERS],
  )
  await pool.query(
    `insert into person_months (org_id, month, user_id, planned, seen, no_show, involved)
     select $1, month, id, 2, 2, 0, 2 from unnest($2::date[]) month, users
     where month < '2026-01-01' or user_name = 'user 1'`,
    [orgId, MONTHS],
  )
  await pool.query('analyze person_months, users')
})
afterAll(() => database?.[Symbol.asyncDispose]())

const rowsRead = async (trx: Db): Promise<number> => {
  const { rows } = await sql<{ read: number }>`
    select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables where relname = 'person_months'
  `.execute(trx)
  return rows[0]?.read ?? 0
}

/** The number of people who took part, and how many rows of their months were read for it. */
const takingPart = (from: string, to: string) =>
  database.db.transaction().execute(async (trx: Db) => {
    const members = await listMembers(trx, orgId)
    // The counters also have what the connection read before.
    const before = await rowsRead(trx)
    const { people } = await readTakingPart(trx, orgId, { tree: TREE, members, period: { from, to } })
    return { people: people.reduce((sum, each) => sum + each.people, 0), read: (await rowsRead(trx)) - before }
  })

it('a period with figures is about those who took part in any of its months', async () => {
  expect((await takingPart('2025-10-01', '2026-01-31')).people).toBe(USERS)
  expect((await takingPart('2026-01-01', '2026-01-31')).people).toBe(1)
  expect((await takingPart('2025-12-03', '2026-01-31')).people).toBe(1)
})

it('a year before the first figures is about no one, which takes a few rows to find out', async () => {
  const { people, read } = await takingPart('2024-09-01', '2025-08-31')
  expect(people).toBe(0)
  expect(read).toBeLessThan(50)
})
