import { expect, it } from 'vitest'
import { listLocationHistory } from '../../src/directory/history/history-lists.ts'
import { createOrganization } from '../../src/directory/organizations/organization-service.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { createTestDatabase, LONG_WAITS } from '../../src/testing/test-database.ts'
import { readsOf } from '../db/reads.ts'

const BUILDINGS = 20
const DESKS = 200

const id = (kind: string) => `md5('${kind} ' || n)::uuid`
const STATEMENTS = [
  `insert into locations (org_id, id, name, time_zone)
   select $1, ${id('location')}, 'Building ' || n, 'UTC' from generate_series(1, ${BUILDINGS}) n`,
  `insert into levels (org_id, id, location_id, name)
   select $1, ${id('level')}, ${id('location')}, 'Level' from generate_series(1, ${BUILDINGS}) n`,
  `insert into zones (org_id, id, level_id, name, kind)
   select $1, ${id('zone')}, ${id('level')}, 'Zone', 'individual' from generate_series(1, ${BUILDINGS}) n`,
  `insert into zones (org_id, id, level_id, name, kind, capacity)
   select $1, gen_random_uuid(), ${id('level')}, 'Garden', 'neighborhood', 7 from generate_series(1, ${BUILDINGS}) n`,
  `insert into places (org_id, id, zone_id, name)
   select $1, gen_random_uuid(), ${id('zone')}, 'Desk ' || desk
   from generate_series(1, ${BUILDINGS}) n, generate_series(1, ${DESKS}) desk`,
]

it('the history of a building reads its own desks once, and of each other building at most the first ones', async () => {
  await using database = await createTestDatabase()
  await using one = openDatabase({ url: database.url, poolSize: 1, ...LONG_WAITS })
  const { db, pool } = one
  const { id: orgId } = await createOrganization(db, { name: 'Many desks' })
  await pool.query('alter table desk_history set (autovacuum_enabled = off)')
  for (const statement of STATEMENTS) await pool.query(statement, [orgId])
  await pool.query('vacuum analyze')
  const { rows } = await pool.query<{ id: string }>(`select ${id('location')} as id from generate_series(3, 3) n`)
  const before = await readsOf(pool, 'desk_history')
  const { items } = await listLocationHistory(db, orgId, rows[0]?.id as string, {})
  const reads = (await readsOf(pool, 'desk_history')) - before
  expect(items).toMatchObject([{ locationName: 'Building 3', status: 'active', capacity: DESKS + 7, validTo: null }])
  expect(reads).toBeLessThanOrEqual(DESKS + 3 * BUILDINGS)
})
