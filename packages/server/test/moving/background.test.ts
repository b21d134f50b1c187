import { readdir, rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listTenantTables, type TenantTable } from '../../src/operations/moving/tenant-tables.ts'
import { startService } from '../../src/service.ts'
import { makeScratchFolder } from '../../src/testing/scratch-folder.ts'
import { createTestDatabase, LONG_WAITS, type TestDatabase } from '../../src/testing/test-database.ts'
import { runRefresh } from '../../src/warehouse/refresh/refresh-service.ts'
import { openCompanyOfMany } from '../db/company-of-many.ts'
import { until } from '../http/support/credentials.ts'
import { contentOf, fillTables, see } from './support.ts'

/** Gives every job something to do for an organization: what is due, what is too old, what is not finished. */
const DUE = [
  'update locations set refresh_hour = 0 where org_id = $1',
  'delete from horizon_runs where org_id = $1',
  `update published_locations set published_through = '2026-03-03' where org_id = $1`,
  'update organizations set presence_retention_days = 31 where id = $1',
  `update desk_sightings set day = '2020-01-01' where org_id = $1`,
  `update erasures set settled_at = null, user_id = md5('user 1')::uuid where org_id = $1`,
  `update provisioned_users set deleted_at = '2020-01-01', user_id = (
    select id from users where org_id = $1 and erased_at is null and id <> md5('user 1')::uuid limit 1
  ) where org_id = $1`,
  `update users set status = 'inactive' where org_id = $1 and id in (select user_id from provisioned_users where org_id = $1)`,
  `update segment_shapes set shape = 'old' where org_id = $1`,
  `update sessions set expires_at = '2020-01-01' where org_id = $1`,
  `update quarantine set refused_at = '2020-01-01' where org_id = $1`,
  'delete from day_change_ticks where org_id = $1',
  `insert into day_change_ticks (org_id, topic, day, reason) values ($1, 'plans', '2026-03-02', 'corrected')`,
]

/** Tables that show, one by one, that a job has worked for an organization. */
const WORKED = [
  'account_links',
  'day_change_ticks',
  'desk_sightings',
  'erasures',
  'horizon_runs',
  'outgoing_mails',
  'presence_events',
  'provisioned_users',
  'quarantine',
  'refresh_runs',
  'segment_shapes',
  'sessions',
]

interface Stage {
  readonly database: TestDatabase
  readonly tables: readonly TenantTable[]
}

/** An organization with rows in all tables, and some published days. */
const addOrganization = async ({ database, tables }: Stage, first: number): Promise<string> => {
  const { orgId, grow } = await openCompanyOfMany(database)
  await grow(first, first + 2)
  await see(database.pool, orgId, '2026-03-02', first, first + 2)
  await runRefresh({ pool: database.pool }, orgId, { moment: new Date('2026-03-04T12:00:00Z') })
  await fillTables(database.pool, tables, orgId)
  // Without triggers, because some of these rows cannot be changed otherwise.
  const client = await database.pool.connect()
  await client.query('set session_replication_role = replica')
  for (const statement of DUE) await client.query(statement, [orgId])
  client.release(true)
  return orgId
}

const changedTables = async ({ database, tables }: Stage, orgId: string, before: Record<string, string[]>): Promise<string[]> => {
  const after = await contentOf(database.pool, { tables, orgId })
  return tables.map(({ name }) => name).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]))
}

const BUSY = `
  select count(*)::int as count
  from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`

/** Waits until no job has sent a statement for some time. */
const untilQuiet = async ({ pool }: TestDatabase): Promise<void> => {
  let quiet = 0
  await until(async () => {
    const { rows } = await pool.query<{ count: number }>(BUSY)
    quiet = rows[0]?.count === 0 ? quiet + 1 : 0
    return quiet === 20
  })
}

/**
 * The service itself runs, with all of its background work, each part of which looks for work when it starts. So a job that is added
 * and forgets the placement of organizations fails here, without being listed.
 */
test('no background work of a service changes or publishes anything of an organization that is not here', async () => {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const stage = { database, tables: await listTenantTables(database.pool) }
  const [dataDir, lakeDir] = [await makeScratchFolder('rollcall-background-'), await makeScratchFolder('rollcall-lake-')]
  stack.defer(async () => {
    for (const folder of [dataDir, lakeDir]) await rm(folder, { recursive: true, force: true })
  })
  const here = await addOrganization(stage, 1)
  const elsewhere = new Map<string, Record<string, string[]>>()
  for (const [index, placement] of ['gone', 'arriving', 'read-only'].entries()) {
    const orgId = await addOrganization(stage, 11 + 10 * index)
    // There are no triggers of a move that would refuse what a job writes.
    await database.pool.query('update organizations set placement = $2 where id = $1', [orgId, placement])
    elsewhere.set(orgId, await contentOf(database.pool, { tables: stage.tables, orgId }))
  }
  const before = await contentOf(database.pool, { tables: stage.tables, orgId: here })

  const published = async (orgId: string) => (await readdir(lakeDir, { recursive: true })).some((path) => path.includes(orgId))
  {
    await using _ = await startService({
      ...{ host: '127.0.0.1', port: 0, dataDir, databaseUrl: database.url, poolSize: 5, metricsToken: 'token' },
      ...{ secretKey: undefined, logLevel: 'silent', nightly: true, lake: { kind: 'folder', dir: lakeDir }, ...LONG_WAITS },
    })
    await until(() => published(here))
    await expect.poll(() => changedTables(stage, here, before), { interval: 200 }).toEqual(expect.arrayContaining(WORKED))
    await untilQuiet(database)
  }
  for (const [orgId, content] of elsewhere) {
    expect(await changedTables(stage, orgId, content)).toEqual([])
    expect(await published(orgId)).toBe(false)
  }
})
