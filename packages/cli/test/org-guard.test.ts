import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, readFirstRun, run, serve, temporaryFolder } from './support.ts'

test('an import warns about ignored keys, and passes the import guard only with --force', async () => {
  await using folder = await temporaryFolder()
  const env = { ROLLCALL_DATA_DIR: join(folder.path, 'data') }
  await using _service = await serve(env)
  const save = async (users: object[]): Promise<string> => {
    const path = join(folder.path, 'directory.json')
    await writeFile(path, JSON.stringify({ users }))
    return path
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
  const { organizationId } = await readFirstRun(env.ROLLCALL_DATA_DIR)
  expect(await run(['org', 'guard', organizationId, '--of', 'import', '--off'], env)).toMatchObject({ code: 0 })
  expect(await run(['import', await save(names.map((user) => ({ ...user, status: 'active' })))], env)).toMatchObject({ code: 0 })
  expect(await run(['import', await save(names.map((user) => ({ ...user, status: 'inactive' })))], env)).toMatchObject({
    code: 0,
  })
})

test('org guard sets and removes the guard of the running service, and explains wrong options', async () => {
  await using folder = await temporaryFolder()
  const env = { ROLLCALL_DATA_DIR: join(folder.path, 'data') }
  await using service = await serve(env)
  const { organizationId, key } = await readFirstRun(env.ROLLCALL_DATA_DIR)
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
