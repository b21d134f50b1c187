import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createClient } from '../index.ts'
import { answer, type Seen, startPeer } from '../testing/peer.ts'

const KEY = { id: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21', secret: 'rc_sécret' }
const HOUR = 3600

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Authenticates as contract §2 describes, with a clock that may differ from ours and tokens that may be short-lived. */
const authService = async (options: { skew?: number; lifetime?: number; revoked?: Set<string> } = {}) => {
  const { skew = 0, lifetime = HOUR, revoked = new Set<string>() } = options
  let issued = 0
  const date = () => ({ date: new Date(Date.now() + skew * 1000).toUTCString() })
  const authenticate = (seen: Seen, response: ServerResponse) => {
    const { apiKey, timestamp, hash } = JSON.parse(seen.body)
    const expected = createHmac('sha256', KEY.secret).update(`${apiKey}${timestamp}`).digest('hex')
    const isGood = hash === expected && Math.abs(timestamp - nowSeconds() - skew) <= 300
    if (!isGood) return answer(response, 401, { authenticated: false, code: 'credentials_invalid' }, date())
    issued += 1
    answer(
      response,
      200,
      { authenticated: true, message: '', token: `t${issued}`, expiration: nowSeconds() + skew + lifetime },
      date(),
    )
  }
  const token = (seen: Seen, response: ServerResponse) => {
    const { client_secret } = JSON.parse(seen.body)
    if (client_secret !== KEY.secret) return answer(response, 401, { error: 'invalid_client', error_description: 'No' })
    issued += 1
    answer(response, 200, { access_token: `t${issued}`, token_type: 'Bearer', expires_in: lifetime })
  }
  const peer = await startPeer((seen, response) => {
    if (seen.path === '/v1/auth') return authenticate(seen, response)
    if (seen.path === '/v1/auth/token') return token(seen, response)
    const bearer = seen.headers.authorization?.slice(7) ?? ''
    if (revoked.has(bearer)) return answer(response, 401, { code: 'token_invalid' })
    answer(response, 200, [{ userId: bearer }])
  })
  return { ...peer, revoked, count: (path: string) => peer.seen.filter((seen) => seen.path === path).length }
}

const users = async (client: ReturnType<typeof createClient>) => {
  const ids: string[] = []
  for await (const row of client.readUsers()) ids.push(row.userId)
  return ids
}

test.each([
  ['hmac', '/v1/auth'],
  ['client-credentials', '/v1/auth/token'],
] as const)('%s: concurrent calls share one token request', async (auth, path) => {
  const service = await authService()
  const client = createClient({ baseUrl: `${service.baseUrl}/`, key: KEY, auth })
  const answers = await Promise.all(Array.from({ length: 8 }, () => users(client)))
  expect(new Set(answers.flat())).toEqual(new Set(['t1']))
  expect(service.count(path)).toBe(1)
})

test.each([-4000, 4000])('hmac survives a service clock that is off by %i s', async (skew) => {
  const service = await authService({ skew })
  const client = createClient({ baseUrl: service.baseUrl, key: KEY })
  expect(await users(client)).toEqual(['t1'])
  expect(await users(client)).toEqual(['t1'])
  expect(service.count('/v1/auth')).toBe(2)
})

test('a wrong secret fails at once, whatever the method', async () => {
  const service = await authService()
  const key = { id: KEY.id, secret: 'wrong' }
  const hmac = createClient({ baseUrl: service.baseUrl, key })
  await expect(users(hmac)).rejects.toMatchObject({ status: 401, code: 'credentials_invalid' })
  const oauth = createClient({ baseUrl: service.baseUrl, key, auth: 'client-credentials' })
  await expect(users(oauth)).rejects.toMatchObject({ status: 401, code: 'invalid_client' })
  expect(service.seen).toHaveLength(2)
})

test('a 401 renews the token once, and only once', async () => {
  const service = await authService()
  const client = createClient({ baseUrl: service.baseUrl, key: KEY })
  expect(await users(client)).toEqual(['t1'])
  service.revoked.add('t1')
  expect(await Promise.all([users(client), users(client)])).toEqual([['t2'], ['t2']])
  for (let n = 2; n < 9; n += 1) service.revoked.add(`t${n}`)
  await expect(users(client)).rejects.toMatchObject({ status: 401, code: 'token_invalid' })
  expect(service.count('/v1/auth')).toBe(3)
})

test('opening rows also renews the token after a 401', async () => {
  const service = await authService()
  const client = createClient({ baseUrl: service.baseUrl, key: KEY })
  expect(await users(client)).toEqual(['t1'])
  service.revoked.add('t1')
  const { bytes } = await client.open('readUsers')
  expect(Buffer.from((await bytes.next()).value ?? []).toString()).toBe('[{"userId":"t2"}]')
})

test('rejected Basic credentials are not retried', async () => {
  const { baseUrl, seen } = await startPeer((_, response) => answer(response, 401, { code: 'credentials_invalid' }))
  await expect(users(createClient({ baseUrl, key: KEY, auth: 'basic' }))).rejects.toMatchObject({ code: 'credentials_invalid' })
  expect(seen).toHaveLength(1)
})

test('Basic credentials are sent as UTF-8', async () => {
  const { baseUrl, seen } = await startPeer((_, response) => answer(response, 200, []))
  await users(createClient({ baseUrl, key: KEY, auth: 'basic' }))
  expect(seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from(`${KEY.id}:${KEY.secret}`).toString('base64')}`)
})

test.each(['hmac', 'client-credentials'] as const)('%s: the token request has its own retries', async (auth) => {
  const { baseUrl, seen } = await startPeer(({ path }, response, count) => {
    if (!path.startsWith('/v1/auth')) return answer(response, 200, [{ userId: 'u' }])
    if (count === 1) return answer(response, 429, {}, { 'retry-after': '0' })
    if (count === 2) return void response.destroy()
    if (count === 3) return void response.end('<html>')
    if (count === 4) return answer(response, 200, { authenticated: true, expiration: 'delay', token_type: 'Bearer' })
    answer(response, 200, { token: 't', expiration: nowSeconds() + HOUR, access_token: 't', expires_in: HOUR })
  })
  expect(await users(createClient({ baseUrl, key: KEY, auth, backoffMs: 1 }))).toEqual(['u'])
  expect(seen).toHaveLength(6)
})

test.each(['hmac', 'client-credentials'] as const)('%s: a token request that finally fails makes the call fail', async (auth) => {
  const { baseUrl, seen } = await startPeer((_, response) => answer(response, 503, { code: 'unavailable' }))
  const client = createClient({ baseUrl, key: KEY, auth, backoffMs: 1, maxAttempts: 3 })
  await expect(users(client)).rejects.toMatchObject({ status: 503, code: 'unavailable' })
  expect(seen).toHaveLength(3)
})

test('a failed token request is not cached', async () => {
  const { baseUrl } = await startPeer(({ path }, response, count) => {
    if (path !== '/v1/auth') return answer(response, 200, [{ userId: 'u' }])
    if (count === 1) return answer(response, 403, { code: 'blocked' })
    answer(response, 200, { authenticated: true, token: 't', expiration: nowSeconds() + HOUR })
  })
  const client = createClient({ baseUrl, key: KEY })
  await expect(users(client)).rejects.toMatchObject({ code: 'blocked' })
  expect(await users(client)).toEqual(['u'])
})

test('a changing service clock is followed once per request', async () => {
  const { baseUrl, seen } = await startPeer((_, response, count) =>
    answer(response, 401, { code: 'credentials_invalid' }, { date: new Date(count * HOUR * 1000).toUTCString() }),
  )
  await expect(users(createClient({ baseUrl, key: KEY }))).rejects.toMatchObject({ code: 'credentials_invalid' })
  expect(seen).toHaveLength(2)
})

test('a caller that aborts does not abort the token request that others wait for', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { baseUrl, seen } = await startPeer(async ({ path }, response) => {
    if (path !== '/v1/auth') return answer(response, 200, [{ userId: 'u' }])
    await held
    answer(response, 200, { authenticated: true, token: 't', expiration: nowSeconds() + HOUR })
  })
  const client = createClient({ baseUrl, key: KEY })
  const controller = new AbortController()
  const leaving = client.open('readUsers', {}, { signal: controller.signal })
  const staying = users(client)
  const reason = new Error('enough')
  controller.abort(reason)
  await expect(leaving).rejects.toBe(reason)
  release()
  expect(await staying).toEqual(['u'])
  expect(seen.filter(({ path }) => path === '/v1/auth')).toHaveLength(1)
})

test('a token is reused before its last minute', async () => {
  const service = await authService({ lifetime: 120 })
  const client = createClient({ baseUrl: service.baseUrl, key: KEY })
  expect(await users(client)).toEqual(['t1'])
  expect(await users(client)).toEqual(['t1'])
})

test('a token is not used in its last minute', async () => {
  const service = await authService({ lifetime: 59 })
  const client = createClient({ baseUrl: service.baseUrl, key: KEY })
  expect(await users(client)).toEqual(['t1'])
  expect(await users(client)).toEqual(['t2'])
})
