import { randomBytes } from 'node:crypto'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { expect, it } from 'vitest'
import { createClient } from '../../../client/src/index.ts'
import { simulateCompany } from '../../../simulator/src/index.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { DATABASE_FOLDER, readModel } from '../../src/platform/db/model-files.ts'
import { snapshotOf } from '../../src/platform/db/model-snapshot.ts'
import { listPendingMigrations } from '../../src/platform/db/pending-migrations.ts'
import { makeScratchFolder } from '../../src/testing/scratch-folder.ts'
import { createTestDatabase } from '../../src/testing/test-database.ts'
import { startTestService } from '../../src/testing/test-service.ts'
import { runRefresh } from '../../src/warehouse/refresh/refresh-service.ts'
import { announceTimeOff, live, moveIn, sorted, storedAttendance, storedVisits } from '../attendance/simulated-support.ts'

/** A column that this version has and the release before it did not have. */
const COLUMN = `  -- Whether the user has set up the app.
  onboarded boolean not null default false,
`
const MIGRATION = 'alter table users add column onboarded boolean not null default false;\nupdate users set onboarded = false;'

const ROWS = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not in ('model_objects', 'migrations')
  group by c.relname
  order by c.relname`

interface Table {
  readonly name: string
  readonly columns: readonly string[]
}

const tablesOf = async (pool: pg.Pool): Promise<Table[]> => (await pool.query<Table>(ROWS)).rows

/** The number of rows of each table, and a hash of all of them, whatever the order of columns. */
const contentOf = async (pool: pg.Pool): Promise<Record<string, string>> => {
  const content: Record<string, string> = {}
  for (const { name } of await tablesOf(pool)) {
    const { rows } = await pool.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(row, E'\\n' order by row collate "C")), '') as content
       from (select to_jsonb(t)::text as row from ${name} t) all_rows`,
    )
    content[name] = rows[0].content
  }
  return content
}

/** Makes the partitions that the other database has. */
const copyPartitions = async (from: pg.Pool, to: pg.Pool): Promise<void> => {
  const { rows } = await from.query<{ name: string; parent: string; bound: string }>(
    `select c.relname as name, i.inhparent::regclass::text as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_inherits i on i.inhrelid = c.oid where c.relispartition and c.relkind = 'r'`,
  )
  for (const { name, parent, bound } of rows) await to.query(`create table if not exists ${name} partition of ${parent} ${bound}`)
}

/** Copies every row as it is, without triggers, as restoring a dump does. */
const copyRows = async (from: pg.Pool, to: pg.Pool): Promise<void> => {
  await copyPartitions(from, to)
  const [source, target] = [await from.connect(), await to.connect()]
  try {
    await target.query('set session_replication_role = replica')
    for (const { name, columns } of await tablesOf(to)) {
      const list = columns.join(', ')
      await target.query(`delete from ${name}`)
      await pipeline(
        source.query(copyTo(`copy (select ${list} from ${name}) to stdout`)),
        target.query(copyFrom(`copy ${name} (${list}) from stdin`)),
      )
    }
    const { rows } = await source.query<{ name: string; last: string }>(
      `select quote_ident(sequencename) as name, last_value as last from pg_sequences where last_value is not null`,
    )
    for (const { name, last } of rows) await target.query('select setval($1::regclass, $2)', [name, last])
  } finally {
    await target.query('set session_replication_role = origin')
    source.release()
    target.release()
  }
}

/** The model of this version, preceded by a release that lacks the column, and with the migration that adds it. */
const versionAfterRelease = async () => {
  const path = await makeScratchFolder('rollcall-model-')
  for (const name of ['model', 'migrations', 'releases']) {
    await cp(new URL(name, DATABASE_FOLDER), join(path, name), { recursive: true })
  }
  const folder = pathToFileURL(`${path}/`)
  const file = new URL('model/tables/users.sql', folder)
  const text = await readFile(file, 'utf8')
  expect(text).toContain(COLUMN)
  await writeFile(file, text.replace(COLUMN, ''))
  const snapshot = snapshotOf(await readModel(folder), '0.0.9')
  await writeFile(file, text)
  await writeFile(new URL('releases/0.0.9.sql', folder), snapshot)
  await writeFile(new URL('migrations/0001-onboarded.sql', folder), MIGRATION)
  return { folder, snapshot, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

it('an upgrade of a company with its history keeps every row, and the service works on as before', async () => {
  const company = simulateCompany({ seed: 7, employees: 60, startDay: '2026-01-05' })
  const range = { fromDay: '2026-01-05', toDay: '2026-01-08' }
  const settings = { nightly: false, secretKey: randomBytes(32).toString('base64') }
  await using first = await startTestService(settings)
  const home = await moveIn(first, company, range)
  const key = await first.createKey(home.orgId, 'all-permissions')
  await announceTimeOff(home, company, '2026-01-05')
  await live(home, company, range)
  const { pool } = first.database
  await runRefresh({ pool }, home.orgId, { moment: new Date('2026-01-08T12:00:00Z') })
  // The release before did not have the column, so its rows have the default afterwards.
  const client = await pool.connect()
  await client.query(
    'set session_replication_role = replica; update users set onboarded = false; set session_replication_role = origin',
  )
  client.release()
  const filled = Object.values(await contentOf(pool)).filter((content) => !content.startsWith('0 '))
  expect(filled.length).toBeGreaterThan(30)

  await using version = await versionAfterRelease()
  await using released = await createTestDatabase(undefined, 'template0')
  await released.pool.query(version.snapshot)
  let before: Record<string, string>
  // The service adds up the use of keys seconds later.
  do {
    before = await contentOf(pool)
    await copyRows(pool, released.pool)
  } while (!isDeepStrictEqual(await contentOf(pool), before))
  await released.pool.query('analyze')
  const [pending, ...more] = await listPendingMigrations(released.db, version.folder)
  expect(more).toEqual([])
  expect(pending).toMatchObject({ name: '0001-onboarded', tables: [{ table: 'users', rows: 60 }] })

  await migrate(released.db, version.folder)
  expect(await contentOf(released.pool)).toEqual(before)

  // The version of this test has no such migration, and would take the database for that of a newer one.
  await released.pool.query(`delete from migrations where name = '0001-onboarded'`)
  await using service = await startTestService({ ...settings, databaseUrl: released.url })
  const afterwards = createClient({ baseUrl: service.baseUrl, key })
  const upgraded = { ...home, client: afterwards, service: { ...service, database: released } }
  expect(sorted(await storedAttendance(upgraded, range))).toEqual(sorted(await storedAttendance(home, range)))
  expect(await storedVisits(upgraded, range)).toEqual(await storedVisits(home, range))
  const next = { fromDay: '2026-01-09', toDay: '2026-01-09' }
  expect((await live(upgraded, company, next)).bySource).toEqual((await live(home, company, next)).bySource)
  expect(sorted(await storedAttendance(upgraded, next))).toEqual(sorted(await storedAttendance(home, next)))
})
