import { ENDPOINTS } from '@rollcall/contract'
import { expect, expectTypeOf, test } from 'vitest'
import { type ClientOptions, createClient, RollcallError } from './index.ts'
import { answer, type Handler, startPeer } from './testing/peer.ts'

const KEY = { id: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21', secret: 'rc_secret' }
const EVENT = { timestamp: '2026-01-05T09:00:00Z', locationId: 'x', locationType: 'location', eventId: '1', userId: 'u' } as const
const BODY = { sourceId: 'badges', presenceEvents: [EVENT] }
const RESULT = {
  sourceId: 'badges',
  timestamp: '2026-01-05T09:00:01.000Z',
  results: [{ eventId: '1', resultCode: 0, message: 'Accepted' }],
}

const connect = async (handler: Handler, options: Partial<ClientOptions> = {}) => {
  const peer = await startPeer(handler)
  const client = createClient({ baseUrl: peer.baseUrl, key: KEY, auth: 'basic', backoffMs: 1, ...options })
  return { ...peer, client }
}

const errorOf = async (promise: Promise<unknown>): Promise<RollcallError> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(RollcallError)
  return error as RollcallError
}

test('basic: the path ends in /basic and the body arrives as given', async () => {
  const { client, seen } = await connect((_, response) => answer(response, 200, RESULT))
  expect(await client.submitPresence(BODY)).toEqual(RESULT)
  expect(seen[0]).toMatchObject({ method: 'POST', path: '/v1/presence/basic', body: JSON.stringify(BODY) })
  expect(seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from(`${KEY.id}:${KEY.secret}`).toString('base64')}`)
})

test.each([429, 502, 503, 504])('%i is retried until the call succeeds', async (status) => {
  const { client, seen } = await connect((_, response, count) =>
    count < 4 ? answer(response, status, {}) : answer(response, 200, RESULT),
  )
  expect(await client.submitPresence(BODY)).toEqual(RESULT)
  expect(seen).toHaveLength(4)
  expect(new Set(seen.map(({ body }) => body)).size).toBe(1)
})

test('a connection that breaks in the header or in the body is retried', async () => {
  const { client, seen } = await connect((_, response, count) => {
    if (count === 1) return void response.destroy()
    if (count > 2) return answer(response, 200, RESULT)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"sourceId":', () => response.destroy())
  })
  expect(await client.submitPresence(BODY)).toEqual(RESULT)
  expect(seen).toHaveLength(3)
})

test('gives up after maxAttempts with the last error', async () => {
  const problem = {
    type: '/docs/errors#unavailable',
    title: 'Away',
    status: 503,
    detail: 'Later.',
    instance: 'r',
    code: 'unavailable',
  }
  const { client, seen } = await connect((_, response) => answer(response, 503, problem), { maxAttempts: 3 })
  const error = await errorOf(client.submitPresence(BODY))
  expect(error).toMatchObject({ status: 503, code: 'unavailable', problem })
  expect(seen).toHaveLength(3)
})

test('other errors are not retried', async () => {
  const { client, seen } = await connect((_, response) => answer(response, 400, { code: 'invalid_body', title: 'No' }))
  expect(await errorOf(client.submitPresence(BODY))).toMatchObject({ status: 400, code: 'invalid_body' })
  expect(seen).toHaveLength(1)
})

test('Retry-After is honored', async () => {
  const { client } = await connect((_, response, count) =>
    count === 1 ? answer(response, 503, {}, { 'retry-after': '1' }) : answer(response, 200, RESULT),
  )
  const start = performance.now()
  await client.submitPresence(BODY)
  expect(performance.now() - start).toBeGreaterThanOrEqual(990)
})

test('a Retry-After that is too long is passed to the caller instead of waiting', async () => {
  const { client, seen } = await connect((_, response) => answer(response, 429, {}, { 'retry-after': '86400' }))
  expect(await errorOf(client.submitPresence(BODY))).toMatchObject({ status: 429, retryAfterMs: 86_400_000 })
  expect(seen).toHaveLength(1)
})

test.each([
  ['0', 0],
  ['300', 300_000],
  [' 7 ', 7000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
])('Retry-After: %j means %s ms', async (header, ms) => {
  const { client } = await connect((_, response) => answer(response, 503, {}, { 'retry-after': header }), { maxAttempts: 1 })
  expect((await errorOf(client.submitPresence(BODY))).retryAfterMs).toBe(ms)
})

test('Retry-After may be a date', async () => {
  const date = new Date(Date.now() + 3_600_000).toUTCString()
  const { client } = await connect((_, response) => answer(response, 503, {}, { 'retry-after': date }))
  const { retryAfterMs } = await errorOf(client.submitPresence(BODY))
  expect(Math.abs((retryAfterMs ?? 0) - 3_600_000)).toBeLessThan(5000)
})

test.each([
  ['breaks off', '{"sourceId":"badges","resu', 'application/json'],
  ['is empty', '', 'application/json'],
  ['comes from a proxy', '<html>Please sign in</html>', 'text/html'],
  ['is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'application/json'],
])('a complete response that %s is retried like a broken connection', async (_, body, type) => {
  const { client, seen } = await connect((_, response, count) =>
    count < 3 ? void response.writeHead(200, { 'content-type': type }).end(body) : answer(response, 200, RESULT),
  )
  expect(await client.submitPresence(BODY)).toEqual(RESULT)
  expect(seen).toHaveLength(3)
})

test('fails with invalid_answer if the service never responds with JSON', async () => {
  const { client, seen } = await connect((_, response) => void response.end('hello'), { maxAttempts: 3 })
  expect(await errorOf(client.submitPresence(BODY))).toMatchObject({ status: 200, code: 'invalid_answer' })
  expect(seen).toHaveLength(3)
})

test('JSON is parsed without a content type, and text is returned as text', async () => {
  const { client } = await connect(
    ({ path }, response) => void response.end(path === '/metrics' ? 'up 1' : JSON.stringify(RESULT)),
  )
  expect(await client.submitPresence(BODY)).toEqual(RESULT)
  expect(await client.getMetrics()).toBe('up 1')
})

test('a response that arrives slowly but steadily does not time out', async () => {
  const { client, seen } = await connect(
    async (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      for (const piece of JSON.stringify(RESULT).match(/.{1,10}/g) ?? []) {
        await new Promise((resolve) => response.write(piece, resolve))
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
      response.end()
    },
    { timeoutMs: 3_000 },
  )
  expect(await client.submitPresence(BODY)).toEqual(RESULT)
  expect(seen).toHaveLength(1)
})

test('silence counts as a failed attempt', async () => {
  const { client, seen } = await connect((_, response, count) => (count === 1 ? undefined : answer(response, 200, RESULT)), {
    timeoutMs: 3_000,
  })
  expect(await client.submitPresence(BODY)).toEqual(RESULT)
  expect(seen).toHaveLength(2)
})

test('silence within a response counts as a failed attempt too', async () => {
  const { client, seen } = await connect(
    (_, response, count) => (count === 1 ? void response.writeHead(200).write('{') : answer(response, 200, RESULT)),
    { timeoutMs: 3_000 },
  )
  expect(await client.submitPresence(BODY)).toEqual(RESULT)
  expect(seen).toHaveLength(2)
})

test('an aborted call immediately throws the reason of the caller', async () => {
  const { client } = await connect((_, response) => answer(response, 503, {}, { 'retry-after': '60' }))
  const controller = new AbortController()
  const reason = new Error('enough')
  setTimeout(() => controller.abort(reason), 50)
  await expect(client.submitPresence(BODY, { signal: controller.signal })).rejects.toBe(reason)
})

test('an unreachable service is a network error', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', key: KEY, auth: 'basic', backoffMs: 1, maxAttempts: 2 })
  expect(await errorOf(client.submitPresence(BODY))).toMatchObject({ status: 0, code: 'network_error' })
})

test('has a method for every operation except event streams, which never end, and those of kiosk screens', async () => {
  const { client } = await connect((_, response) => answer(response, 200, {}))
  const { watchLocation, watchKiosk: _, getKiosk, getKioskFloorPlan: __, ...others } = ENDPOINTS
  expect(Object.keys(client).sort()).toEqual([...Object.keys(others), 'open'].sort())
  expectTypeOf(client).not.toHaveProperty(watchLocation.operation)
  expectTypeOf(client).not.toHaveProperty(getKiosk.operation)
})
