import { AUTH_METHODS, ENDPOINTS, type Operation, ROLES, type Scheme } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockKey, createKey, revokeKey } from '../../src/directory/keys/key-service.ts'
import { blockOrganization } from '../../src/directory/organizations/organization-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { type Headers, provingHeaders, until } from './support/credentials.ts'
import { expectProblem } from './support/expect-problem.ts'
import {
  ALL,
  ALL_VARIANTS,
  type Caller,
  createCaller,
  GOOD_BODIES,
  GOOD_QUERIES,
  goodHeaders,
  goodPath,
  label,
  PROTECTED,
  sendGood,
  successOf,
} from './support/good-calls.ts'
import { send } from './support/send.ts'

const SITUATIONS = {
  'a blocked key': { code: 'blocked', detail: 'It sent made-up events.' },
  'a key of a blocked organization': { code: 'blocked', detail: 'The contract has ended.' },
  'a revoked key': { code: 'credentials_invalid', detail: '' },
  'an expired key': { code: 'key_expired', detail: '' },
} as const
type Situation = keyof typeof SITUATIONS

let service: TestService
let organization: TestOrganization
let caller: Caller
let good: Record<Scheme, Headers>
let byRole: Record<string, Record<Scheme, Headers>>
const unusable = {} as Record<Situation, Record<Scheme, Headers>>

const unusableKey = async (situation: Situation): Promise<void> => {
  const { db } = service.database
  const other = await service.createOrganization()
  const spec = { orgId: other.id, name: situation, role: 'all-permissions', auth: AUTH_METHODS } as const
  const key = await createKey(db, service.sealer, spec)
  unusable[situation] = await provingHeaders(service.baseUrl, key)
  const { detail } = SITUATIONS[situation]
  if (situation === 'a blocked key') await blockKey(db, key.id, detail)
  if (situation === 'a key of a blocked organization') await blockOrganization(db, other.id, detail)
  if (situation === 'a revoked key') await revokeKey(db, key.id)
  if (situation === 'an expired key') {
    await db
      .updateTable('api_keys')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', key.id)
      .execute()
  }
  const probe = { path: '/v1/analytics/users/basic', headers: unusable[situation].basic }
  await until(async () => (await send(service.baseUrl, probe)).status !== 200)
}

beforeAll(async () => {
  service = await shareTestService()
  const made = await createCaller(service)
  caller = made
  organization = made.organization
  const proofs = ROLES.map(async (role) => [role, await provingHeaders(service.baseUrl, organization.keys[role])])
  byRole = Object.fromEntries(await Promise.all(proofs))
  good = await goodHeaders(caller)
  await Promise.all((Object.keys(SITUATIONS) as Situation[]).map(unusableKey))
})
afterAll(() => service[Symbol.asyncDispose]())

describe('the tables of this test', () => {
  it('have a good body for each operation that takes one', () => {
    const withBody = ALL.filter(({ body }) => body).map(({ operation }) => operation)
    expect(Object.keys(GOOD_BODIES).sort()).toEqual(withBody.sort())
  })

  it('have a good query for each operation with a required parameter', () => {
    const needing = ALL.filter(({ query }) => (query as { required?: string[] } | undefined)?.required?.length)
    expect(Object.keys(GOOD_QUERIES).sort()).toEqual(needing.map(({ operation }) => operation).sort())
  })

  it('name each operation as the endpoint table does', () => {
    for (const [name, { operation }] of Object.entries(ENDPOINTS)) expect(operation).toBe(name satisfies string as Operation)
  })
})

describe.each(PROTECTED.map((variant) => ({ variant, name: label(variant) })))('$name', ({ variant }) => {
  const { endpoint, scheme } = variant
  const call = (headers: Headers) => sendGood(variant, caller, headers)

  it('answers a call without credentials with 401 and says how to authenticate', async () => {
    const answer = await call({})
    expectProblem(answer, 'credentials_missing')
    expect(answer.headers['www-authenticate']?.toLowerCase()).toMatch(new RegExp(`^${scheme} realm=`))
  })

  it('refuses good credentials of the other scheme', async () => {
    expectProblem(await call(good[scheme === 'basic' ? 'bearer' : 'basic']), 'wrong_scheme')
  })

  it('refuses credentials that are no credentials', async () => {
    for (const value of ['', ' ', '%%%', '=', 'a b', 'Zm9v', '\u00e4', 'x'.repeat(8000)]) {
      const answer = await call({ authorization: `${scheme} ${value}` })
      expectProblem(answer, answer.json<{ code: 'token_invalid' }>().code)
      expect(['credentials_invalid', 'token_invalid']).toContain(answer.json().code)
    }
    expectProblem(await call({ authorization: 'Digest username="x"' }), 'credentials_invalid')
  })

  const others = endpoint.roles === 'public' ? [] : ROLES.filter((role) => !endpoint.roles.includes(role))
  it.each(others)('refuses the role %s and names the roles that may', async (role) => {
    const { detail } = expectProblem(await call((byRole[role] as typeof good)[scheme]), 'role_not_allowed')
    for (const allowed of endpoint.roles) expect(detail).toContain(allowed)
  })

  const allowed = ROLES.filter((role) => endpoint.roles.includes(role as never))
  it.each(allowed)('lets the role %s through', async (role) => {
    expect((await call((byRole[role] as typeof good)[scheme])).status).toBe(successOf(variant))
  })

  it.each(Object.keys(SITUATIONS) as Situation[])('refuses %s', async (situation) => {
    const { code, detail } = SITUATIONS[situation]
    // A token of a revoked key is a token that is no longer valid, so that OAuth clients know to stop using it.
    const expected = situation === 'a revoked key' && scheme === 'bearer' ? 'token_invalid' : code
    expect(expectProblem(await call(unusable[situation][scheme]), expected).detail).toContain(detail)
  })

  if (scheme === 'basic')
    it('refuses a key that may not use Basic', async () => {
      const key = await service.createKey(organization.id, 'all-permissions', ['hmac'])
      expectProblem(await call((await provingHeaders(service.baseUrl, key)).basic), 'basic_not_enabled')
    })
})

describe.each(ALL_VARIANTS.map((variant) => ({ variant, name: label(variant) })))('$name', ({ variant }) => {
  const { endpoint, scheme, path } = variant
  const located = () => goodPath(variant, caller)

  it('answers a good call with and without a trailing slash', async () => {
    const answers = [await sendGood(variant, caller, good[scheme])]
    answers.push(await sendGood(variant, caller, good[scheme], goodPath({ ...variant, path: `${path}/` }, caller)))
    const success = successOf(variant)
    expect(answers.map(({ status, text }) => (status === success ? success : text))).toEqual([success, success])
  })

  it('refuses an unknown query parameter and names the nearest known one', async () => {
    const known = Object.keys(endpoint.query?.properties ?? {})
    const misspelled = known[0] ? `${known[0]}x` : 'locationId'
    const answer = await sendGood(variant, caller, good[scheme], goodPath(variant, caller, { [misspelled]: '1' }))
    const { errors } = expectProblem(answer, 'unknown_parameter')
    const message = known[0] ? `is not known. Did you mean ${known[0]}?` : expect.stringContaining('takes no query parameters')
    expect(errors).toEqual([{ pointer: `/${misspelled}`, message, code: 'unknown_parameter' }])
  })

  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'QUERY'])('knows whether it has the method %s', async (method) => {
    const methods = ALL_VARIANTS.filter((other) => other.path === path).map((other) => other.endpoint.method as string)
    if (methods.includes(method)) return
    const answer = await send(service.baseUrl, { method, path: located(), headers: good[scheme] })
    expectProblem(answer, 'method_not_allowed')
    expect(answer.headers.allow).toBe(methods.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each])).join(', '))
  })

  it('answers where Accept is empty', async () => {
    expect((await sendGood(variant, caller, { ...good[scheme], accept: '' })).status).toBe(successOf(variant))
  })

  it('is taken for what it is called and shown in no frame, whether it succeeds or not', async () => {
    const refused = await sendGood(variant, caller, good[scheme], goodPath(variant, caller, { nonsense: '1' }))
    expect(refused.status).toBeGreaterThanOrEqual(400)
    for (const { headers } of [await sendGood(variant, caller, good[scheme]), refused])
      expect([headers['x-content-type-options'], headers['x-frame-options']]).toEqual(['nosniff', 'DENY'])
  })

  it('cannot be read in a format that it does not have, and is submitted whatever is accepted', async () => {
    if (endpoint.method !== 'GET') {
      expect((await sendGood(variant, caller, { ...good[scheme], accept: 'text/html' })).status).toBe(successOf(variant))
      return
    }
    expectProblem(await sendGood(variant, caller, { ...good[scheme], accept: 'text/html' }), 'not_acceptable')
    const accept = 'text/html;q=0.9, application/json;q=0, text/plain;q=0'
    expectProblem(await sendGood(variant, caller, { ...good[scheme], accept }), 'not_acceptable')
    expect((await sendGood(variant, caller, { ...good[scheme], accept: 'text/html, */*;q=0.1' })).status).toBe(successOf(variant))
  })

  if (endpoint.body)
    it('refuses a body that is no JSON or not the right JSON', async () => {
      const sent = { method: endpoint.method, path: located(), headers: { 'content-type': 'application/json', ...good[scheme] } }
      for (const body of ['', '{', '[1,]', 'nul', '{"a":1}x', "{'a':1}"]) {
        expectProblem(await send(service.baseUrl, { ...sent, body }), 'invalid_json')
      }
      for (const body of ['null', '[]', '"text"', '1', 'true']) {
        const { errors } = expectProblem(await send(service.baseUrl, { ...sent, body }), 'invalid_body')
        expect(errors).toEqual([{ pointer: '', message: 'must be object', code: 'type' }])
      }
    })

  if (endpoint.body)
    it('refuses a body of another media type, or of none', async () => {
      for (const type of ['text/plain', 'application/xml', 'application/jsonp', 'application/json-patch+json', 'nonsense']) {
        expectProblem(await sendGood(variant, caller, { ...good[scheme], 'content-type': type }), 'unsupported_media_type')
      }
      const body = Buffer.from('{}')
      const untyped = await send(service.baseUrl, { method: endpoint.method, path: located(), headers: good[scheme], body })
      expectProblem(untyped, 'unsupported_media_type')
    })
})
