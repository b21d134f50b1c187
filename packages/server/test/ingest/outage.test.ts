import { setTimeout as delay } from 'node:timers/promises'
import type { CreatedKey } from '@rollcall/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, readFirstRun, type Serving, serve, temporaryFolder } from '../../../cli/test/support.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { Relay } from './relay.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: TestDatabase
let relay: Relay
let service: Serving
let key: Pick<CreatedKey, 'id' | 'secret'>

const start = () =>
  serve({ ROLLCALL_DATA_DIR: folder.path, DATABASE_URL: relay.url, ROLLCALL_LOG_LEVEL: 'warn', ROLLCALL_POOL_SIZE: '4' })

beforeAll(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
  relay = new Relay(database.url)
  await relay.open()
  service = await start()
  const first = await readFirstRun(folder.path)
  key = first.key
  const values = [first.organizationId, LOCATION, USER]
  await database.pool.query(
    "insert into locations (org_id, id, name, time_zone) values ($1, $2, 'HQ', 'UTC')",
    values.slice(0, 2),
  )
  await database.pool.query("insert into users (org_id, id, user_name) values ($1, $2, 'ada')", [values[0], USER])
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await relay?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

const LOCATION = '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21'
const USER = '7f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e22'
let made = 0
const presence = (eventId = `e-${made++}`) => ({
  sourceId: 'badges',
  presenceEvents: [{ timestamp: '2026-03-02T09:00:00Z', locationId: LOCATION, locationType: 'location', eventId, userId: USER }],
})
const submit = (body = presence()) => call(service, key, '/v1/presence/basic', body)
const read = () => call(service, key, '/v1/analytics/users/basic')
const grants = () =>
  fetch(`${service.baseUrl}/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: key.id, client_secret: key.secret }),
  })

/** Far beyond the five seconds after which a call gives up waiting for a connection: a hang. */
const HANG_MS = 20_000

/** Status and what a sender needs to know. */
const outcome = async (request: () => Promise<Response>): Promise<string> => {
  const began = Date.now()
  const response = await request()
  await response.text().catch(() => '')
  const took = Date.now() - began
  if (took > HANG_MS) return `${response.status} after ${took} ms`
  const said = `${response.headers.get('content-type')?.split(';')[0]}, Retry-After ${response.headers.get('retry-after')}`
  return response.status < 300 ? 'ok' : `${response.status} ${said}`
}
const AWAY = '503 application/problem+json, Retry-After 2'

describe('while the database is away', () => {
  test('calls are answered 503 within seconds, and afterwards as ever', async () => {
    expect(await Promise.all([outcome(submit), outcome(read), outcome(grants)])).toEqual(['ok', 'ok', 'ok'])
    await relay.cut()
    const outcomes = new Set<string>()
    for (const until = Date.now() + 6_000; Date.now() < until; await delay(50)) {
      for (const said of await Promise.all([outcome(submit), outcome(read), outcome(submit)])) outcomes.add(said)
    }
    expect([...outcomes]).toEqual([AWAY])
    expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200)
    expect(await outcome(() => fetch(`${service.baseUrl}/readyz`))).toBe(AWAY)
    expect(await outcome(grants)).toBe(AWAY)
    expect(service.child.exitCode).toBe(null)
    await relay.open()
    await expect.poll(() => outcome(submit)).toBe('ok')
    await expect.poll(() => outcome(() => fetch(`${service.baseUrl}/readyz`))).toBe('ok')
  })

  test('what was counted before is written when it is back', async () => {
    const counted = async () => {
      const { rows } = await database.pool.query('select accepted, last_received_at from sources')
      return rows[0]?.accepted
    }
    await submit()
    await relay.cut()
    await delay(1_500)
    await relay.open()
    const stored = async () => (await database.pool.query('select count(*) from presence_events')).rows[0].count
    await expect.poll(counted).toBe(await stored())
    const usage = async () => (await database.pool.query('select sum(rows)::int as rows from key_usage')).rows[0].rows
    await expect.poll(usage).toBeGreaterThanOrEqual(await stored())
  })

  test('changes made meanwhile are known afterwards', async () => {
    expect(await outcome(submit)).toBe('ok')
    await relay.cut()
    await database.pool.query("update api_keys set blocked_at = now(), blocked_reason = 'Too much.' where id = $1", [key.id])
    await relay.open()
    await expect.poll(async () => (await submit()).status).toBe(403)
    await database.pool.query('update api_keys set blocked_at = null, blocked_reason = null where id = $1', [key.id])
    await expect.poll(async () => (await submit()).status).toBe(200)
  })
})

const TERMINATE = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where application_name like 'rollcall%' and datname = current_database() and client_port not in (
    select client_port from pg_stat_activity where pid = pg_backend_pid()
  )`

test('connections that break again and again under load cause 503s only, and nothing is lost', async () => {
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let running = true
  const sender = async () => {
    while (running) {
      const body = presence()
      const response = await submit(body)
      statuses.add(response.status)
      if (response.status === 200) acknowledged.push(body.presenceEvents[0]?.eventId as string)
      await response.text()
    }
  }
  const reader = async () => {
    while (running) {
      for (const request of [read, grants]) {
        const response = await request()
        // An answer that breaks off must not look complete: reading it fails, and the reader asks again.
        await response.text().catch((error: Error) => expect(String(error.cause)).toMatch(/other side closed|ECONNRESET/))
        statuses.add(response.status)
      }
    }
  }
  const breaking = async () => {
    for (let round = 0; round < 15 || !statuses.has(503); round++) {
      await delay(150)
      if (round % 2) relay.drop()
      else await database.pool.query(TERMINATE)
    }
    // Where a new connection takes longer than that, each call has met a broken one.
    await expect.poll(() => statuses.has(200)).toBe(true)
    running = false
  }
  await Promise.all([breaking(), sender(), sender(), sender(), reader()]).finally(() => {
    running = false
  })
  expect([...statuses].toSorted()).toEqual([200, 503])
  const { rows } = await database.pool.query<{ event_id: string }>('select event_id from presence_events')
  const stored = new Set(rows.map(({ event_id }) => event_id))
  expect(acknowledged.filter((eventId) => !stored.has(eventId))).toEqual([])
  expect(service.child.exitCode).toBe(null)
})

test('a service is stopped cleanly while its database is away', async () => {
  await submit()
  await relay.cut()
  expect(await Promise.race([service.end('SIGTERM'), delay(120_000, 'still running', { ref: false })])).toBe(0)
  expect(service.output.stderr).not.toMatch(/unhandled|uncaught/i)
  await relay.open()
  service = await start()
  expect(service.output.stdout).not.toContain('first start')
})
