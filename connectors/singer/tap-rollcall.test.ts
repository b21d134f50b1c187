import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bench, type Office, openBench, openOffice } from '../../packages/server/test/attendance/support.ts'
import { openReader, publish } from '../../packages/server/test/warehouse/support.ts'
import { STREAMS } from '../streams.ts'
import { lastState, type Message, parseMessages, recordsOf, runTap, select } from './support.ts'

let bench: Bench
let office: Office
let berlin: string
let ada: string
let grace: string

const DAY = '2026-03-02'
const NEXT = '2026-03-03'
const ATTENDANCE = 'user_booking_attendance'

beforeAll(async () => {
  bench = await openBench()
  office = await openOffice(bench)
  berlin = await office.addLocation()
  ada = await office.addUser(berlin)
  grace = await office.addUser()
  await office.plan(ada, DAY, 'o', berlin)
  await office.see(ada, berlin, `${DAY}T08:00:00Z`)
  await office.plan(ada, NEXT, 'r')
  await office.plan(grace, NEXT, 'a')
  await publish(office)
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const configOf = (settings: object = {}) => {
  const { id, secret } = office.organization.keys['data-warehouse']
  return { base_url: bench.service.baseUrl, key_id: id, key_secret: secret, start_date: '2026-03-01', ...settings }
}

const sync = async (files: Record<string, unknown> = {}): Promise<Message[]> => {
  const { code, stdout, stderr } = await runTap({ config: configOf(), ...files })
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return parseMessages(stdout)
}

const inOrder = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).sort()

test('the catalog has a stream for each dataset of the contract, with its key, and one of the segments', async () => {
  const { code, stdout } = await runTap({}, ['--discover'])
  expect(code).toBe(0)
  const { streams } = JSON.parse(stdout) as { streams: { tap_stream_id: string; key_properties: string[]; schema: object }[] }
  expect(streams.map(({ tap_stream_id }) => tap_stream_id)).toEqual([...STREAMS.map(({ name }) => name), 'segments'])
  for (const { key_properties, schema } of streams) {
    expect(key_properties.length).toBeGreaterThan(0)
    for (const name of key_properties) expect(schema).toHaveProperty(['properties', name])
  }
})

describe('a first sync', () => {
  let messages: Message[]
  beforeAll(async () => {
    messages = await sync()
  })

  test('writes the rows that the service publishes, once each', async () => {
    const expected = await openReader(bench, office.organization).attendance(`startDate=2026-03-01&endDate=2026-03-08`)
    expect(expected).toHaveLength(3)
    const rows = recordsOf(messages, ATTENDANCE).map(({ segment, segmentRevision, ...row }) => row)
    expect(inOrder(rows)).toEqual(inOrder(expected))
    expect(recordsOf(messages, 'presence')).toMatchObject([{ userId: ada, segment: `${DAY}/${berlin}`, segmentRevision: 1 }])
  })

  test('tells each segment, with the revision that its rows carry', () => {
    const told = recordsOf(messages, 'segments').filter(({ dataset }) => dataset === 'user-booking-attendance')
    const revisions = new Map(told.map(({ segment, revision }) => [segment, revision]))
    expect([...revisions.keys()].sort()).toEqual([`${DAY}/${berlin}`, `${NEXT}/${berlin}`, `${NEXT}/none`].sort())
    for (const row of recordsOf(messages, ATTENDANCE)) expect(revisions.get(row.segment as string)).toBe(row.segmentRevision)
  })

  test('replaces the directory: its rows have a version, which is activated after them', () => {
    const users = messages.flatMap((each) => ('stream' in each && each.stream === 'users' ? [each] : []))
    expect(users.map(({ type }) => type)).toEqual(['SCHEMA', 'RECORD', 'RECORD', 'ACTIVATE_VERSION'])
    expect(new Set(users.slice(1).map((each) => (each as { version: number }).version)).size).toBe(1)
  })

  test('writes a STATE only after the rows it stands for', () => {
    const lastRow = messages.findLastIndex((each) => each.type === 'RECORD' && each.stream === ATTENDANCE)
    const firstState = messages.findIndex((each) => each.type === 'STATE' && each.value.bookmarks[ATTENDANCE])
    expect(lastRow).toBeGreaterThan(-1)
    expect(firstState).toBeGreaterThan(lastRow)
    expect(messages.at(-1)?.type).toBe('STATE')
  })
})

test('with the state of the last sync only what changed is written', async () => {
  const catalog = select(ATTENDANCE, 'segments')
  const first = await sync({ catalog })
  const unchanged = await sync({ catalog, state: lastState(first) })
  expect(recordsOf(unchanged, ATTENDANCE)).toEqual([])
  await office.see(grace, berlin, `${NEXT}T09:00:00Z`)
  await publish(office)
  const changed = await sync({ catalog, state: lastState(unchanged) })
  // The row has moved from no location to Berlin: one segment has lost it, the other has it besides Ada's.
  expect(recordsOf(changed, ATTENDANCE).map(({ userId, day }) => [userId, day])).toEqual(
    expect.arrayContaining([
      [ada, `${NEXT}T00:00:00.000Z`],
      [grace, `${NEXT}T00:00:00.000Z`],
    ]),
  )
  expect(recordsOf(changed, ATTENDANCE)).toHaveLength(2)
  expect(recordsOf(changed, 'segments')).toEqual(
    expect.arrayContaining([expect.objectContaining({ segment: `${NEXT}/none`, rowCount: 0, revision: 2 })]),
  )
})

test('the latest records of which the revision is that of their segment are exactly what is published', async () => {
  const own = await openOffice(bench)
  const location = await own.addLocation()
  const users = [await own.addUser(location), await own.addUser(location)]
  for (const user of users) await own.see(user, location, `${DAY}T08:00:00Z`)
  await publish(own)
  const { id, secret } = own.organization.keys['data-warehouse']
  const files = { config: configOf({ key_id: id, key_secret: secret }), catalog: select(ATTENDANCE, 'segments') }
  const first = await sync(files)
  await own.pool.query('delete from presence_events where org_id = $1 and user_id = $2', [own.orgId, users[0]])
  await own.pool.query("insert into day_change_ticks (org_id, topic, day, reason) values ($1::uuid, 'presence', $2, 'erased')", [
    own.orgId,
    DAY,
  ])
  await publish(own)
  const messages = [...first, ...(await sync({ ...files, state: lastState(first) }))]

  const rows = new Map(recordsOf(messages, ATTENDANCE).map((row) => [`${row.userId}/${row.day}`, row]))
  const segments = new Map(recordsOf(messages, 'segments').map((each) => [each.segment, each.revision]))
  const current = [...rows.values()].filter(({ segment, segmentRevision }) => segments.get(segment) === segmentRevision)
  const published = await openReader(bench, own.organization).attendance(`startDate=${DAY}&endDate=${DAY}`)
  expect([rows.size, published.length]).toEqual([2, 1])
  expect(current.map(({ userId }) => userId)).toEqual(published.map(({ userId }) => userId))
})

test('a catalog decides on streams and fields; keys are always there', async () => {
  const metadata = [
    { breadcrumb: [], metadata: { selected: true } },
    { breadcrumb: ['properties', 'email'], metadata: { selected: false } },
    { breadcrumb: ['properties', 'userId'], metadata: { selected: false } },
  ]
  const messages = await sync({ catalog: { streams: [{ tap_stream_id: 'users', metadata }] } })
  expect(new Set(messages.flatMap((each) => ('stream' in each ? [each.stream] : [])))).toEqual(new Set(['users']))
  for (const row of recordsOf(messages, 'users')) {
    expect(row).toHaveProperty('userId')
    expect(row).toHaveProperty('userName')
    expect(row).not.toHaveProperty('email')
  }
})

const WHOLE = { base_url: 'http://127.0.0.1:9', key_id: 'id', key_secret: 'secret', start_date: '2026-03-01' }

test.each([
  [{}, [], 2, '--config is missing'],
  [{ config: { base_url: 'x' } }, [], 2, 'start_date is missing'],
  [{ config: { ...WHOLE, start_date: '2026-02-30' } }, [], 2, 'start_date must be a day'],
  [{ config: WHOLE, catalog: {} }, [], 2, 'catalog: streams: must be a list'],
  [{ config: WHOLE, catalog: { streams: [null] } }, [], 2, 'catalog: streams: must be an object'],
  [
    { config: WHOLE, catalog: { streams: [{ stream: 'users', metadata: {} }] } },
    [],
    2,
    'catalog: metadata of users: must be a list',
  ],
  [{ config: WHOLE, catalog: { streams: [{ stream: 'users', metadata: [{}] }] } }, [], 2, 'catalog: breadcrumb: must be a list'],
  [{ config: WHOLE, state: { type: 'STATE', value: { bookmarks: {} } } }, [], 2, 'give its value alone'],
  [{ config: WHOLE }, ['--state', tmpdir()], 2, 'EISDIR'],
  [{}, ['--bogus'], 2, '--bogus'],
])('wrong usage is reported in one line: %j %j', async (files, options, code, words) => {
  const finished = await runTap(files, options)
  expect(finished.code).toBe(code)
  expect(finished.stderr).toContain(words)
  expect(finished.stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(finished.stdout).toBe('')
})

test.each(['/dev/null', join(tmpdir(), 'no-such-folder', 'state.json')])(
  'a state file that is empty or missing is none: %s',
  async (path) => {
    const { code, stdout, stderr } = await runTap({ config: configOf(), catalog: select('users') }, ['--state', path])
    expect(stderr).toBe(`WARNING ${path} has no state: everything from start_date on is read\n`)
    expect(code).toBe(0)
    expect(recordsOf(parseMessages(stdout), 'users')).not.toHaveLength(0)
  },
)

test('a refused key ends the tap with what the service said', async () => {
  const { code, stderr } = await runTap({ config: configOf({ key_secret: 'wrong' }) })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^CRITICAL 401 /)
})
