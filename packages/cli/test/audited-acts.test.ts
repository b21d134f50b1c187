import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../server/src/testing/test-database.ts'
import { AUDITED_COMMANDS } from '../src/audited-commands.ts'
import { call, readFirstRun, run, type Serving, serve, temporaryFolder } from './support.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: TestDatabase
let service: Serving
let org: string
let key: { id: string; secret: string }
let env: Record<string, string>

beforeAll(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
  env = {
    ...{ ROLLCALL_DATA_DIR: join(folder.path, 'data'), DATABASE_URL: database.url },
    ROLLCALL_LAKE_DIR: join(folder.path, 'lake'),
  }
  service = await serve(env)
  ;({ organizationId: org, key } = await readFirstRun(env.ROLLCALL_DATA_DIR as string))
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

const rollcall = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await run(args, env)
  expect([args.join(' '), code, stderr.includes('rollcall:') ? stderr : '']).toEqual([args.join(' '), 0, ''])
  return stdout
}

interface Act {
  readonly action: string
  readonly org_id: string
  readonly actor_type: string
  readonly actor_name: string
  readonly entity_type: string | null
  readonly entity_id: string | null
}

/** The entries of command lines that the work adds, the oldest first. */
const actsOf = async (work: () => Promise<unknown>): Promise<Act[]> => {
  const read = async () => {
    const { rows } = await database.pool.query<Act & { entry_no: number }>(
      `select * from audit_log where actor_type = 'command-line' order by at, entry_no`,
    )
    return rows
  }
  const before = (await read()).length
  await work()
  return (await read()).slice(before)
}

const IMPORTED = {
  users: [{ userName: 'ada', email: 'ada@example.com' }, { userName: 'bob' }, { userName: 'eve', attributes: { team: 'Looms' } }],
  locations: [{ name: 'Berlin', timeZone: 'Europe/Berlin' }],
}

const importFile = async (content: object): Promise<string> => {
  const path = join(folder.path, `${randomUUID()}.json`)
  await writeFile(path, JSON.stringify(content))
  return path
}

const createKey = async (): Promise<string> => {
  const created = await rollcall('keys', 'create', '--org', org, '--role', 'data-warehouse', '--name', 'BI', '--json')
  return (JSON.parse(created) as { id: string }).id
}

/** Sends a badge that no one has yet, and then gives it to a user, so that its event can be replayed. */
const refuseEvent = async () => {
  const location = (await database.pool.query('select id from locations where org_id = $1', [org])).rows[0].id as string
  const event = { eventId: randomUUID(), timestamp: new Date().toISOString(), locationId: location, locationType: 'location' }
  const body = { sourceId: 'door', presenceEvents: [{ ...event, userEmail: 'carl@example.com' }] }
  expect((await call(service, key, '/v1/presence/basic', body)).status).toBe(200)
  await rollcall('import', await importFile({ users: [{ userName: 'carl', email: 'carl@example.com' }] }), '--org', org)
}

/** What must be there before a command, whose acts are not counted; the arguments of the command. */
type Case = () => Promise<readonly string[]>

/** One call of each command that is an act, in an order in which each finds something to do. */
const CASES: Readonly<Record<string, Case>> = {
  import: async () => ['import', await importFile(IMPORTED), '--org', org],
  'org create': async () => ['org', 'create', `Acme ${randomUUID()}`],
  'org block': async () => {
    await rollcall('org', 'create', 'Blocked Ltd')
    return ['org', 'block', 'Blocked Ltd', '--reason', 'test']
  },
  'org unblock': async () => ['org', 'unblock', 'Blocked Ltd'],
  'org set-up': async () => ['org', 'set-up', 'Blocked Ltd'],
  'org guard': async () => ['org', 'guard', org, '--percent', '30'],
  'keys create': async () => ['keys', 'create', '--org', org, '--role', 'data-warehouse', '--name', 'BI'],
  'keys rotate': async () => ['keys', 'rotate', await createKey()],
  'keys block': async () => ['keys', 'block', await createKey(), '--reason', 'test'],
  'keys unblock': async () => {
    const id = await createKey()
    await rollcall('keys', 'block', id, '--reason', 'test')
    return ['keys', 'unblock', id]
  },
  'keys revoke': async () => ['keys', 'revoke', await createKey()],
  'accounts set': async () => ['accounts', 'set', '--org', org, '--user', 'bob', '--generate-password'],
  'accounts link': async () => ['accounts', 'link', '--org', org, '--user', 'bob'],
  'accounts remove': async () => ['accounts', 'remove', '--org', org, '--user', 'bob'],
  'sso add': async () => [
    ...['sso', 'add', '--org', org, '--label', 'Acme', '--issuer', 'https://login.example.com'],
    ...['--client-id', 'rollcall', '--public-client'],
  ],
  'sso remove': async () => ['sso', 'remove', '--org', org, 'Acme'],
  'attributes map': async () => ['attributes', 'map', 'team', '--org', org, '--group-type', 'team'],
  'attributes unmap': async () => ['attributes', 'unmap', 'team', '--org', org],
  'calendar import': async () => {
    const path = join(folder.path, 'holidays.ics')
    const event = ['BEGIN:VEVENT', 'UID:a', 'DTSTART;VALUE=DATE:20261225', 'SUMMARY:Christmas Day', 'END:VEVENT']
    await writeFile(path, ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR'].join('\r\n'))
    return ['calendar', 'import', path, '--org', org, '--location', 'Berlin']
  },
  horizon: async () => ['horizon', '--org', org],
  refresh: async () => ['refresh', '--org', org],
  'lake export': async () => ['lake', 'export', '--org', org],
  'quarantine list': async () => {
    await refuseEvent()
    return ['quarantine', 'list', '--org', org]
  },
  'quarantine replay': async () => ['quarantine', 'replay', '--org', org],
  'privacy export': async () => ['privacy', 'export', 'ada', '--org', org],
  'privacy erase': async () => ['privacy', 'erase', 'ada', '--org', org, '--reason', 'asked', '--yes'],
  'privacy retain': async () => ['privacy', 'retain', '--org', org, '--log', '365'],
  'privacy anonymise': async () => {
    // A visitor of long ago.
    await rollcall('privacy', 'retain', '--org', org, '--visitors', '31')
    return ['privacy', 'anonymise', '--org', org]
  },
}

/** Acts of commands that need several servers. */
const ELSEWHERE = {
  'org move': 'operations/cells.test.ts moves an organization and reads the entries',
  'cells drain': 'operations/cells.test.ts drains a cell and reads the entries',
}

const ACTS = Object.entries(AUDITED_COMMANDS).filter(([, audit]) => typeof audit === 'string')

describe('the commands that are acts', () => {
  it('are tried here, or where several servers are', () => {
    expect([...Object.keys(CASES), ...Object.keys(ELSEWHERE)].toSorted()).toEqual(ACTS.map(([name]) => name).toSorted())
  })

  it.each(Object.entries(CASES))('rollcall %s leaves its entry', async (command, prepare) => {
    const args = await prepare()
    const acts = await actsOf(() => rollcall(...args))
    expect(acts.length).toBeGreaterThan(0)
    for (const { action, actor_name } of acts) {
      expect(action).toBe(AUDITED_COMMANDS[command])
      expect(actor_name).toBe(`${userInfo().username}@${hostname()}`)
    }
    if (!command.startsWith('org ')) expect(new Set(acts.map(({ org_id }) => org_id))).toEqual(new Set([org]))
  })
})

describe('commands that change nothing', () => {
  it.each([
    ['accounts', 'list'],
    ['keys', 'list'],
    ['org', 'list'],
    ['privacy', 'status'],
    ['privacy', 'retain', '--log', '365'],
    ['attributes', 'list'],
    ['sources', 'list'],
    ['calendar', 'list'],
  ])('rollcall %s %s leave no entry', async (...args) => {
    const named = args[0] === 'org' || args[0] === 'keys' ? args : [...args, '--org', org]
    expect(await actsOf(() => rollcall(...named))).toEqual([])
  })

  it.each([
    ['a dry run of an import', async () => ['import', await importFile({ users: [{ userName: 'new' }] }), '--dry-run']],
    ['a dry run of an erasure', async () => ['privacy', 'erase', 'eve', '--reason', 'asked', '--dry-run']],
    ['a dry run of a mapping', async () => ['attributes', 'map', 'team', '--group-type', 'team', '--dry-run']],
  ] as const)('%s leaves no entry', async (_name, args) => {
    const words = await args()
    expect(await actsOf(() => rollcall(...words, '--org', org))).toEqual([])
  })
})
