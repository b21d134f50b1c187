import { randomUUID } from 'node:crypto'
import { AUTH_METHODS } from '@rollcall/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKey } from '../../src/directory/keys/key-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { hmacBody, type KeyAndSecret, provingHeaders, tokenOf, until } from './support/credentials.ts'
import { expectProblem } from './support/expect-problem.ts'
import { createHeldSlowDown } from './support/held-slow-down.ts'
import { type Answer, post, send } from './support/send.ts'

let service: TestService
let organization: TestOrganization
let held: ReturnType<typeof createHeldSlowDown>

// Attempts are counted per address, and all tests have the same: for each they are counted from zero.
beforeEach(async () => {
  held = createHeldSlowDown()
  service = await shareTestService(held.slowDown)
  organization = await service.createOrganization()
})
afterEach(() => service[Symbol.asyncDispose]())

const PATH = '/v1/analytics/locations/basic'
const read = (key: KeyAndSecret, path = PATH): Promise<Answer> => send(service.baseUrl, { path, headers: basic(key) })

const limitedKey = (requestsPerMinute: number) => {
  const spec = {
    orgId: organization.id,
    name: 'limited',
    role: 'all-permissions',
    auth: AUTH_METHODS,
    requestsPerMinute,
  } as const
  return createKey(service.database.db, service.sealer, spec)
}

/** What a key has used: a test may begin on one day and end on the next. */
const usageOf = async ({ id }: KeyAndSecret) => {
  const { rows } = await service.database.pool.query<{ requests: number; rows: number; bytes: number }>(
    `select coalesce(sum(requests), 0)::int as requests, coalesce(sum(rows), 0)::int as rows,
       coalesce(sum(bytes), 0)::int as bytes
     from key_usage
     where key_id = $1`,
    [id],
  )
  return rows[0] as (typeof rows)[number]
}

describe('a key with a rate limit', () => {
  it('learns its remaining calls, and is refused above the limit until the minute is over', async () => {
    const key = await limitedKey(3)
    const start = performance.now()
    /** The minute begins with the first call. */
    const expectRestOfMinute = (seconds: number) => {
      expect(seconds).toBeLessThanOrEqual(60)
      expect(seconds).toBeGreaterThanOrEqual(59 - (performance.now() - start) / 1000)
    }
    for (const left of [2, 1, 0]) {
      const { status, headers } = await read(key)
      expect(status).toBe(200)
      expect(headers['ratelimit-policy']).toBe('"key";q=3;w=60')
      const [, remaining, seconds] = /^"key";r=(\d+);t=(\d+)$/.exec(headers.ratelimit as string) ?? []
      expect(remaining).toBe(`${left}`)
      expectRestOfMinute(Number(seconds))
    }
    const answer = await read(key)
    expectProblem(answer, 'rate_limited')
    expectRestOfMinute(Number(answer.headers['retry-after']))
    expect(answer.headers.ratelimit).toBe(`"key";r=0;t=${answer.headers['retry-after']}`)
  })

  it('has one limit for all its paths and ways to authenticate', async () => {
    const key = await limitedKey(3)
    const { bearer } = await provingHeaders(service.baseUrl, key)
    expect((await send(service.baseUrl, { path: '/v1/analytics/users', headers: bearer })).status).toBe(200)
    expect((await read(key)).status).toBe(200)
    expectProblem(await send(service.baseUrl, { path: '/v1/analytics/desks', headers: bearer }), 'rate_limited')
  })

  it('counts calls for tokens, and is metered for them', async () => {
    const key = await limitedKey(2)
    const asked = [
      await post(service.baseUrl, '/v1/auth', hmacBody(key)),
      await post(service.baseUrl, '/v1/auth/token', { client_id: key.id, client_secret: key.secret }),
    ]
    expect(asked.map(({ status, headers }) => [status, headers.ratelimit?.slice(0, 9)])).toEqual([
      [200, '"key";r=1'],
      [200, '"key";r=0'],
    ])
    for (const [path, body] of [
      ['/v1/auth', hmacBody(key)],
      ['/v1/auth/token', { client_id: key.id, client_secret: key.secret }],
    ] as const) {
      const answer = await post(service.baseUrl, path, body)
      expectProblem(answer, 'rate_limited')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    await until(async () => (await usageOf(key)).requests === 4)
    expect((await usageOf(key)).bytes).toBeGreaterThan(0)
  })

  it('does not use up the limit of another key', async () => {
    const [one, other] = [await limitedKey(1), await limitedKey(1)]
    expect([(await read(one)).status, (await read(one)).status, (await read(other)).status]).toEqual([200, 429, 200])
  })

  it('lets exactly as many through as the limit says when all come at once', async () => {
    const key = await limitedKey(10)
    const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await read(key)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  })
})

it('A key without a rate limit sends no rate limit headers', async () => {
  const { headers } = await read(organization.keys['all-permissions'])
  expect(headers).not.toHaveProperty('ratelimit')
  expect(headers).not.toHaveProperty('ratelimit-policy')
})

describe('guessing', () => {
  const ways: [string, (key: KeyAndSecret) => Promise<Answer>][] = [
    ['Basic', (key) => read(key)],
    ['HMAC', (key) => post(service.baseUrl, '/v1/auth', hmacBody(key))],
    ['client secrets', (key) => post(service.baseUrl, '/v1/auth/token', { client_id: key.id, client_secret: key.secret })],
  ]
  it.each(ways)('the secret of a key by %s gets slower, but the right secret does not', async (_, call) => {
    const key = organization.keys['all-permissions']
    await tokenOf(service.baseUrl, key)
    for (let attempt = 0; attempt < 14; attempt++) {
      expect((await call({ id: key.id, secret: `guess ${attempt}` })).status).toBe(401)
    }
    expect(held.waits).toEqual([50, 100, 200, 400])
    held.hold()
    let isGuessAnswered = false
    const guessing = call({ id: key.id, secret: 'guess' }).then(() => {
      isGuessAnswered = true
    })
    const right = await call(key)
    await until(async () => held.waits[4] === 800)
    expect([right.status, isGuessAnswered]).toEqual([200, false])
    held.release()
    await guessing
  })

  it('key ids from one address gets slower too', async () => {
    for (let attempt = 0; attempt < 12; attempt++) await read({ id: randomUUID(), secret: 'guess' })
    await read({ id: randomUUID(), secret: 'guess' })
    expect(held.waits).toEqual([50, 100, 200])
  })

  it('ends with a wait of two seconds, not more', async () => {
    const guess = () => read({ id: organization.keys['all-permissions'].id, secret: 'guess' })
    await Promise.all(Array.from({ length: 60 }, guess))
    expect(held.waits.slice(0, 6)).toEqual([50, 100, 200, 400, 800, 1_600])
    expect(new Set(held.waits.slice(6))).toEqual(new Set([2_000]))
  })
})

it('A key that works is not refused while keys change elsewhere', async () => {
  const key = organization.keys['all-permissions']
  const statuses: number[] = []
  let changing = true
  const changes = (async () => {
    for (let change = 0; change < 150; change++) await service.createKey(organization.id, 'data-warehouse', ['basic'])
    changing = false
  })()
  const reading = Array.from({ length: 4 }, async () => {
    while (changing) statuses.push((await read(key)).status)
  })
  await Promise.all([changes, ...reading])
  expect(new Set(statuses)).toEqual(new Set([200]))
})

it('What a key does is metered: requests, rows and bytes per day', async () => {
  const key = organization.keys['all-permissions']
  const { body } = await read(key)
  await read(key)
  await until(async () => (await usageOf(key)).requests === 2)
  expect(await usageOf(key)).toEqual({ requests: 2, rows: 0, bytes: 2 * body.length })
})
