import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../server/src/testing/test-database.ts'
import { call, type FirstRunFile, readFirstRun, run, type Serving, serve, temporaryFolder } from './support.ts'

const stack = new AsyncDisposableStack()
let path: string
let service: Serving
let env: Record<string, string>
let firstRun: FirstRunFile

beforeAll(async () => {
  path = stack.use(await temporaryFolder()).path
  const database = stack.use(await createTestDatabase())
  const dataDir = join(path, 'data')
  env = { ROLLCALL_DATA_DIR: dataDir, DATABASE_URL: database.url }
  service = stack.use(await serve(env))
  firstRun = await readFirstRun(dataDir)
})
afterAll(() => stack.disposeAsync())

test('an import warns about ignored keys, and passes the import guard only with --force', async () => {
  const save = async (users: object[]): Promise<string> => {
    const file = join(path, 'directory.json')
    await writeFile(file, JSON.stringify({ users }))
    return file
  }
  const names = Array.from({ length: 12 }, (_, n) => ({ userName: `u${n}` }))
  const first = await run(['import', await save(names.map((user) => ({ ...user, mail: 'x' })))], env)
  expect(first).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(
      'warning: /users/0/mail (12 times): is not a known key and is ignored; the nearest known one is email',
    ),
  })
  const leaving = ['import', await save(names.map((user) => ({ ...user, status: 'inactive' })))]
  const guarded = 'sets 12 of 12 active users inactive'
  expect(await run([...leaving, '--dry-run'], env)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(`warning: /users: ${guarded}`),
  })
  expect(await run(leaving, env)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(guarded) })
  expect(await run([...leaving, '--force'], env)).toMatchObject({ code: 0 })
  expect(await run(['org', 'guard', firstRun.organizationId, '--of', 'import', '--off'], env)).toMatchObject({ code: 0 })
  expect(await run(['import', await save(names.map((user) => ({ ...user, status: 'active' })))], env)).toMatchObject({ code: 0 })
  expect(await run(['import', await save(names.map((user) => ({ ...user, status: 'inactive' })))], env)).toMatchObject({
    code: 0,
  })
})

test('org guard sets and removes the guard of the running service, and explains wrong options', async () => {
  const { organizationId, key } = firstRun
  const replace = async (groupRelationships: object[]): Promise<number> =>
    (await call(service, key, '/v1/group-relationships/basic', { groupRelationships })).status
  const guard = async (...args: string[]) => run(['org', 'guard', ...args], env)

  const relationship = { group: 'Platform', groupType: 'team', parent: 'Engineering', parentType: 'department' }
  expect(await replace([relationship])).toBe(200)
  expect(await guard(organizationId, '--percent', '50')).toMatchObject({ code: 0, stdout: `Guarded ${organizationId} at 50 %\n` })
  expect(await replace([])).toBe(409)
  expect(await guard(organizationId, '--off')).toMatchObject({ code: 0, stdout: `No guard for ${organizationId}\n` })
  expect(await replace([])).toBe(200)

  const wrong = [
    [],
    ['--percent', '101'],
    ['--percent', '-1'],
    ['--percent', '1.5'],
    ['--percent', 'x'],
    ['--percent', '5', '--off'],
  ]
  for (const options of wrong) {
    const { code, stdout, stderr } = await guard(organizationId, ...options)
    expect([options, code, stdout]).toEqual([options, 2, ''])
    expect(stderr).toMatch(/error: [\s\S]*--help/)
  }
  const unknown = await guard('Nowhere', '--off')
  expect(unknown).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^rollcall: There is no organization Nowhere/),
  })
})
