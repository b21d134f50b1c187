import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../src/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { listChunks } from '../../src/warehouse/published/published-segments.ts'

const DAYS = 30
const LOCATIONS = 20
const RANGE = { dataset: 'user-booking-attendance', firstDay: '2026-03-01', lastDay: '2026-03-30' } as const

let database: TestDatabase
let orgId: string
let locationIds: string[]

/** PostgreSQL still takes the tables for empty, as after a first refresh. */
beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  orgId = randomUUID()
  locationIds = Array.from({ length: LOCATIONS }, () => randomUUID()).sort()
  const [published, reopened] = [locationIds.slice(1), locationIds[0] as string]
  await pool.query(`insert into organizations (id, name) values ($1, 'Many')`, [orgId])
  await pool.query(
    `insert into published_locations (org_id, location_id, published_through, published_at)
     select $1::uuid, id, date '2026-03-31', now() from unnest($2::uuid[]) id
     union all select $1::uuid, $3::uuid, '2026-02-01', now()`,
    [orgId, published, reopened],
  )
  await pool.query(
    `insert into segments (org_id, dataset, day, location_id, revision, position, reason, published_at, row_count)
     select $1, $2, date '2026-03-01' + n, id, 3, row_number() over (), 'refreshed', now(), 1
     from unnest($3::uuid[]) id, generate_series(0, $4::integer - 1) n`,
    [orgId, RANGE.dataset, locationIds, DAYS],
  )
  await pool.query(
    `insert into segment_chunks (org_id, dataset, day, location_id, chunk_no, row_count, size, crc32, deflated, zstandard)
     select org_id, dataset, day, location_id, chunk_no, 1, 10, 1, '\\x010203', '\\x01' from segments, generate_series(0, 1) chunk_no
     where org_id = $1`,
    [orgId],
  )
})
afterAll(() => database?.[Symbol.asyncDispose]())

const rowsRead = async (trx: Db): Promise<number> => {
  const { rows } = await sql<{ read: number }>`
    select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables where relname = 'segment_chunks'
  `.execute(trx)
  return rows[0]?.read ?? 0
}

it('lists the chunks of published segments in order, and reads each once', async () => {
  await database.db.transaction().execute(async (trx) => {
    // The counters also have what the connection read before.
    const before = await rowsRead(trx)
    const chunks = await listChunks(trx, { orgId, ...RANGE })
    expect(chunks).toHaveLength((LOCATIONS - 1) * DAYS * 2)
    expect(chunks.slice(0, 2)).toEqual([
      { day: '2026-03-01', locationId: locationIds[1], revision: 3, chunkNo: 0, sizes: { deflated: 3, zstandard: 1 } },
      { day: '2026-03-01', locationId: locationIds[1], revision: 3, chunkNo: 1, sizes: { deflated: 3, zstandard: 1 } },
    ])
    expect(chunks.at(-1)).toMatchObject({ day: '2026-03-30', locationId: locationIds.at(-1), chunkNo: 1 })
    expect((await rowsRead(trx)) - before).toBe(LOCATIONS * DAYS * 2)
  })
})

it('lists the chunks of some locations', async () => {
  const asked = [locationIds[5], locationIds[2]] as string[]
  const chunks = await listChunks(database.db, { orgId, ...RANGE, lastDay: '2026-03-02', locationIds: asked })
  expect(chunks.map(({ day, locationId, chunkNo }) => `${day} ${locationId} ${chunkNo}`)).toEqual(
    ['2026-03-01', '2026-03-02'].flatMap((day) => asked.toSorted().flatMap((id) => [`${day} ${id} 0`, `${day} ${id} 1`])),
  )
})
