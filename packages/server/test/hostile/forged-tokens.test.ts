import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { bearer, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { tokenOf, unixNow } from '../http/support/credentials.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { type Answer, send } from '../http/support/send.ts'

let service: TestService
let organization: TestOrganization
let kid: string
let secret: Buffer
let calls = 0
const elsewhere = createServer((_, response) => response.end()).on('connection', () => calls++)

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  service = await shareTestService()
  organization = await service.createOrganization()
  await tokenOf(service.baseUrl, organization.keys['all-permissions'])
  const { rows } = await service.database.pool.query('select id, secret_sealed from signing_keys order by created_at desc')
  kid = rows[0].id
  secret = service.sealer.open(rows[0].secret_sealed, kid)
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  elsewhere.close()
})

const part = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const claims = (change: object = {}) => ({
  iss: 'rollcall',
  sub: organization.keys['all-permissions'].id,
  iat: unixNow(),
  exp: unixNow() + 600,
  ...change,
})

/** Signed by the service's own key, whatever it says. */
const signed = (header: unknown, payload: unknown): string => {
  const text = `${part(header)}.${part(payload)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
const own = () => ({ alg: 'HS256', kid })

const read = (token: string): Promise<Answer> => send(service.baseUrl, { path: '/v1/analytics/users', headers: bearer(token) })

it('A token that is made as the service makes its own is accepted, so that the others are refused for what they are', async () => {
  expect((await read(signed(own(), claims()))).status).toBe(200)
})

it('A token of a node whose clock is five minutes ahead is accepted', async () => {
  const ahead = unixNow() + 300
  expect((await read(signed(own(), claims({ iat: ahead, exp: ahead + 3600 })))).status).toBe(200)
})

describe('a token is refused', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const byRsa = (header: object): string => {
    const text = `${part(header)}.${part(claims())}`
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  }
  const placeOfKeys = () => {
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
    return { jku: `${url}/keys`, x5u: `${url}/certificate` }
  }
  const jwk = () => ({ kty: 'oct', k: secret.toString('base64url') })

  it.each<[string, () => string]>([
    ['that takes the signing key for a public one', () => byRsa({ alg: 'RS256', kid })],
    ['that says no algorithm and has a signature', () => signed({ alg: 'none', kid }, claims())],
    ['that says none in another letter case', () => signed({ alg: 'nOnE', kid }, claims())],
    ['that says an algorithm of another kind', () => signed({ alg: 'RS256', kid }, claims())],
    ['that says no algorithm at all', () => signed({ kid }, claims())],
    ['that says two algorithms', () => signed({ alg: ['HS256', 'none'], kid }, claims())],
    ['that names no key', () => signed({ alg: 'HS256' }, claims())],
    ['that brings its key with it', () => signed({ alg: 'HS256', jwk: jwk() }, claims())],
    ['that says where its key is', () => signed({ alg: 'HS256', ...placeOfKeys() }, claims())],
    ['that is ours and says where other keys are', () => `${signed({ ...own(), ...placeOfKeys() }, claims())}AAAA`],
    ['that names a file as its key', () => signed({ alg: 'HS256', kid: '../../../../dev/null' }, claims())],
    ['that names its key by an object', () => signed({ alg: 'HS256', kid: { toString: kid } }, claims())],
    ['that names its key by a list', () => signed({ alg: 'HS256', kid: [kid] }, claims())],
    ['that names its key by a number', () => signed({ alg: 'HS256', kid: 0 }, claims())],
    ['that names a property of all objects', () => signed({ alg: 'HS256', kid: '__proto__' }, claims())],
    ['that asks for an extension', () => signed({ ...own(), crit: ['b64'], b64: false }, claims())],
    ['whose header is a list', () => signed([own()], claims())],
    ['whose header is null', () => signed('null', claims())],
    ['whose claims are no object', () => signed(own(), '"x"')],
    ['whose claims are no JSON', () => signed(own(), '{')],
    ['that never expires', () => signed(own(), claims({ exp: undefined }))],
    ['that expires in words', () => signed(own(), claims({ exp: 'tomorrow' }))],
    ['that is for later', () => signed(own(), claims({ nbf: unixNow() + 600 }))],
    ['that names no subject', () => signed(own(), claims({ sub: undefined }))],
    ['that stands for several', () => signed(own(), claims({ sub: [organization.keys['all-permissions'].id] }))],
    ['that stands for what is no text', () => signed(own(), claims({ sub: { toString: 'x' } }))],
    ['that stands for an organization', () => signed(own(), claims({ sub: organization.id }))],
    ['that stands for SQL', () => signed(own(), claims({ sub: "' or true --" }))],
    ['that stands for NUL', () => signed(own(), claims({ sub: '\0' }))],
    ['that has two issuers', () => signed(own(), claims({ iss: ['rollcall', 'another'] }))],
    ['that has a fourth part', () => `${signed(own(), claims())}.x`],
    ['that is encrypted', () => `${part({ alg: 'dir', enc: 'A256GCM', kid })}..AAAA.AAAA.AAAA`],
    ['that is cut off', () => signed(own(), claims()).slice(0, -10)],
    ['that is 60,000 characters long', () => signed(own(), claims({ x: 'x'.repeat(44_000) })).replace(/.{4}$/, 'AAAA')],
  ])('%s', async (_, make) => {
    expectProblem(await read(make()), 'token_invalid')
    expect(calls).toBe(0)
  })

  it('that is that of a session, or a session that is a token', async () => {
    const { headers } = await service.signIn(organization.id, ['global-administrator'])
    expectProblem(await read((headers.cookie as string).split('=')[1] as string), 'token_invalid')
    const cookie = `rollcall_session=${signed(own(), claims())}`
    expectProblem(await send(service.baseUrl, { path: '/api/session', headers: { cookie } }), 'session_invalid')
  })
})
