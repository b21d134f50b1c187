import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../server/src/testing/test-database.ts'
import { type FirstRunFile, readFirstRun, type Serving, serve, temporaryFolder } from '../support.ts'

/** The service itself uses 90 of these; the bodies of all callers would use twice the limit. */
const HEAP_MIB = 192
const CALLERS = 700
const EVENTS = 1_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: TestDatabase
let service: Serving
let first: FirstRunFile

beforeAll(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
  service = await serve({
    ...{ ROLLCALL_DATA_DIR: folder.path, DATABASE_URL: database.url, ROLLCALL_METRICS_TOKEN: 'token', ROLLCALL_NIGHTLY: 'off' },
    ...{ NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`, ROLLCALL_LOG_LEVEL: 'error' },
  })
  first = await readFirstRun(folder.path)
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

const body = Buffer.from(
  JSON.stringify({
    sourceId: 'badges',
    presenceEvents: Array.from({ length: EVENTS }, (_, index) => ({
      ...{ timestamp: '2026-03-02T09:00:00.000Z', locationId: crypto.randomUUID(), locationType: 'place' },
      ...{ eventId: `event-${index}`, userEmail: `someone-${index}@example.com`, sourceUserId: `badge-${index}` },
    })),
  }),
)

interface Answered {
  readonly status: number
  readonly retryAfter: number
}

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })

const submit = (): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...{ 'content-type': 'application/json', 'content-length': body.length },
      authorization: `Basic ${btoa(`${first.key.id}:${first.key.secret}`)}`,
    }
    const outgoing = request(`${service.baseUrl}/v1/presence/basic`, { method: 'POST', headers, agent }, async (incoming) => {
      await text(incoming).catch(() => '')
      resolve({ status: incoming.statusCode ?? 0, retryAfter: Number(incoming.headers['retry-after'] ?? 0) })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })

/** Retries like a client that respects Retry-After, or whose connection closed before it read the response. */
const submitUntilTaken = async (): Promise<void> => {
  await expect.poll(async () => (await submit().catch(() => undefined))?.status).toBe(200)
}

test('a flood of submissions during a database stall does not exhaust memory, and is accepted later', async () => {
  await submitUntilTaken()
  const blocker = await database.pool.connect()
  const answers: (Answered | undefined)[] = []
  let all: Promise<unknown>
  try {
    await blocker.query('begin')
    await blocker.query('lock table quarantine in access exclusive mode')
    all = Promise.all(Array.from({ length: CALLERS }, async () => answers.push(await submit().catch(() => undefined))))
    await expect.poll(() => answers.length).toBeGreaterThan(CALLERS / 2)
    expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200)
    const refused = answers.filter((answer) => answer !== undefined)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) expect(answer).toEqual({ status: 503, retryAfter: expect.any(Number) })
    expect(refused.every(({ retryAfter }) => retryAfter > 0)).toBe(true)
  } finally {
    await blocker.query('commit')
    blocker.release()
  }
  await all
  expect(service.child.exitCode).toBe(null)
  const metrics = await fetch(`${service.baseUrl}/metrics`, { headers: { authorization: 'Bearer token' } })
  const text = await metrics.text()
  expect(text).toContain('\nrollcall_request_body_bytes 0\n')
  expect(text).toMatch(/\nrollcall_overload_refusals_total\{what="bodies"\} [1-9]/)
  await submitUntilTaken()
})
