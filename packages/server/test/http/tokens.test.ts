import { randomBytes, randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockKey, revokeKey, rotateKey } from '../../src/directory/keys/key-service.ts'
import { blockOrganization } from '../../src/directory/organizations/organization-service.ts'
import { awaitNodes } from '../../src/operations/moving/barrier.ts'
import { TEST_TIMEOUT_MS } from '../../src/testing/test-database.ts'
import { basic, bearer, startTestService, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { tokenOf, unixNow, until } from './support/credentials.ts'
import { expectProblem } from './support/expect-problem.ts'
import { startPair } from './support/pair.ts'
import { type Answer, send } from './support/send.ts'

let service: TestService
let organization: TestOrganization

beforeAll(async () => {
  service = await startTestService()
  organization = await service.createOrganization()
})
afterAll(() => service[Symbol.asyncDispose]())

const read = (headers: Record<string, string>, path = '/v1/analytics/users', baseUrl = service.baseUrl): Promise<Answer> =>
  send(baseUrl, { path, headers })

/** The key that signs now, as the database holds it. */
const signingKey = async (): Promise<{ kid: string; secret: Buffer }> => {
  await tokenOf(service.baseUrl, organization.keys['all-permissions'])
  const { rows } = await (service.cells.get('main') ?? service.database).pool.query(
    'select id, secret_sealed from signing_keys order by created_at desc',
  )
  return { kid: rows[0].id, secret: service.sealer.open(rows[0].secret_sealed, rows[0].id) }
}

interface Forgery {
  issuer?: string
  subject?: string
  expiresIn?: number
  secret?: Buffer
  kid?: string
  algorithm?: string
}

const forge = async (forgery: Forgery = {}): Promise<string> => {
  const own = await signingKey()
  const { issuer = 'rollcall', subject, expiresIn = 600, secret = own.secret, kid = own.kid, algorithm = 'HS256' } = forgery
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm, kid })
    .setIssuer(issuer)
    .setSubject(subject ?? organization.keys['all-permissions'].id)
    .setIssuedAt(unixNow() - 4000)
    .setExpirationTime(unixNow() + expiresIn)
    .sign(secret)
}

describe('a bearer token', () => {
  it('is accepted whatever the letter case of the scheme', async () => {
    const token = await tokenOf(service.baseUrl, organization.keys['all-permissions'])
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
      expect((await read({ authorization: `${scheme} ${token}` })).status).toBe(200)
    }
    const { authorization } = basic(organization.keys['all-permissions'])
    expect((await read({ authorization: `bAsIc ${authorization?.slice(6)}` }, '/v1/analytics/users/basic')).status).toBe(200)
  })

  it('is accepted when it is signed by the signing key of the database', async () => {
    expect((await read(bearer(await forge()))).status).toBe(200)
  })

  it.each<[string, () => Promise<string>]>([
    ['is signed with another secret', () => forge({ secret: randomBytes(32) })],
    ['is signed with an empty-looking secret', () => forge({ secret: Buffer.alloc(32) })],
    ['names a signing key that does not exist', () => forge({ kid: randomUUID() })],
    ['names a strange signing key', () => forge({ kid: "' or 1=1 --" })],
    ['comes from another issuer', () => forge({ issuer: 'another' })],
    ['uses another algorithm', () => forge({ algorithm: 'HS512', secret: randomBytes(64) })],
    ['stands for a key that does not exist', () => forge({ subject: randomUUID() })],
    ['stands for something that is no key', () => forge({ subject: 'admin' })],
    [
      'is not signed at all',
      async () => new UnsecuredJWT().setIssuer('rollcall').setSubject(organization.keys['all-permissions'].id).encode(),
    ],
    ['has a changed claim', async () => (await forge()).replace(/\.([^.]+)\./, (_, claims) => `.${swap(claims)}.`)],
    ['has lost its signature', async () => (await forge()).replace(/[^.]+$/, '')],
    ['has a changed signature', async () => (await forge()).replace(/.{4}$/, 'AAAA')],
  ])('is refused when it %s', async (_, make) => {
    const answer = await read(bearer(await make()))
    expectProblem(answer, 'token_invalid')
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="rollcall", error="invalid_token"')
  })

  it('is refused as expired once its hour is over, also when it was seen before', async () => {
    expectProblem(await read(bearer(await forge({ expiresIn: -1 }))), 'token_expired')
    // A busy machine may take longer for a call than one of them lives.
    let short: Record<string, string> = {}
    await until(async () => {
      short = bearer(await forge({ expiresIn: 5 }))
      return (await read(short)).status === 200
    })
    await until(async () => (await read(short)).status !== 200)
    expectProblem(await read(short), 'token_expired')
  })
})

/** The claims of another key, in the form of a token part. */
const swap = (claims: string): string => {
  const payload = JSON.parse(Buffer.from(claims, 'base64url').toString())
  return Buffer.from(JSON.stringify({ ...payload, exp: payload.exp + 3600 })).toString('base64url')
}

describe('the token of a key', () => {
  const ways: [string, (orgId: string, keyId: string) => Promise<unknown>, number][] = [
    ['is blocked', (_, keyId) => blockKey(service.database.db, keyId, 'Misuse.'), 403],
    ['is revoked', (_, keyId) => revokeKey(service.database.db, keyId), 401],
    ['belongs to an organization that is blocked', (orgId) => blockOrganization(service.database.db, orgId, 'Misuse.'), 403],
    [
      'is blocked by hand in the database',
      (_, keyId) => service.database.pool.query('update api_keys set blocked_at = now() where id = $1', [keyId]),
      403,
    ],
    [
      'is blocked by hand while no notification gets through',
      async (_, keyId) => {
        const client = await service.database.pool.connect()
        await client.query('begin')
        await client.query('alter table api_keys disable trigger t40_notify_access')
        await client.query('update api_keys set blocked_at = now() where id = $1', [keyId])
        await client.query('alter table api_keys enable trigger t40_notify_access')
        await client.query('commit')
        client.release()
      },
      403,
    ],
  ]
  it.each(ways)('stops within five seconds when the key %s', async (_, stop, status) => {
    const { id, keys } = await service.createOrganization()
    const key = keys['all-permissions']
    const headers = bearer(await tokenOf(service.baseUrl, key))
    expect((await read(headers)).status).toBe(200)
    await stop(id, key.id)
    const stoppedAt = performance.now()
    // No call that is made five seconds later is accepted, however long a busy machine takes to answer it.
    await until(async () => {
      const afterMs = performance.now() - stoppedAt
      const isAccepted = (await read(headers)).status === 200
      if (isAccepted) expect(afterMs).toBeLessThan(5_000)
      return !isAccepted
    })
    expect((await read(headers)).status).toBe(status)
    expect((await read(basic(key), '/v1/analytics/users/basic')).status).toBe(status)
  })
})

describe('a key that is rotated', () => {
  it('works next to its successor until it is revoked, and there is no third', async () => {
    const { db } = service.database
    const first = await service.createKey(organization.id, 'data-warehouse', ['basic'])
    const second = await rotateKey(db, service.sealer, first.id)
    expect(second).toMatchObject({ role: 'data-warehouse', auth: ['basic'] })
    const status = async (key: { id: string; secret: string }) => (await read(basic(key), '/v1/analytics/users/basic')).status
    expect([await status(first), await status(second)]).toEqual([200, 200])
    for (const { id } of [first, second]) {
      await expect(rotateKey(db, service.sealer, id)).rejects.toMatchObject({ code: 'key_rotation_limit' })
    }
    await revokeKey(db, first.id)
    await until(async () => (await status(first)) === 401)
    expect(await status(second)).toBe(200)
    await expect(rotateKey(db, service.sealer, first.id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await status(await rotateKey(db, service.sealer, second.id))).toBe(200)
  })

  it('gets one successor however many ask at the same time', async () => {
    const { id } = await service.createKey(organization.id, 'data-warehouse')
    const rotations = Array.from({ length: 6 }, () => rotateKey(service.database.db, service.sealer, id))
    const results = await Promise.allSettled(rotations)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('two services on one database', () => {
  it('accept the tokens of each other', async () => {
    await using pair = await startPair()
    const [ofFirst, ofSecond] = [await tokenOf(pair.first.baseUrl, pair.key), await tokenOf(pair.second.baseUrl, pair.key)]
    expect((await read(bearer(ofFirst), '/v1/analytics/users', pair.second.baseUrl)).status).toBe(200)
    expect((await read(bearer(ofSecond), '/v1/analytics/users', pair.first.baseUrl)).status).toBe(200)
  })

  it('both refuse a key at once that was blocked through one of them', async () => {
    await using pair = await startPair()
    const headers = bearer(await tokenOf(pair.first.baseUrl, pair.key))
    const statuses = () =>
      Promise.all(
        [pair.first, pair.second].map(async ({ baseUrl }) => (await read(headers, '/v1/analytics/users', baseUrl)).status),
      )
    expect(await statuses()).toEqual([200, 200])
    await blockKey(pair.db, pair.key.id, 'Misuse.')
    expect(await awaitNodes(pair.pool, TEST_TIMEOUT_MS)).toMatchObject({ ended: 0 })
    expect(await statuses()).toEqual([403, 403])
  })
})
