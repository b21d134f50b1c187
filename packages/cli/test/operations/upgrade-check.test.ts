import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../server/src/testing/test-database.ts'
import { run, serve, temporaryFolder } from '../support.ts'

interface Report {
  readonly isReady: boolean
  readonly findings: readonly { level: string; check: string; found: string; remedy?: string }[]
}

const check = async (env: Record<string, string>) => {
  const { code, stdout, stderr } = await run(['upgrade', 'check', '--json'], env)
  const { isReady, findings } = JSON.parse(
    stdout || `{"findings":[{"check":"none","found":${JSON.stringify(stderr)}}]}`,
  ) as Report
  return { code, isReady, findings, of: (name: string) => findings.filter((finding) => finding.check === name) }
}

it('says while the service runs that the same version is ready, and what is known', async () => {
  await using folder = await temporaryFolder()
  await using database = await createTestDatabase()
  const env = { ROLLCALL_DATA_DIR: folder.path, DATABASE_URL: database.url }
  // The night's work would find the refresh below without a process.
  await using _ = await serve({ ...env, ROLLCALL_NIGHTLY: 'off' })
  const ready = await check({ ...env, ROLLCALL_OLD_NAME: '1' })
  expect(ready).toMatchObject({ code: 0, isReady: true })
  expect(ready.of('version')[0]?.found).toMatch(
    /^The database was made or upgraded by \d+\.\d+\.\d+; \d+\.\d+\.\d+ can take it over directly\.$/,
  )
  expect(ready.of('migrations')).toEqual([
    { level: 'ok', check: 'migrations', found: 'The data model is that of this version: nothing has to be changed.' },
  ])
  expect(ready.of('api')).toEqual([
    { level: 'ok', check: 'api', found: 'No deprecated call was used since the service started.' },
  ])
  expect(ready.of('settings')).toMatchObject([{ level: 'warn', found: 'This version does not know ROLLCALL_OLD_NAME.' }])
  expect(ready.of('backup')).toMatchObject([{ check: 'backup' }])
  expect(
    ready
      .of('work')
      .map(({ found }) => found)
      .join(),
  ).not.toContain('refresh in progress')

  await database.pool.query(`
    insert into refresh_runs (org_id, trigger, status, started_at)
    select id, 'command', 'running', now() from organizations`)
  await database.pool.query(
    `update model_objects set hash = 'x', version = '0.0.9' where kind = 'function' and name = 'attendance'`,
  )
  const busy = await check(env)
  expect(busy).toMatchObject({ code: 0, isReady: true })
  expect(busy.of('work').map(({ found }) => found)).toContain('1 refresh in progress.')
  expect(busy.of('migrations')[0]?.found).toBe('No table changes; 1 other change of functions, views and triggers take a moment.')
})

it.each([
  [
    'a newer version',
    `update model_objects set hash = 'x', version = '99.0.0' where kind = 'function' and name = 'attendance'`,
    'The database is that of a newer version (99.0.0) than this one',
  ],
  [
    'an unreleased version',
    `update model_objects set hash = repeat('0', 64) where kind = 'table' and name = 'users'`,
    'An unreleased version of Rollcall made the database; there is no upgrade from it.',
  ],
])('is not ready for a database of %s', async (_, change, found) => {
  await using folder = await temporaryFolder()
  await using database = await createTestDatabase()
  await database.pool.query(change)
  const refused = await check({ ROLLCALL_DATA_DIR: folder.path, DATABASE_URL: database.url })
  expect(refused).toMatchObject({ code: 1, isReady: false })
  expect(refused.of('version')).toMatchObject([{ level: 'fail', found: expect.stringContaining(found) }])
})

it('examines the databases of all cells, and is ready only if each can be taken over', async () => {
  await using folder = await temporaryFolder()
  await using control = await createTestDatabase()
  await using two = await createTestDatabase()
  const env = { ROLLCALL_DATA_DIR: folder.path, DATABASE_URL: control.url }
  expect((await run(['cells', 'add', 'two', '--url', two.url], env)).code).toBe(0)
  const ready = await check(env)
  expect(ready).toMatchObject({ code: 0, isReady: true })
  for (const name of ['version', 'migrations', 'database-version', 'rights', 'work', 'backup']) {
    const [own, other, ...more] = ready.of(name)
    expect([other?.found, more], name).toEqual([`Cell two: ${own?.found}`, []])
  }

  await two.pool.query(`update model_objects set hash = 'x', version = '99.0.0' where kind = 'function' and name = 'attendance'`)
  const refused = await check(env)
  expect(refused).toMatchObject({ code: 1, isReady: false })
  expect(refused.of('version')).toMatchObject([
    { level: 'ok' },
    { level: 'fail', found: expect.stringContaining('Cell two: The database is that of a newer version (99.0.0)') },
  ])
  const migrated = await run(['migrate'], env)
  expect(migrated.code).toBe(1)
  await two[Symbol.asyncDispose]()
  expect((await check(env)).of('cells')).toMatchObject([
    { level: 'fail', found: expect.stringMatching(/^Cell two: .*cannot be used/) },
  ])
})

it('needs a database, and creates none', async () => {
  await using folder = await temporaryFolder()
  const { code, stderr } = await run(['upgrade', 'check'], { ROLLCALL_DATA_DIR: folder.path })
  expect(stderr).toContain(`No service has run on the data folder ${folder.path}.`)
  expect(code).toBe(1)
})
