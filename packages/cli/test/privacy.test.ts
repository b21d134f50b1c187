import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Erasure, PersonalData, PrivacyStatus } from '@rollcall/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../server/src/testing/test-database.ts'
import { run, type Serving, serve, temporaryFolder } from './support.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: TestDatabase
let service: Serving
let env: Record<string, string>

beforeAll(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
  env = { ROLLCALL_DATA_DIR: join(folder.path, 'data'), DATABASE_URL: database.url }
  service = await serve(env)
  const users = ['ada', 'bob'].map((name) => ({
    userName: `${name}@example.com`,
    email: `${name}@mail.example`,
    firstName: name,
  }))
  expect((await run(['import', '-'], env, JSON.stringify({ users }))).code).toBe(0)
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

const privacy = async (...args: string[]) => {
  const { code, stdout, stderr } = await run(['privacy', ...args], env)
  return { code, stdout, stderr }
}

test('a person is exported to a file readable only by its owner, or to standard output', async () => {
  const out = join(folder.path, 'ada.json')
  expect(await privacy('export', 'ada@mail.example', '--out', out)).toMatchObject({
    ...{ code: 0, stdout: '' },
    stderr: expect.stringMatching(
      /^Wrote \S+ada\.json, readable only by you: \d+ bytes with all stored data about user \S+\.\n$/,
    ),
  })
  const { tables } = JSON.parse(await readFile(out, 'utf8')) as PersonalData
  expect(tables.users).toMatchObject([{ user_name: 'ada@example.com' }])
  expect((await stat(out)).mode & 0o777).toBe(0o600)
  expect(await privacy('export', 'ada@mail.example', '--out', out)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('already exists'),
  })
  const { stdout } = await privacy('export', 'ada@example.com')
  expect((JSON.parse(stdout) as PersonalData).tables).toEqual(tables)
  expect(await privacy('export', 'unknown')).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no user') })
})

test('an export that fails leaves no file', async () => {
  // The export writes other tables before this one.
  await database.pool.query('alter table erasures rename to hidden')
  const failed = await privacy('export', 'ada@example.com', '--out', join(folder.path, 'half.json')).finally(() =>
    database.pool.query('alter table hidden rename to erasures'),
  )
  expect(failed).toMatchObject({ code: 1, stderr: expect.not.stringContaining('Wrote') })
  expect((await readdir(folder.path)).filter((name) => name.startsWith('half'))).toEqual([])
})

test('a person is erased after a preview, and never without confirmation', async () => {
  const why = ['--reason', 'Ticket 4711']
  const dry = await privacy('erase', 'bob@example.com', ...why, '--dry-run', '--json')
  const { tables, erasedAt } = JSON.parse(dry.stdout) as Erasure
  expect([erasedAt, tables]).toEqual([null, [{ table: 'users', effect: 'changed', rows: 1 }]])
  expect(await privacy('erase', 'bob@example.com', '--yes')).toMatchObject({ code: 2 })
  expect(await privacy('erase', 'bob@example.com', '--reason', 'as bob@example.com asked', '--yes')).toMatchObject({ code: 1 })

  const done = await privacy('erase', 'bob@example.com', ...why, '--yes')
  expect(done.stdout).toMatch(/users +changed +1\n\nUser \S+ was erased at \S+\. The next refresh publishes 0 days again/)
  expect((await privacy('export', 'bob@mail.example')).code).toBe(1)
  const { stdout } = await privacy('status', '--json')
  expect((JSON.parse(stdout) as PrivacyStatus).erasures).toMatchObject([{ reason: 'Ticket 4711', erasedByUserId: null }])
})

test('retention is set and shown', async () => {
  const { stdout } = await privacy('retain', '--presence', '365', '--log', '400')
  expect(stdout).toMatch(/presence +365 days +–\noccupancy +ever +–\nlog +400 days +–\nvisitors +ever/)
  expect((await privacy('retain', '--log', 'off')).stdout).toMatch(/log +ever/)
  expect(await privacy('retain', '--log', '30')).toMatchObject({ code: 2 })
  expect((await privacy('anonymise')).stdout).toMatch(/presence +20\d\d-\d\d-\d\d/)
  expect((await privacy('anonymise')).stdout).toContain('No data is past its retention.')
  expect((await privacy('status')).stdout).toMatch(/365 days +20\d\d/)
})
