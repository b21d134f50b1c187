import { expect, it } from 'vitest'
import { createOrganization } from '../../src/directory/organizations/organization-service.ts'
import { listProviders } from '../../src/operations/provisioning/provider-views.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { createTestDatabase, LONG_WAITS } from '../../src/testing/test-database.ts'
import { readsOf } from '../db/reads.ts'

const PROVIDERS = 40
const SUBJECTS = 2_000
const DELETED = 30

const ID = `md5('provider ' || n)::uuid`
const SUBJECT = `md5('subject ' || n)::uuid`
/** The first provider has everything. */
const FIRST = `md5('provider 1')::uuid`
const STATEMENTS = [
  `insert into provisioning_providers (org_id, id, name)
   select $1, ${ID}, 'Provider ' || lpad(n::text, 3, '0') from generate_series(1, ${PROVIDERS}) n`,
  `insert into users (org_id, id, user_name) select $1, ${SUBJECT}, 'user ' || n from generate_series(1, ${SUBJECTS}) n`,
  `insert into groups (org_id, id, name, type, origin)
   select $1, ${SUBJECT}, 'group ' || n, 'group', 'provisioning' from generate_series(1, ${SUBJECTS}) n`,
  ...['user', 'group'].map(
    (kind) => `insert into provisioned_${kind}s (org_id, ${kind}_id, provider_id, deleted_at)
   select $1, ${SUBJECT}, ${FIRST}, case when n <= ${DELETED} then now() end from generate_series(1, ${SUBJECTS}) n`,
  ),
  `insert into provisioning_conflicts (org_id, provider_id, source, subject_id, detail)
   select $1, ${FIRST}, 'import', ${SUBJECT}, 'An import wants other values.' from generate_series(1, ${SUBJECTS}) n`,
]

it('a page of providers reads what they own and conflict about once, however many providers there are', async () => {
  await using database = await createTestDatabase()
  await using one = openDatabase({ url: database.url, poolSize: 1, ...LONG_WAITS })
  const { db, pool } = one
  const { id: orgId } = await createOrganization(db, { name: 'One provider has everything' })
  for (const statement of STATEMENTS) await pool.query(statement, [orgId])
  const tables = ['provisioned_users', 'provisioned_groups', 'provisioning_conflicts']
  for (const table of tables) {
    await pool.query(`alter table ${table} set (autovacuum_enabled = off)`)
    await pool.query(`vacuum analyze ${table}`)
  }
  const before = await Promise.all(tables.map((table) => readsOf(pool, table)))
  const { items } = await listProviders(db, orgId, { limit: PROVIDERS })
  const after = await Promise.all(tables.map((table) => readsOf(pool, table)))
  const reads = after.map((count, index) => count - (before[index] as number))
  expect(items.map(({ users, groups, conflicts }) => [users, groups, conflicts])).toEqual([
    [SUBJECTS - DELETED, SUBJECTS - DELETED, SUBJECTS],
    ...Array.from({ length: PROVIDERS - 1 }, () => [0, 0, 0]),
  ])
  // Users are read once more where they are deleted, or all of them if the table is as small as its index.
  expect(Math.max(...reads)).toBeLessThanOrEqual(2 * SUBJECTS)
})
