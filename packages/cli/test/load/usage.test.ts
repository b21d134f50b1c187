import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../server/src/testing/test-service.ts'
import { type Finished, run, temporaryFolder } from '../support.ts'

let service: TestService
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let reached: Record<string, string>

beforeAll(async () => {
  service = await startTestService()
  folder = await temporaryFolder()
  const { id, secret } = (await service.createOrganization()).keys['data-warehouse']
  reached = { ROLLCALL_URL: service.baseUrl, ROLLCALL_KEY_ID: id, ROLLCALL_KEY_SECRET: secret }
})
afterAll(async () => {
  await folder?.[Symbol.asyncDispose]()
  await service?.[Symbol.asyncDispose]()
})

const load = (args: string[], env: Record<string, string> = {}): Promise<Finished> =>
  run(['load', ...args], { ...reached, ...env })
const place = (name: string): string => join(folder.path, name)

describe('what cannot work', () => {
  test.each([
    [['backfill', '--from', '2025-03-03'], /--into/],
    [['backfill', '--into', 'x.duckdb', '--from', '3 March'], /YYYY-MM-DD/],
    [['backfill', '--into', 'x.duckdb', '--from', '2025-03-03', '--to', '2025-03-02'], /lies before/],
    [
      ['backfill', '--into', 'x.duckdb', '--from', '2025-03-03', '--datasets', 'presence,people'],
      /There is no people: .*presence/,
    ],
    [['backfill', '--into', 'x.duckdb', '--from', '2025-03-03', '--parallel', '9'], /from 1 to 8/],
  ])('%j is wrong usage', async (args, message) => {
    const { code, stdout, stderr } = await load(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/error: [\s\S]*--help/)
    expect(stderr).toMatch(message)
  })

  test.each([
    ['a key that is not valid', 'copy-of-nobody.duckdb', { ROLLCALL_KEY_SECRET: 'wrong' }, /401 .*ROLLCALL_KEY_SECRET/],
    ['a database that is not there', 'postgres://127.0.0.1:1/none', {}, /PostgreSQL/],
    ['a file that is no copy', 'text.duckdb', {}, /is not a DuckDB file/],
  ])('%s is told in one line, and ends with 1', async (_, where, env, message) => {
    await writeFile(place('text.duckdb'), 'x'.repeat(5_000))
    const into = where.startsWith('postgres') ? where : place(where)
    const { code, stdout, stderr } = await load(['backfill', '--into', into, '--from', '2025-03-03'], env)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^rollcall: [^\n]+\n$/)
    expect(stderr).toMatch(message)
  })
})

test('every command explains itself, with examples', async () => {
  const names = ['backfill', 'incremental', 'future', 'verify', 'status']
  for (const { code, stdout, stderr } of await Promise.all(names.map((name) => run(['load', name, '--help'])))) {
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/--into <where>[\s\S]*Example[\s\S]*rollcall load /)
  }
})
