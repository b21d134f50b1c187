import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { blockKey, createKey, revokeKey } from '../../src/directory/keys/key-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { bearer, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { hmacBody, type KeyAndSecret, unixNow } from './support/credentials.ts'
import { expectProblem } from './support/expect-problem.ts'
import { type Answer, post, send } from './support/send.ts'

let service: TestService
let organization: TestOrganization
let key: KeyAndSecret

beforeAll(async () => {
  service = await shareTestService()
  organization = await service.createOrganization()
  key = organization.keys['all-permissions']
})
afterAll(() => service[Symbol.asyncDispose]())

const authenticate = (body: unknown): Promise<Answer> => post(service.baseUrl, '/v1/auth', body)

const newKey = (spec: { auth?: ('hmac' | 'basic')[]; expiresAt?: Date } = {}) =>
  createKey(service.database.db, service.sealer, {
    orgId: organization.id,
    name: 'key of a test',
    role: 'all-permissions',
    auth: ['hmac', 'basic'],
    ...spec,
  })

describe('POST /v1/auth', () => {
  it('gives a token of one hour that opens the bearer paths', async () => {
    const before = unixNow()
    const answer = await authenticate(hmacBody(key))
    const after = unixNow()
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    const { token, expiration, ...rest } = answer.json<{ token: string; expiration: number }>()
    expect(rest).toEqual({ authenticated: true, message: 'Authenticated' })
    expect(expiration).toBeGreaterThanOrEqual(before + 3600)
    expect(expiration).toBeLessThanOrEqual(after + 3600)
    expect((await send(service.baseUrl, { path: '/v1/analytics/users', headers: bearer(token) })).status).toBe(200)
  })

  it('answers the identical call of the same second again', async () => {
    const body = hmacBody(key)
    const answers = await Promise.all(Array.from({ length: 5 }, () => authenticate(body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })

  describe('at one moment', () => {
    beforeAll(() => vi.useFakeTimers({ toFake: ['Date'], now: unixNow() * 1000 }))
    afterAll(() => vi.useRealTimers())

    it.each([-300, -1, 1, 300])('accepts a clock that is off by %i seconds', async (seconds) => {
      expect((await authenticate(hmacBody(key, unixNow() + seconds))).status).toBe(200)
    })

    it.each([-301, 301])('refuses a clock that is off by %i seconds', async (seconds) => {
      expect((await authenticate(hmacBody(key, unixNow() + seconds))).status).toBe(401)
    })
  })

  it('accepts a time with a fraction of a second, signed as sent', async () => {
    expect((await authenticate(hmacBody(key, unixNow() + 0.25))).status).toBe(200)
  })

  it('accepts the hash in upper case and the key id in any case', async () => {
    const body = hmacBody(key)
    expect((await authenticate({ ...body, hash: body.hash.toUpperCase() })).status).toBe(200)
    const upper = { ...key, id: key.id.toUpperCase() }
    expect((await authenticate(hmacBody(upper))).status).toBe(200)
  })

  it('ignores members that it does not know', async () => {
    expect((await authenticate({ ...hmacBody(key), extra: 1 })).status).toBe(200)
  })

  it('does not reveal whether the key, the hash or the time was wrong', async () => {
    const unknown = { id: randomUUID(), secret: key.secret }
    const revoked = await newKey()
    await revokeKey(service.database.db, revoked.id)
    const wrong = {
      hash: { ...hmacBody(key), hash: '0'.repeat(64) },
      short: { ...hmacBody(key), hash: 'ab' },
      secret: hmacBody({ id: key.id, secret: 'wrong' }),
      early: hmacBody(key, unixNow() - 400),
      late: hmacBody(key, unixNow() + 400),
      otherTime: { ...hmacBody(key), timestamp: unixNow() + 5 },
      unknown: hmacBody(unknown),
      noUuid: hmacBody({ id: 'no uuid', secret: key.secret }),
      revoked: hmacBody(revoked),
    }
    for (const [what, body] of Object.entries(wrong)) {
      const answer = await authenticate(body)
      const { instance, ...problem } = expectProblem(answer, 'credentials_invalid')
      expect(instance, what).toBeTruthy()
      expect(problem, what).toEqual({
        type: '/docs/errors#credentials_invalid',
        title: 'The credentials are not valid',
        status: 401,
        code: 'credentials_invalid',
        detail: expect.stringContaining('Check the key id, its secret'),
        authenticated: false,
        message: problem.detail,
      })
      expect(answer.headers['www-authenticate']).toBe('HMAC realm="rollcall"')
    }
  })

  const badBodies = {
    'a timestamp as text': { timestamp: String(unixNow()) },
    'a timestamp in milliseconds': { timestamp: Date.now() },
    'a negative timestamp': { timestamp: -1 },
    'a timestamp of null': { timestamp: null },
    'no timestamp': { timestamp: undefined },
    'no apiKey': { apiKey: undefined },
    'an empty apiKey': { apiKey: '' },
    'a numeric apiKey': { apiKey: 5 },
    'no hash': { hash: undefined },
    'an empty hash': { hash: '' },
    'a hash of 201 characters': { hash: 'a'.repeat(201) },
  }
  it.each(Object.entries(badBodies))('refuses %s as a broken request and names the field', async (_, change) => {
    const { errors } = expectProblem(await authenticate({ ...hmacBody(key), ...change }), 'invalid_body')
    expect(errors?.map(({ pointer }) => pointer)).toEqual([`/${Object.keys(change)[0]}`])
  })

  it('explains to the holder of a valid key why it gets no token', async () => {
    const blocked = await newKey()
    await blockKey(service.database.db, blocked.id, 'Too many made-up events.')
    const expired = await newKey({ expiresAt: new Date(Date.now() - 1) })
    const basicOnly = await newKey({ auth: ['basic'] })
    expect(expectProblem(await authenticate(hmacBody(blocked)), 'blocked').detail).toContain('Too many made-up events.')
    expectProblem(await authenticate(hmacBody(expired)), 'key_expired')
    expect(expectProblem(await authenticate(hmacBody(basicOnly)), 'hmac_not_enabled')).toMatchObject({ authenticated: false })
  })
})
