import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { awaitSteadyDay } from '../../server/src/testing/steady-day.ts'
import { call, type Finished, readFirstRun, run, type Serving, serve, spawnCli, temporaryFolder } from './support.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let service: Serving
let org: string
let env: Record<string, string>

beforeAll(async () => {
  folder = await temporaryFolder()
  env = { ROLLCALL_DATA_DIR: join(folder.path, 'data') }
  service = await serve(env)
  org = (await readFirstRun(env.ROLLCALL_DATA_DIR as string)).organizationId
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

const rollcall = (...args: string[]): Promise<Finished> => run(args, env)

const done = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await rollcall(...args)
  expect([code, stderr.includes('rollcall:') ? stderr : '']).toEqual([0, ''])
  return stdout
}

const json = async <T>(...args: string[]): Promise<T> => JSON.parse(await done(...args, '--json')) as T

/** Expects a one-line error message without a stack. */
const failing = async (args: string[], code: number, message: RegExp): Promise<void> => {
  const finished = await rollcall(...args)
  expect([finished.code, finished.stdout]).toEqual([code, ''])
  expect(finished.stderr).toMatch(message)
  expect(finished.stderr).not.toMatch(/\n\s+at /)
}

interface Key {
  id: string
  secret: string
}
const statusOf = async (key: Key): Promise<number> => (await call(service, key, '/v1/analytics/users/basic')).status
const createKey = (...more: string[]) =>
  json<Key & { role: string; auth: string[] }>(
    'keys',
    'create',
    '--role',
    'data-warehouse',
    '--name',
    'BI',
    '--org',
    org,
    ...more,
  )

describe('keys', () => {
  test('create prints exactly id, secret, role and auth, and the key works immediately', async () => {
    const key = await createKey('--auth', 'basic')
    expect(key).toEqual({ id: expect.any(String), secret: expect.any(String), role: 'data-warehouse', auth: ['basic'] })
    expect(await statusOf(key)).toBe(200)
    const listed = await done('keys', 'list')
    expect(listed).toContain(key.id)
    expect(listed).not.toContain(key.secret)
  })

  test('a key that expires today works through the end of the day in UTC, and the list shows the hour', async () => {
    await awaitSteadyDay()
    const today = new Date().toISOString().slice(0, 10)
    const key = await createKey('--expires', today)
    const end = new Date(Date.parse(today) + 86_400_000).toISOString()
    const listed = (await json<{ id: string; state: string; expiresAt: string }[]>('keys', 'list')).find(
      ({ id }) => id === key.id,
    )
    expect(listed).toMatchObject({ state: `until ${end.slice(0, 10)} 00:00 UTC`, expiresAt: end })
    expect(await statusOf(key)).toBe(200)
    expect(await done('keys', 'list')).toContain('bytes today (uncompressed)')
    const { id } = await createKey('--expires', '2100-01-31T12:30:00Z')
    const exact = (await json<{ id: string; state: string }[]>('keys', 'list')).find((one) => one.id === id)
    expect(exact?.state).toBe('until 2100-01-31 12:30 UTC')
  })

  test('block, unblock, rotate and revoke act on the running service within seconds', async () => {
    const key = await createKey()
    expect(await statusOf(key)).toBe(200)
    expect(await done('keys', 'block', key.id, '--reason', 'Too many requests.')).toBe(`Blocked ${key.id}\n`)
    await expect.poll(() => statusOf(key)).toBe(403)
    const refused = await (await call(service, key, '/v1/analytics/users/basic')).json()
    expect(refused).toMatchObject({ code: 'blocked', detail: expect.stringContaining('Too many requests.') })
    await done('keys', 'unblock', key.id)
    await expect.poll(() => statusOf(key)).toBe(200)

    const successor = await json<Key>('keys', 'rotate', key.id)
    expect([await statusOf(key), await statusOf(successor)]).toEqual([200, 200])
    await failing(['keys', 'rotate', key.id], 1, /^rollcall: /)
    await done('keys', 'revoke', key.id.toUpperCase())
    await expect.poll(() => statusOf(key)).toBe(401)
    expect(await statusOf(successor)).toBe(200)
    await failing(['keys', 'rotate', key.id], 1, /^rollcall: A revoked key cannot be rotated/)
    const states = await json<{ id: string; state: string }[]>('keys', 'list')
    expect(states.find(({ id }) => id === key.id)?.state).toBe('revoked')
  })

  test('an unknown key id is reported, in any format', async () => {
    const unknown = randomUUID()
    await failing(['keys', 'revoke', unknown], 1, new RegExp(`^rollcall: There is no key ${unknown}`))
    await failing(['keys', 'block', 'BI', '--reason', 'x'], 1, /^rollcall: There is no key BI/)
    await failing(['keys', 'rotate', "'; drop"], 1, /^rollcall: There is no key/)
    await failing(['keys', 'list', '--org', 'Nowhere'], 1, /^rollcall: There is no organization Nowhere/)
  })
})

const ATTENDEE = { users: [{ userName: 'late@example.com' }] }
const BUILDING = { locations: [{ id: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21', name: 'HQ', timeZone: 'Europe/Berlin' }] }

describe('import, sources and quarantine', () => {
  const write = async (name: string, content: unknown): Promise<string> => {
    const path = join(folder.path, name)
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }

  test('a refused event is listed, and accepted by a replay after its user was imported', async () => {
    const file = await write('building.json', BUILDING)
    expect(await json('import', file, '--org', org, '--dry-run')).toMatchObject({
      dryRun: true,
      changes: { locations: { created: 1 } },
    })
    expect(await json('import', file, '--org', org)).toMatchObject({ dryRun: false, changes: { locations: { created: 1 } } })
    const { key } = await readFirstRun(env.ROLLCALL_DATA_DIR as string)
    const submitted = await call(service, key, '/v1/presence/basic', {
      sourceId: 'badges',
      presenceEvents: ['a', 'b'].map((eventId) => ({
        ...{ timestamp: '2026-03-02T09:00:00Z', locationId: BUILDING.locations[0]?.id, locationType: 'location', eventId },
        userEmail: eventId === 'a' ? 'late@example.com' : 'never@example.com',
      })),
    })
    expect(submitted.status).toBe(200)
    expect(await done('quarantine', 'list', '--org', org)).toMatch(/badges +a .*User not found[\s\S]*2 of 2 shown/)
    const piped = await run(['import', '-', '--org', org, '--json'], env, JSON.stringify(ATTENDEE))
    expect([piped.code, JSON.parse(piped.stdout)]).toMatchObject([0, { changes: { users: { created: 1 } } }])
    expect(await json('quarantine', 'replay', '--org', org, '--code', '1')).toEqual({ accepted: 1, stillRefused: 1 })
    expect(await json('quarantine', 'list', '--org', org)).toMatchObject([{ eventId: 'b', resultCode: 1 }])
    const sources = async () => json('sources', 'list', '--org', org)
    await expect.poll(sources).toMatchObject([{ sourceId: 'badges', accepted: 1 }])
    expect(await done('sources', 'list', '--org', org)).toMatch(/badges/)
  })

  test('stored control characters are shown as escapes, and unchanged in JSON', async () => {
    const { key } = await readFirstRun(env.ROLLCALL_DATA_DIR as string)
    const sourceId = 'evil \u001b[2J\u001b]0;pwned\u0007\u009b1m\u007f\r\ntail'
    const seen = { timestamp: '2026-03-02T09:00:00Z', locationId: 'none', locationType: 'location', eventId: '\u001b[1Aevent' }
    const submitted = await call(service, key, '/v1/presence/basic', { sourceId, presenceEvents: [seen] })
    expect(submitted.status).toBe(200)
    const shown = String.raw`evil \x1b[2J\x1b]0;pwned\x07\x9b1m\x7f\x0d\x0atail`
    const sources = () => done('sources', 'list', '--org', org)
    await expect.poll(sources).toContain(shown)
    const listed = await done('quarantine', 'list', '--org', org)
    expect(listed).toContain(`${shown}  ${String.raw`\x1b[1Aevent`}`)
    for (const text of [await sources(), listed]) expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    expect(await json('sources', 'list', '--org', org)).toContainEqual(expect.objectContaining({ sourceId }))
    await failing(['sources', 'list', '--org', 'no\u001b[2Jbody'], 1, /^rollcall: .*no\\x1b\[2Jbody/)
  })

  test('a file that cannot be imported is reported with every error, and changes nothing', async () => {
    const bad = await write('bad.json', { locations: [{ name: 'A', timeZone: 'Mars/Base' }], users: [{ email: 'x' }] })
    const { code, stderr } = await rollcall('import', bad, '--org', org)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/nothing was changed/)])
    expect(stderr).toMatch(/\/locations\/0\/timeZone: is not an IANA time zone/)
    expect(stderr).toMatch(/\/users\/0\/userName: is required/)
    await failing(['import', await write('broken.json', '{'), '--org', org], 1, /rollcall: \S+ is not valid JSON/)
    await failing(['import', join(folder.path, 'none.json'), '--org', org], 1, /rollcall: Cannot read \S+none\.json/)
    const form = /An import is one JSON object such as .*; see docs\/operators\/import\.md\.\n$/
    for (const [content, what] of [
      ['userName;email\nada;ada@example.com\n', 'looks like CSV, not JSON'],
      ['PK\x03\x04', 'is a spreadsheet or an archive'],
      ['<users/>', 'is not JSON'],
      [' \n', 'is empty'],
    ] as const) {
      const file = await write('table.csv', content)
      await failing(['import', file, '--org', org], 1, new RegExp(`^rollcall: \\S+table\\.csv ${what}`))
      await failing(['import', file, '--org', org], 1, form)
    }
    const marked = await write('marked.json', '\uFEFF{}')
    expect((await rollcall('import', marked, '--org', org)).code).toBe(0)
  })

  test('an interrupted import says that nothing was changed, and exits with 130', async () => {
    const users = Array.from({ length: 60_000 }, (_, index) => ({ userName: `stopped-${index}@example.com` }))
    const child = spawnCli(['import', await write('large.json', { users }), '--org', org], env)
    let output = ''
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      output += text
      if (/^Importing …/.test(text)) child.kill('SIGINT')
    })
    const [code] = await once(child, 'close')
    expect([code, output]).toEqual([130, expect.stringMatching(/\nStopping …\nStopped: nothing was changed\n$/)])
    expect(await done('sources', 'list', '--org', org)).toContain('badges')
    const found = await run(['privacy', 'export', 'stopped-0@example.com', '--org', org], env)
    expect([found.code, found.stderr]).toEqual([1, expect.stringContaining('There is no user')])
  })
})

describe('horizon', () => {
  test('creates plans and bookings now, reports them per location, and finds nothing to do a second time', async () => {
    const office = {
      locations: [
        { name: 'Planned', timeZone: 'UTC' },
        { name: 'Other', timeZone: 'UTC' },
      ],
    }
    const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    const weekPlan = Object.fromEntries(week.map((day) => [day, { plan: 'o' }]))
    const users = [{ userName: 'planner@example.com', primaryLocation: 'Planned', weekPlan }]
    const imported = await run(['import', '-', '--org', org], env, JSON.stringify({ ...office, users }))
    expect(imported.code).toBe(0)
    const horizon = (...more: string[]) => json<Record<string, unknown>[]>('horizon', '--org', org, ...more)
    const [first] = await horizon('--location', 'Planned')
    // The service itself may have run it already, at the full minute.
    expect(first).toMatchObject({ locationName: 'Planned', days: 15, seconds: expect.any(Number) })
    expect(await horizon('--location', first?.locationId as string)).toMatchObject([{ plans: 0, bookings: 0 }])
    expect((await horizon()).map(({ locationName }) => locationName)).toEqual(expect.arrayContaining(['Other', 'Planned']))
    expect(await done('horizon', '--org', org, '--location', 'Planned')).toMatch(
      /^location +days +plans +bookings +seconds\nPlanned +15 +0 +0 +\d+\.\d\n$/,
    )
    await failing(['horizon', '--org', org, '--location', 'Nowhere'], 1, /There is no location Nowhere/)
  })
})

describe('--data', () => {
  test('sets the folder at any position', async () => {
    const dataDir = env.ROLLCALL_DATA_DIR as string
    for (const args of [
      ['--data', dataDir, 'org', 'list', '--json'],
      ['org', 'list', '--json', '--data', dataDir],
      ['org', 'list', `--data=${dataDir}`, '--json'],
    ]) {
      const { code, stdout } = await run(args, { ROLLCALL_DATA_DIR: join(folder.path, 'other') })
      expect([code, JSON.parse(stdout)]).toEqual([0, [expect.objectContaining({ id: org, name: 'My organization' })]])
    }
  })
})

describe('organizations', () => {
  test('are created, listed and blocked; with several of them, commands require --org', async () => {
    const created = await json<{ id: string; name: string }>('org', 'create', 'Second', '--time-zone', 'Asia/Kolkata')
    expect(await json('org', 'list')).toContainEqual(created)
    const key = await json<Key>('keys', 'create', '--role', 'data-warehouse', '--name', 'x', '--org', 'Second')
    expect(await statusOf(key)).toBe(200)
    await done('org', 'block', 'Second', '--reason', 'Not paid.')
    await expect.poll(() => statusOf(key)).toBe(403)
    await done('org', 'unblock', created.id)
    await expect.poll(() => statusOf(key)).toBe(200)
    await failing(['org', 'create', 'Second'], 1, /^rollcall: There is already an organization named Second/)
    await failing(['org', 'create', 'Third', '--time-zone', 'Mars/Base'], 1, /^rollcall: Mars\/Base is not an IANA time zone/)
    await failing(['sources', 'list'], 1, /^rollcall: Say which organization with --org: .*Second/)
  })
})

describe('usage', () => {
  test.concurrent.each([
    [['keys', 'create', '--name', 'x']],
    [['keys', 'create', '--role', 'king', '--name', 'x']],
    [['keys', 'create', '--role', 'data-warehouse', '--name', 'x', '--auth', 'magic']],
    [['keys', 'create', '--role', 'data-warehouse', '--name', 'x', '--expires', 'soon']],
    [['keys', 'create', '--role', 'data-warehouse', '--name', 'x', '--expires', '2020-01-31']],
    [['keys', 'create', '--role', 'data-warehouse', '--name', 'x', '--expires', '2100-02-30']],
    [['keys', 'block', '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21']],
    [['quarantine', 'list', '--limit', '0']],
    [['keys', 'create', '--role', 'data-warehouse', '--name', 'x', '--rate-limit', '1000001']],
    [['org', 'guard', 'x']],
    [['org', 'move', 'x']],
    [['cells', 'drain', 'x', '--status', '--undo']],
    [['quarantine', 'replay', '--code', '7']],
    [['org', 'create']],
    [['import']],
    [['fly']],
    [['org', 'list', '--jsn']],
    [['refresh', 'statuss']],
  ])('%j is wrong usage and ends with 2', async (args) => {
    const { code, stdout, stderr } = await rollcall(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/error: [\s\S]*--help/)
  })

  test('every command has help', async () => {
    const commands = [
      '',
      'serve',
      'keys block',
      'org',
      'org create',
      'keys',
      'keys create',
      'keys rotate',
      'import',
      'sources',
      'quarantine replay',
    ]
    const helped = await Promise.all(commands.map((command) => rollcall(...command.split(' ').filter(Boolean), '--help')))
    expect(helped.map(({ code }) => code)).toEqual(commands.map(() => 0))
    for (const { stdout, stderr } of helped) expect([stdout, stderr]).toEqual([expect.stringContaining('Usage: rollcall'), ''])
  })
})

describe('a misspelled name', () => {
  test.each([
    [['load', 'backfill', '--into', 'x.duckdb', '--form', '2026-01-01'], 2, /unknown option '--form'\n\(Did you mean --from\?\)/],
    [['load', 'backfil'], 2, /unknown command 'backfil'\n\(Did you mean backfill\?\)/],
    [['refresh', 'statuss'], 2, /unknown command 'statuss'\n\(Did you mean status\?\)/],
    [['import', 'x.json', '--dryrun'], 2, /unknown option '--dryrun'\n\(Did you mean --dry-run\?\)/],
    [['quarantine', 'replay', '--source', 'badge'], 1, /There is no source badge\. Did you mean badges\?/],
    [['quarantine', 'list', '--source', 'nothing like it'], 1, /There is no source nothing like it\. See: rollcall sources list/],
  ])('%j is reported as such, with the nearest one', async (args, code, message) => {
    const finished = await rollcall(...args, ...(code === 1 ? ['--org', org] : []))
    expect([finished.code, finished.stderr]).toEqual([code, expect.stringMatching(message)])
    expect(finished.stderr).not.toContain('required')
  })

  test('is neither the value of an option nor anything after --', async () => {
    await failing(
      ['keys', 'create', '--role', 'data-warehouse', '--name', '--nam', '--org', 'Nowhere'],
      1,
      /no organization Nowhere/,
    )
    await failing(['quarantine', 'list', '--org', 'Nowhere', '--source=--x'], 1, /no organization Nowhere/)
  })
})

test.each([[['quarantine', 'replay', '--source', 'badge']], [['horizon', '--location', 'Nowhere']]])(
  'at a terminal, the error of %j starts on a line of its own',
  async (args) => {
    Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true })
    try {
      const { code, stderr } = await rollcall(...args, '--org', org)
      expect([code, stderr]).toEqual([1, expect.stringContaining('\r\u001b[2Krollcall: There is no ')])
    } finally {
      Reflect.deleteProperty(process.stderr, 'isTTY')
    }
  },
)

describe('a file that cannot be opened, or a year that is none,', () => {
  test.each([
    [['calendar', 'import', '/nowhere/none.ics'], 1, /^rollcall: ENOENT: .*'\/nowhere\/none\.ics'\.$/m],
    [['simulate', '--employees', '50', '--import-file', '/nowhere/x.json'], 1, /^rollcall: ENOENT: .*'\/nowhere\/x\.json'\.$/m],
    [['calendar', 'list', '--year', 'next'], 2, /Give a year such as 2026\./],
  ])('%j is reported in a line', (args, code, message) => failing(args, code, message))
})

describe('while the service is stopped', () => {
  test('every command works on the same data, and the service finds the changes', async () => {
    expect(await service.end('SIGTERM')).toBe(0)
    const key = await createKey()
    expect(await json('quarantine', 'list', '--org', org, '--source', 'badges')).toMatchObject([{ eventId: 'b' }])
    expect(await json('sources', 'list', '--org', org)).toContainEqual(
      expect.objectContaining({ sourceId: 'badges', accepted: 1 }),
    )
    const imported = await run(['import', '-', '--org', org], env, JSON.stringify({ users: [{ userName: 'never@example.com' }] }))
    expect(imported.code).toBe(0)
    expect(await json('quarantine', 'replay', '--org', org, '--source', 'badges')).toEqual({ accepted: 1, stillRefused: 0 })
    await failing(['keys', 'block', randomUUID(), '--reason', 'x'], 1, /^rollcall: There is no key/)
    service = await serve(env)
    const users = await call(service, key, '/v1/analytics/users/basic')
    expect(await users.json()).toHaveLength(3)
  })
})
