import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestService } from '../../../server/src/testing/shared-service.ts'
import type { TestService } from '../../../server/src/testing/test-service.ts'
import { loadCommand } from '../../src/commands/load.ts'
import { type Finished, run, spawnCli, temporaryFolder } from '../support.ts'
import { garbage, startProxy } from './proxy.ts'

let service: TestService
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let reached: Record<string, string>

beforeAll(async () => {
  service = await shareTestService()
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
    [['backfill', '--into', 'x.duckdb', '--from', '2025-03-03', '--to', '2025-03-02'], /is before/],
    [
      ['backfill', '--into', 'x.duckdb', '--from', '2025-03-03', '--datasets', 'presence,people'],
      /There is no people: .*presence/,
    ],
    [['backfill', '--into', 'x.duckdb', '--from', '2025-03-03', '--parallel', '9'], /from 1 to 8/],
    [['status', '--into', 'x.duckdb', '--format', 'csv'], /format is for a folder/],
  ])('%j is wrong usage', async (args, message) => {
    const { code, stdout, stderr } = await load(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/error: [\s\S]*--help/)
    expect(stderr).toMatch(message)
  })

  test.each([
    ['a key that is not valid', 'no-copy.duckdb', { ROLLCALL_KEY_SECRET: 'wrong' }, /401 .*ROLLCALL_KEY_SECRET/],
    ['a database that is not there', 'postgres://127.0.0.1:1/none', {}, /PostgreSQL/],
    ['a file that is no copy', 'text.duckdb', {}, /is not a DuckDB file/],
  ])('%s is reported in one line, and ends with 1', async (_, where, env, message) => {
    await writeFile(place('text.duckdb'), 'x'.repeat(5_000))
    const into = where.startsWith('postgres') ? where : place(where)
    const { code, stdout, stderr } = await load(['backfill', '--into', into, '--from', '2025-03-03'], env)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^Loading …\nrollcall: [^\n]+\n$/)
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\.\./)
    expect(await readdir(folder.path)).not.toContain('no-copy.duckdb')
  })

  test('a service address with an extra path is reported in one line', async () => {
    const into = place('path.duckdb')
    const { code, stderr } = await load(['backfill', '--into', into, '--from', '2025-03-03'], {
      ROLLCALL_URL: `${service.baseUrl}/reference`,
    })
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^Loading …\nrollcall: 404 [^\n]*Is this the address of the service\? Set it with --url[^\n]*\n$/),
    ])
    expect(await readdir(folder.path)).not.toContain('path.duckdb')
  })

  test('a wrong address is reported before a copy is created', async () => {
    await using website = await startProxy(service.baseUrl, ({ path }) => (path.endsWith('/locations') ? garbage : undefined))
    const { code, stderr } = await load(['backfill', '--into', place('website.duckdb'), '--from', '2025-03-03'], {
      ROLLCALL_URL: website.baseUrl,
    })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/Is this the address of the service\?/)])
    expect(await readdir(folder.path)).not.toContain('website.duckdb')
  })
})

describe('an unintended destination', () => {
  const incremental = (into: string, ...more: string[]) => load(['incremental', '--into', into, ...more])

  test('is rejected if there is no copy to update, and the most similar copy is named', async () => {
    const copies = join(folder.path, 'copies')
    await mkdir(join(copies, 'lake', '_rollcall'), { recursive: true })
    await writeFile(join(copies, 'lake', '_rollcall', 'state.duckdb'), '')
    const alone = await incremental(join(copies, 'warehouse.duckdb'))
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining(`Did you mean ${join(copies, 'lake')}?`)])
    await writeFile(join(copies, 'warehouse.duckdb'), '')
    const { code, stderr } = await incremental(join(copies, 'warehose.duckdb'))
    expect([code, stderr]).toEqual([2, expect.stringContaining(`Did you mean ${join(copies, 'warehouse.duckdb')}?`)])
    expect(stderr).toMatch(/There is no copy in .*Create one with rollcall load backfill, or add --force/)
    const status = await load(['status', '--into', join(copies, 'warehose.duckdb')])
    expect([status.code, status.stdout]).toEqual([
      1,
      expect.stringContaining(`Did you mean ${join(copies, 'warehouse.duckdb')}?`),
    ])
    expect((await readdir(copies)).sort()).toEqual(['lake', 'warehouse.duckdb'])
    expect((await incremental(join(copies, 'new.duckdb'), '--force')).stderr).not.toContain('There is no copy')
  })

  test.each([['backfill', '--from', '2025-03-03'], ['incremental'], ['status']])(
    'is refused by its ending: %s',
    async (command, ...more) => {
      const into = place('warehose.duckb')
      const { code, stderr } = await load([command as string, '--into', into, ...more])
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/ends with \.duckb, which is not a kind of copy: use a DuckDB file \(\*\.duckdb or \*\.db\)/),
      ])
      expect(await readdir(folder.path)).not.toContain('warehose.duckb')
    },
  )

  test('is rejected if a folder has other files, unless forced', async () => {
    const into = join(folder.path, 'home')
    await mkdir(into)
    await writeFile(join(into, '.profile'), '')
    await writeFile(join(into, 'letter.txt'), '')
    const { code, stderr } = await load(['backfill', '--into', into, '--from', '2025-03-03'])
    expect([code, stderr]).toEqual([1, expect.stringMatching(/contains other files, such as letter\.txt\. .*--force/)])
    expect((await readdir(into)).sort()).toEqual(['.profile', 'letter.txt'])
    const forced = await load(['backfill', '--into', into, '--from', '2025-03-03', '--force'])
    expect(forced.stderr).not.toContain('other files')
  })

  test('datasets may be given by their table names', async () => {
    const { code, stderr } = await load([
      'backfill',
      '--into',
      place('named.duckdb'),
      '--from',
      '2025-03-03',
      '--dry-run',
      '--datasets',
      'user_booking_attendance,change_log',
    ])
    expect([code, stderr]).toEqual([0, expect.stringContaining('Looked')])
  })
})

test('a load shows progress before the service responds, and leaves nothing if stopped then', async () => {
  await using silent = await startProxy(service.baseUrl, () => () => {})
  const args = ['load', 'backfill', '--into', place('silent.duckdb'), '--from', '2025-03-03']
  const child = spawnCli(args, { ...reached, ROLLCALL_URL: silent.baseUrl })
  const closed = once(child, 'close')
  expect(String((await once(child.stderr as NonNullable<typeof child.stderr>, 'data'))[0])).toBe('Loading …\n')
  child.kill('SIGINT')
  expect((await closed)[0]).toBe(130)
  expect(await readdir(folder.path)).not.toContain('silent.duckdb')
})

test('a load whose output is closed still exits with 0', async () => {
  const args = ['load', 'backfill', '--into', place('unread.duckdb'), '--from', '2025-03-03', '--dry-run', '--json']
  const child = spawnCli(args, reached)
  child.stdout?.destroy()
  child.stderr?.destroy()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('every command has help with examples', () => {
  const commands = loadCommand().commands
  expect(commands.map((command) => command.name())).toEqual(['backfill', 'incremental', 'future', 'verify', 'status'])
  for (const command of commands) {
    const told: string[] = []
    command.configureOutput({ writeOut: (text) => told.push(text) }).outputHelp()
    expect(told.join('')).toMatch(/--into <where>[\s\S]*Example[\s\S]*rollcall load /)
  }
})
