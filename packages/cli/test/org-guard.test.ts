import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, readFirstRun, run, serve, temporaryFolder } from './support.ts'

test('org guard sets and takes away the guard of the running service, and says what is wrong with its options', async () => {
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
  const nobody = await guard('Nobody', '--off')
  expect(nobody).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^rollcall: There is no organisation Nobody/),
  })
})
