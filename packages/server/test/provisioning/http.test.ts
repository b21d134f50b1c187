import { randomUUID } from 'node:crypto'
import { bearerSecret, ROLES } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockKey, revokeKey, rotateKey } from '../../src/directory/keys/key-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, bearer, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { provingHeaders, until } from '../http/support/credentials.ts'
import { send } from '../http/support/send.ts'
import { clientOf, setUp } from './support.ts'

const OPERATIONS = [
  ['GET', '/ServiceProviderConfig'],
  ['GET', '/ResourceTypes'],
  ['GET', '/ResourceTypes/User'],
  ['GET', '/Schemas'],
  ['GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User'],
  ...['Users', 'Groups'].flatMap((kind) => [
    ['GET', `/${kind}`],
    ['POST', `/${kind}`],
    ['POST', `/${kind}/.search`],
    ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, `/${kind}/{id}`]),
  ]),
  ['POST', '/.search'],
  ['POST', '/Bulk'],
].map(([method, path]) => ({ method: method as string, path: path as string }))

let service: TestService
let organization: TestOrganization
beforeAll(async () => {
  service = await shareTestService()
  organization = await service.createOrganization()
})
afterAll(() => service[Symbol.asyncDispose]())

const request = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  send(service.baseUrl, {
    method,
    path: `/scim/v2${path.replace('{id}', randomUUID())}`,
    headers: { ...(method === 'GET' || method === 'DELETE' ? {} : { 'content-type': 'application/scim+json' }), ...headers },
    body: body ?? (method === 'GET' || method === 'DELETE' ? undefined : {}),
  })

const expectError = (answer: Awaited<ReturnType<typeof send>>, status: number) => {
  expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/scim+json'])
  expect(answer.json()).toMatchObject({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    detail: expect.stringMatching(/\w/),
  })
}

describe.each(OPERATIONS)('$method $path', ({ method, path }) => {
  it('refuses callers without credentials, or with wrong ones', async () => {
    const missing = await request(method, path, {})
    expectError(missing, 401)
    expect(missing.headers['www-authenticate']).toMatch(/^Bearer realm=/)
    for (const authorization of ['Bearer', 'Bearer x', 'Digest x', 'Basic x']) {
      expectError(await request(method, path, { authorization }), 401)
    }
    const { cookie } = (await service.signIn(organization.id, ['global-administrator'])).headers
    expectError(await request(method, path, { cookie: cookie as string }), 401)
  })

  it('refuses keys of other roles', async () => {
    for (const role of ROLES.filter((each) => each !== 'provisioning')) {
      const key = organization.keys[role]
      const headers = await provingHeaders(service.baseUrl, key)
      for (const proof of [bearer(bearerSecret(key.id, key.secret)), headers.basic, headers.bearer]) {
        const answer = await request(method, path, proof)
        expectError(answer, 403)
        expect(answer.json().detail).toContain('provisioning')
      }
    }
  })

  if (path.includes('{id}'))
    it('knows only resources of its organization', async () => {
      const { scim } = await setUp(service)
      const kind = path.split('/')[1] as string
      const { id } = await scim.post(`/${kind}`, { userName: 'ada', displayName: 'Ada' })
      const stranger = clientOf(service, organization.keys.provisioning)
      for (const unknown of [id, randomUUID(), 'no-id', '%00', 'a'.repeat(300)]) {
        const body = { userName: 'eve', displayName: 'Eve', Operations: [{ op: 'replace', path: 'displayName', value: 'Eve' }] }
        expectError(
          await stranger.call(method, `/${kind}/${unknown}`, method === 'GET' || method === 'DELETE' ? undefined : body),
          404,
        )
      }
    })

  if (method !== 'GET' && method !== 'DELETE')
    it('refuses what is no JSON, or of another type', async () => {
      const proof = bearer(bearerSecret(organization.keys.provisioning.id, organization.keys.provisioning.secret))
      for (const body of ['', '{', '[1,]', '{"a":"\\u0000"}']) expectError(await request(method, path, proof, body), 400)
      for (const type of ['text/plain', 'application/xml'])
        expectError(await request(method, path, { ...proof, 'content-type': type }), 415)
      const { status } = await request(method, path, { ...proof, 'content-type': 'application/json; charset=utf-8' }, 'null')
      expect([400, 404]).toContain(status)
    })
})

it('refuses a secret that is not that of the key', async () => {
  const { id, secret } = organization.keys.provisioning
  for (const token of [
    `${id}.rc_x`,
    `${organization.keys['all-permissions'].id}.${secret}`,
    secret,
    `${randomUUID()}.${secret}`,
    `${id}.`,
  ]) {
    expectError(await request('GET', '/Users', bearer(token)), 401)
  }
  expectError(await request('GET', '/Users', basic({ id, secret: 'rc_x' })), 401)
})

it('accepts the bearer secret, HTTP Basic, and a token', async () => {
  const key = organization.keys.provisioning
  const headers = await provingHeaders(service.baseUrl, key)
  for (const proof of [
    bearer(bearerSecret(key.id, key.secret)),
    bearer(bearerSecret(key.id, key.secret).toUpperCase().slice(0, 36) + bearerSecret(key.id, key.secret).slice(36)),
    basic(key),
    headers.bearer,
  ]) {
    const answer = await request('GET', '/ServiceProviderConfig', proof)
    expect([answer.status, answer.headers['cache-control'], answer.headers['content-type']]).toEqual([
      200,
      'no-store',
      'application/scim+json',
    ])
  }
})

it('keeps the provider when its key is rotated, and refuses revoked and blocked keys', async () => {
  const { db } = service.database
  const old = await service.createKey(organization.id, 'provisioning')
  const before = clientOf(service, old)
  const { id } = await before.post('/Users', { userName: `rotated-${randomUUID()}` })
  const next = clientOf(service, await rotateKey(db, service.sealer, old.id))
  expect((await next.get(`/Users/${id}`)).id).toBe(id)
  await revokeKey(db, old.id)
  await until(async () => (await before.call('GET', '/Users')).status === 401)
  const blocked = await service.createKey(organization.id, 'provisioning')
  await blockKey(db, blocked.id, 'It sends nonsense.')
  await until(async () => (await clientOf(service, blocked).call('GET', '/Users')).status === 403)
  expect((await clientOf(service, blocked).call('GET', '/Users')).json().detail).toContain('It sends nonsense.')
})

it('answers unknown paths and methods as errors of SCIM', async () => {
  const { call } = clientOf(service, organization.keys.provisioning)
  for (const path of ['/Nothing', '/users', '/Users/a/b', '/Schemas/urn:x', '/ResourceTypes/Desk'])
    expectError(await call('GET', path), 404)
  const refused = await call('PATCH', '/Users', {})
  expectError(refused, 405)
  expect(refused.headers.allow).toBe('GET, POST')
  for (const path of ['/Schemas', '/ResourceTypes']) expectError(await call('GET', `${path}?filter=id%20pr`), 403)
  expect((await call('GET', '/Users/?filter=userName%20eq%20%22x%22&unknown=1')).status).toBe(200)
  expectError(await call('GET', '/Users?sortBy=%00'), 400)
})

it('describes what it supports', async () => {
  const { get } = clientOf(service, organization.keys.provisioning)
  expect(await get('/ServiceProviderConfig')).toMatchObject({
    patch: { supported: true },
    bulk: { supported: true, maxOperations: 1_000 },
    filter: { supported: true, maxResults: 1_000 },
    sort: { supported: true },
    etag: { supported: true },
  })
  expect(((await get('/Schemas')) as unknown as { Resources: { id: string }[] }).Resources.map(({ id }) => id)).toHaveLength(3)
})
