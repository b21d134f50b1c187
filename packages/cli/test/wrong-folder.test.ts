import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../server/src/testing/test-database.ts'
import { freePort, run, serve, temporaryFolder } from './support.ts'

const ADVICE = 'Name the data folder of the service with --data or ROLLCALL_DATA_DIR, or its database with DATABASE_URL'

test('operator commands in a wrong folder create nothing, and name the folder', async () => {
  await using folder = await temporaryFolder()
  for (const args of [['keys', 'list'], ['org', 'create', 'New'], ['refresh'], ['quarantine', 'list'], ['privacy', 'status']]) {
    const dataDir = join(folder.path, 'nothing')
    const { code, stdout, stderr } = await run(args, { ROLLCALL_DATA_DIR: dataDir })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(`No service has run on the data folder ${dataDir}. ${ADVICE}`)
  }
  expect(await readdir(folder.path)).toEqual([])
})

test('an operator command does not initialize an empty database', async () => {
  await using folder = await temporaryFolder()
  await using database = await createTestDatabase()
  await database.pool.query('drop schema public cascade')
  await database.pool.query('create schema public')
  const { code, stderr } = await run(['keys', 'list'], { ROLLCALL_DATA_DIR: folder.path, DATABASE_URL: database.url })
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('The database of DATABASE_URL is empty: no service has used it yet.'),
  ])
  const { rows } = await database.pool.query(`select from pg_tables where schemaname = 'public'`)
  expect([rows.length, await readdir(folder.path)]).toEqual([0, []])
})

test('a start without the sealing key says that it is missing, and creates no new one', async () => {
  await using folder = await temporaryFolder()
  await using database = await createTestDatabase()
  const env = { DATABASE_URL: database.url, PORT: String(await freePort()) }
  const right = join(folder.path, 'right')
  await (await serve({ ...env, ROLLCALL_DATA_DIR: right })).end('SIGTERM')
  const key = await readFile(join(right, 'secret.key'), 'utf8')
  const wrong = join(folder.path, 'wrong')
  for (const args of [['serve'], ['keys', 'list']]) {
    const { code, stderr } = await run(args, { ...env, ROLLCALL_DATA_DIR: wrong })
    expect([code, stderr]).toEqual([1, expect.stringContaining('The sealing key is missing: this database contains secrets')])
    expect(stderr).toContain(`neither ROLLCALL_SECRET_KEY nor the file ${join(wrong, 'secret.key')}`)
    expect(await readdir(wrong)).not.toContain('secret.key')
  }
  const { code } = await run(['keys', 'list'], { ...env, ROLLCALL_DATA_DIR: wrong, ROLLCALL_SECRET_KEY: key.trim() })
  expect([code, await readFile(join(right, 'secret.key'), 'utf8')]).toEqual([0, key])
})
