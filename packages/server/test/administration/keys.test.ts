import { randomUUID } from 'node:crypto'
import type { Key, KeyWithSecret } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { blockKey, unblockKey } from '../../src/directory/keys/key-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, type TestService } from '../../src/testing/test-service.ts'
import { until } from '../http/support/credentials.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { type Answer, send } from '../http/support/send.ts'
import { createOffice, type Office, readAll } from './support.ts'

let service: TestService
let office: Office

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await createOffice(service)
})

const READER = { name: 'Data team', role: 'data-warehouse', authMethods: ['basic'] }
const create = async (body: object = READER): Promise<KeyWithSecret> => {
  const answer = await office.call('POST', '/api/keys', body)
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, ''])
  return answer.json<KeyWithSecret>()
}
const statusWith = async (id: string, secret: string): Promise<number> =>
  (await send(service.baseUrl, { path: '/v1/analytics/users/basic', headers: basic({ id, secret }) })).status
const get = async (keyId: string): Promise<Key> => (await office.get(`/api/keys/${keyId}`)).json<Key>()
const update = (keyId: string, body: object): Promise<Answer> => office.call('PATCH', `/api/keys/${keyId}`, body)

describe('creating a key', () => {
  it('shows its secret once, and the key works at once', async () => {
    const { secret, ...key } = await create({ ...READER, requestsPerMinute: 600, expiresAt: '2100-01-05T10:00:00+01:00' })
    expect(key).toEqual({
      ...{ ...READER, keyId: expect.any(String), status: 'live', blockedReason: null, requestsPerMinute: 600 },
      ...{ createdAt: expect.any(String), expiresAt: '2100-01-05T09:00:00.000Z', revokedAt: null },
      today: { requests: 0, rows: 0, bytes: 0 },
    })
    expect(await statusWith(key.keyId, secret as string)).toBe(200)
    const shown = [await office.get('/api/keys'), await office.get(`/api/keys/${key.keyId}`)]
    for (const { text } of shown) {
      expect(text).toContain(key.keyId)
      expect(text).not.toContain(secret)
    }
  })

  it('with an id of its own is safe to repeat: no second key, and the secret is not shown again', async () => {
    const keyId = randomUUID()
    const first = await create({ ...READER, keyId: keyId.toUpperCase() })
    const again = await create({ ...READER, keyId, name: 'Another key' })
    expect(again).toEqual({ ...first, secret: null })
    expect((await office.get('/api/keys')).json<{ items: Key[] }>().items).toHaveLength(1)
    const other = await createOffice(service)
    expectProblem(await other.call('POST', '/api/keys', { ...READER, keyId }), 'conflict')
  })

  it.each([
    [{ ...READER, name: '' }],
    [{ ...READER, name: 'x'.repeat(201) }],
    [{ ...READER, role: 'king' }],
    [{ ...READER, authMethods: [] }],
    [{ ...READER, authMethods: ['magic'] }],
    [{ ...READER, requestsPerMinute: 0 }],
    [{ ...READER, requestsPerMinute: 1_000_001 }],
    [{ ...READER, expiresAt: '2020-01-01T00:00:00Z' }],
    [{ ...READER, expiresAt: '2100-02-30T00:00:00Z' }],
    [{ ...READER, keyId: 'BI' }],
  ])('refuses %j', async (body) => {
    expectProblem(await office.call('POST', '/api/keys', body), 'invalid_body')
    expect((await office.get('/api/keys')).json<{ items: Key[] }>().items).toEqual([])
  })
})

describe('the list of keys', () => {
  it('has all of the organization, the oldest first, however it is paged', async () => {
    const made = []
    for (let n = 0; n < 7; n++) made.push((await office.createKey()).id)
    // Both have the same microsecond.
    await service.database.pool.query('update api_keys set created_at = now() where org_id = $1', [office.orgId])
    const whole = await readAll<Key>(office, '/api/keys', 100)
    expect(whole.items.map(({ keyId }) => keyId)).toEqual([...made].sort())
    for (const limit of [1, 3, 7]) {
      const { items, pages } = await readAll<Key>(office, '/api/keys', limit)
      expect([items, pages]).toEqual([whole.items, Math.ceil(7 / limit)])
    }
  })

  it('says what each did today', async () => {
    const { keyId, secret } = await create()
    await statusWith(keyId, secret as string)
    await until(async () => (await get(keyId)).today.requests === 1)
  })

  it('refuses a cursor that it never gave', async () => {
    const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const id = randomUUID()
    for (const cursor of ['x', forged([]), forged(['2026-13-01T00:00:00.000000Z', id]), forged(['2026-02-30T00:00:00Z', id])]) {
      expectProblem(await office.get(`/api/keys?cursor=${cursor}`), 'invalid_parameter')
    }
  })
})

describe('changing a key', () => {
  it('blocks it with a reason that its caller sees, and unblocks it', async () => {
    const { keyId, secret } = await create()
    expect((await update(keyId, { blocked: true, reason: 'Polls every second' })).json<Key>()).toMatchObject({
      status: 'blocked',
      blockedReason: 'Polls every second',
    })
    await until(async () => (await statusWith(keyId, secret as string)) === 403)
    expect((await update(keyId, { reason: 'Still' })).json<Key>().blockedReason).toBe('Still')
    // Answers and changes name it differently, so it must not look as if it were set.
    expect(expectProblem(await update(keyId, { blockedReason: 'Other' }), 'invalid_body').errors).toMatchObject([
      { pointer: '/blockedReason', code: 'unknown_field', message: expect.stringMatching(/^is not known\. Did you mean /) },
    ])
    expect((await update(keyId, { blocked: false })).json<Key>()).toMatchObject({ status: 'live', blockedReason: null })
    await until(async () => (await statusWith(keyId, secret as string)) === 200)
  })

  it('leaves a block of the operator to the operator, who unblocks any key', async () => {
    const { keyId } = await create()
    await update(keyId, { blocked: true, reason: 'Misuse' })
    await blockKey(service.database.db, keyId, 'Polls every second')
    for (const body of [{ blocked: false }, { blocked: true, reason: 'Other' }, { reason: 'Other' }]) {
      expect(expectProblem(await update(keyId, body), 'conflict').detail).toContain('operator')
    }
    expect((await update(keyId, { name: 'Renamed' })).json<Key>()).toMatchObject({
      ...{ name: 'Renamed', status: 'blocked', blockedReason: 'Polls every second' },
    })
    await unblockKey(service.database.db, keyId)
    expect((await get(keyId)).status).toBe('live')
    await update(keyId, { blocked: true, reason: 'Misuse' })
    await unblockKey(service.database.db, keyId)
    expect((await get(keyId)).status).toBe('live')
  })

  it('leaves absent fields as they are, and null takes limit and expiry away', async () => {
    const { keyId } = await create({ ...READER, requestsPerMinute: 10, expiresAt: '2100-01-01T00:00:00Z' })
    expect((await update(keyId, { name: 'Renamed' })).json<Key>()).toMatchObject({
      ...{ name: 'Renamed', requestsPerMinute: 10, expiresAt: '2100-01-01T00:00:00.000Z' },
    })
    expect((await update(keyId, { requestsPerMinute: null, expiresAt: null })).json<Key>()).toMatchObject({
      ...{ name: 'Renamed', requestsPerMinute: null, expiresAt: null },
    })
  })

  it.each([
    [{}],
    [{ blocked: true }],
    [{ reason: 'Not blocked' }],
    [{ blocked: false, reason: 'Why' }],
    [{ blocked: true, reason: '' }],
    [{ blocked: true, reason: 'x'.repeat(501) }],
    [{ expiresAt: '2020-01-01T00:00:00Z' }],
    [{ name: null }],
  ])('refuses %j', async (body) => {
    const { keyId } = await create()
    expectProblem(await update(keyId, body), 'invalid_body')
    expect((await get(keyId)).status).toBe('live')
  })

  it('shows one that has ended by itself as expired', async () => {
    const { keyId } = await create()
    await service.database.pool.query(`update api_keys set expires_at = now() - interval '1 second' where id = $1`, [keyId])
    expect((await get(keyId)).status).toBe('expired')
  })
})

describe('rotating a key', () => {
  const rotate = (keyId: string, body = {}) => office.call('POST', `/api/keys/${keyId}/rotate`, body)

  it('makes one successor next to it, until the older one is revoked', async () => {
    const { keyId, secret, ...old } = await create({ ...READER, requestsPerMinute: 60, expiresAt: '2100-01-01T00:00:00Z' })
    const answer = await rotate(keyId)
    expect(answer.status).toBe(201)
    const successor = answer.json<KeyWithSecret>()
    expect(successor).toMatchObject({
      name: old.name,
      role: old.role,
      authMethods: old.authMethods,
      requestsPerMinute: 60,
      expiresAt: null,
    })
    expect([await statusWith(keyId, secret as string), await statusWith(successor.keyId, successor.secret as string)]).toEqual([
      200, 200,
    ])
    expectProblem(await rotate(keyId), 'key_rotation_limit')
    await office.call('DELETE', `/api/keys/${keyId}`)
    expectProblem(await rotate(keyId), 'conflict')
    expect((await rotate(successor.keyId, { expiresAt: '2100-01-01T00:00:00Z' })).json<Key>().expiresAt).toBe(
      '2100-01-01T00:00:00.000Z',
    )
  })

  it('makes one successor when it is asked for several at once', async () => {
    const { keyId } = await create()
    const answers = await Promise.all(Array.from({ length: 5 }, () => rotate(keyId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  })

  it('is no way out of being blocked', async () => {
    const { keyId } = await create()
    await update(keyId, { blocked: true, reason: 'Misuse' })
    expectProblem(await rotate(keyId), 'conflict')
  })
})

it('A revoked key never works again and stays listed; revoking it again changes nothing', async () => {
  const { keyId, secret } = await create()
  const revoked = await office.call('DELETE', `/api/keys/${keyId}`)
  expect(revoked.json<Key>()).toMatchObject({ status: 'revoked', revokedAt: expect.any(String) })
  await until(async () => (await statusWith(keyId, secret as string)) === 401)
  expect((await office.call('DELETE', `/api/keys/${keyId}`)).json()).toEqual(revoked.json())
  expect(await get(keyId)).toEqual(revoked.json())
})

describe('the usage of a key', () => {
  const usage = (keyId: string, query = '') => office.get(`/api/keys/${keyId}/usage${query}`)

  it('is reported per day, both ends of the range inclusive', async () => {
    const { keyId } = await create()
    await service.database.pool.query(
      `insert into key_usage (org_id, key_id, day, requests, rows, bytes)
       select $1, $2, d, 1, 2, 3 from generate_series('2026-01-01'::date, '2026-01-05', '1 day') d`,
      [office.orgId, keyId],
    )
    const { items } = (await usage(keyId, '?startDate=2026-01-02&endDate=2026-01-04')).json<{ items: { day: string }[] }>()
    expect(items).toEqual(['2026-01-02', '2026-01-03', '2026-01-04'].map((day) => ({ day, requests: 1, rows: 2, bytes: 3 })))
  })

  it('is that of the last 30 days when none is named', async () => {
    const { keyId } = await create()
    await service.database.pool.query(
      `insert into key_usage (org_id, key_id, day, requests)
       select $1, $2, (now() at time zone 'UTC')::date - n, n from unnest(array[0, 29, 30]) n`,
      [office.orgId, keyId],
    )
    const { items } = (await usage(keyId)).json<{ items: { requests: number }[] }>()
    expect(items.map(({ requests }) => requests)).toEqual([29, 0])
  })

  it('has its limits', async () => {
    const { keyId } = await create()
    expect((await usage(keyId, '?startDate=2027-01-01&endDate=2028-01-01')).status).toBe(200)
    const { detail } = expectProblem(await usage(keyId, '?startDate=2027-01-01&endDate=2028-01-02'), 'range_too_large')
    expect(detail).toContain('startDate=2027-01-01&endDate=2028-01-01 first, then continue from startDate=2028-01-02')
    for (const query of ['?startDate=2026-02-30', '?endDate=x', '?startDate=2026-01-02&endDate=2026-01-01']) {
      expectProblem(await usage(keyId, query), 'invalid_parameter')
    }
    expectProblem(await usage(randomUUID()), 'entity_not_found')
  })
})
