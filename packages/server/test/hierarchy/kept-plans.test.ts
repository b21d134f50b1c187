import { expect, it } from 'vitest'
import { replaceHierarchy } from '../../src/directory/hierarchy/hierarchy-service.ts'
import { createOrganization } from '../../src/directory/organizations/organization-service.ts'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { type Db, openDatabase } from '../../src/platform/db/database.ts'
import { createTestDatabase, LONG_WAITS } from '../../src/testing/test-database.ts'
import { readsOf } from '../db/reads.ts'
import { row } from './support.ts'

const GROUPS = 2_000
const READS_PER_GROUP = 20

/** The group above all others is new, and written after them. */
const hierarchyOf = (db: Db, orgId: string, count: number) =>
  replaceHierarchy(db, orgId, [row(`z${count}`), ...Array.from({ length: count }, (_, n) => row(`a${n} < z${count}`))])

const importOf = (db: Db, orgId: string, count: number) => {
  const parent = { name: `z${count}`, type: 'team' }
  const groups = Array.from({ length: count }, (_, n) => ({ name: `a${n}`, type: 'team', parent }))
  return importDirectory(db, orgId, { groups: [...groups, parent] }, { force: true })
}

it.each([
  ['a hierarchy', hierarchyOf],
  ['an import', importOf],
] as const)(
  '%s of many groups finds each parent by its key, whatever was planned while there were few groups',
  async (_, write) => {
    await using database = await createTestDatabase()
    await using one = openDatabase({ url: database.url, poolSize: 1, ...LONG_WAITS })
    const { db, pool } = one
    const { id: orgId } = await createOrganization(db, { name: 'Few groups at first' })
    await write(db, orgId, 5)
    // From now on PostgreSQL knows how few they are, and keeps the plan that suits them.
    await pool.query('alter table groups set (autovacuum_enabled = off)')
    await pool.query('analyze groups')
    for (let count = 6; count < 20; count++) await write(db, orgId, count)
    const before = await readsOf(pool, 'groups')
    await write(db, orgId, GROUPS)
    expect((await readsOf(pool, 'groups')) - before).toBeLessThan(GROUPS * READS_PER_GROUP)
  },
)
