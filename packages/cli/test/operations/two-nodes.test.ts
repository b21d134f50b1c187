import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CreatedKey, createKey } from '../../../server/src/directory/keys/key-service.ts'
import { createOrganization } from '../../../server/src/directory/organizations/organization-service.ts'
import { checkSealer, createSealer } from '../../../server/src/gate/sealing/sealing.ts'
import { newSealingKey } from '../../../server/src/gate/sealing/sealing-keys.ts'
import { awaitSteadyDay, FILE_MS } from '../../../server/src/testing/steady-day.ts'
import { createTestDatabase, type TestDatabase } from '../../../server/src/testing/test-database.ts'
import { type DirectoryIds, seedDirectory } from '../../../server/test/http/support/directory-data.ts'
import { call, run, type Serving, serve, temporaryFolder } from '../support.ts'

const secretKey = newSealingKey()

let stack: AsyncDisposableStack
let database: TestDatabase
let orgId: string
let ids: DirectoryIds
let key: CreatedKey
let first: Serving
let second: Serving
let env: Record<string, string>

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  database = stack.use(await createTestDatabase())
  const sealer = createSealer(secretKey)
  await checkSealer(database.db, sealer)
  orgId = (await createOrganization(database.db, { name: 'Organization of two processes' })).id
  ids = await seedDirectory(database.pool, orgId, 'nodes')
  await database.pool.query('update locations set refresh_hour = 0')
  key = await createKey(database.db, sealer, { orgId, name: 'key', role: 'all-permissions', auth: ['basic'] })
  const start = async (): Promise<Serving> => {
    const { path } = stack.use(await temporaryFolder())
    env = { ROLLCALL_DATA_DIR: path, DATABASE_URL: database.url, ROLLCALL_SECRET_KEY: secretKey.toString('base64') }
    return stack.use(await serve(env))
  }
  // Another night begins with another day.
  await awaitSteadyDay(FILE_MS)
  const nodes = await Promise.all([start(), start()])
  first = nodes[0]
  second = nodes[1]
})
afterAll(() => stack?.disposeAsync())

const statusAt = async ({ baseUrl }: Serving, path: string, headers: Record<string, string>): Promise<number> =>
  (await fetch(baseUrl + path, { headers })).status

test('a node immediately reads what the other node has accepted', async () => {
  for (const [writer, reader, eventId] of [
    [first, second, 'by-first'],
    [second, first, 'by-second'],
  ] as const) {
    const today = new Date().toISOString()
    const presenceEvents = [{ timestamp: today, locationId: ids.desk, locationType: 'place', eventId, userId: ids.ada }]
    expect((await call(writer, key, '/v1/presence/basic', { sourceId: 'badges', presenceEvents })).status).toBe(200)
    const days = `startDate=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}&endDate=${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}`
    const rows = (await (await call(reader, key, `/v1/analytics/presence/basic?${days}`)).json()) as { eventId: string }[]
    expect(rows.map((row) => row.eventId)).toContain(eventId)
  }
})

test('a node applies directory changes of the other node', async () => {
  const submit = async (node: Serving, eventId: string): Promise<number> => {
    const event = {
      timestamp: '2026-03-02T09:00:00Z',
      locationId: ids.desk,
      locationType: 'place',
      eventId,
      userEmail: 'new@example.com',
    }
    const answer = await call(node, key, '/v1/presence/basic', { sourceId: 'badges', presenceEvents: [event] })
    return ((await answer.json()) as { results: { resultCode: number }[] }).results[0]?.resultCode as number
  }
  // Both nodes have cached that the user does not exist.
  for (const node of [first, second]) expect(await submit(node, 'before')).toBe(1)
  const { code } = await run(['import', '-', '--org', orgId], env, JSON.stringify({ users: [{ userName: 'new@example.com' }] }))
  expect(code).toBe(0)
  for (const node of [first, second]) await expect.poll(() => submit(node, 'after')).toBe(0)
})

test('both nodes share sessions, and a session ends on both', async () => {
  const account = [
    'accounts',
    'set',
    '--user',
    'ada.nodes@example.com',
    '--role',
    'global-administrator',
    '--password-stdin',
    '--org',
    orgId,
  ]
  const { code, stderr } = await run(account, env, 'correct horse battery staple')
  expect([code, stderr]).toEqual([0, ''])
  const answer = await fetch(`${first.baseUrl}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'ada.nodes@example.com', password: 'correct horse battery staple' }),
  })
  expect(answer.status).toBe(201)
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const { csrfToken } = (await answer.json()) as { csrfToken: string }
  expect(await statusAt(second, '/api/session', { cookie })).toBe(200)

  // A key blocked on one node is rejected by both.
  const blocked = await createKey(database.db, createSealer(secretKey), {
    orgId,
    name: 'k',
    role: 'all-permissions',
    auth: ['basic'],
  })
  const proof = { authorization: `Basic ${btoa(`${blocked.id}:${blocked.secret}`)}` }
  for (const node of [first, second]) expect(await statusAt(node, '/v1/analytics/groups/basic', proof)).toBe(200)
  const headers = { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' }
  const block = await fetch(`${second.baseUrl}/api/keys/${blocked.id}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ blocked: true, reason: 'Misuse.' }),
  })
  expect(block.status).toBe(200)
  for (const node of [first, second]) {
    await expect.poll(() => statusAt(node, '/v1/analytics/groups/basic', proof)).toBe(403)
  }

  const end = await fetch(`${second.baseUrl}/api/session`, { method: 'DELETE', headers: { cookie, 'x-csrf-token': csrfToken } })
  expect(end.ok).toBe(true)
  for (const node of [first, second]) await expect.poll(() => statusAt(node, '/api/session', { cookie })).toBe(401)
})

test('only one node runs the nightly jobs', async () => {
  const count = async (text: string) => (await database.pool.query<{ count: number }>(text)).rows[0]?.count
  await expect.poll(() => count('select count(*) from published_locations')).toBeGreaterThan(0)
  await expect.poll(() => count(`select count(*) from refresh_runs where status = 'running'`)).toBe(0)
  expect(await count('select count(*) from refresh_runs')).toBe(1)
})
