import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockKey, createKey } from '../../src/directory/keys/key-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, bearer, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import type { KeyAndSecret } from './support/credentials.ts'
import { expectProblem } from './support/expect-problem.ts'
import { post, send } from './support/send.ts'

let service: TestService
let organization: TestOrganization
let key: KeyAndSecret

beforeAll(async () => {
  service = await shareTestService()
  organization = await service.createOrganization()
  key = organization.keys['all-permissions']
})
afterAll(() => service[Symbol.asyncDispose]())

const newKey = (spec: { auth?: ('hmac' | 'basic')[]; expiresAt?: Date } = {}) =>
  createKey(service.database.db, service.sealer, {
    orgId: organization.id,
    name: 'key of a test',
    role: 'all-permissions',
    auth: ['hmac', 'basic'],
    ...spec,
  })

describe('POST /v1/auth/token', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
  const ask = (body: unknown, headers = {}) => post(service.baseUrl, '/v1/auth/token', body, headers)
  const form = (fields: Record<string, string>, headers = {}) =>
    ask(new URLSearchParams(fields).toString(), { ...FORM, ...headers })
  const grant = { grant_type: 'client_credentials' }
  const client = () => ({ client_id: key.id, client_secret: key.secret })

  it.each([
    ['JSON', () => ask(client())],
    ['JSON with a grant type', () => ask({ ...client(), ...grant })],
    ['JSON with a Basic header', () => ask({}, basic(key))],
    ['JSON with a Basic header and empty fields', () => ask({ client_id: '', client_secret: null, grant_type: '' }, basic(key))],
    ['a form', () => form({ ...client(), ...grant })],
    [
      'a form with a charset',
      () => form({ ...client(), ...grant }, { 'content-type': `${FORM['content-type']}; charset=UTF-8` }),
    ],
    [
      'a form with its media type in capitals',
      () => form({ ...client(), ...grant }, { 'content-type': 'Application/X-WWW-Form-URLencoded' }),
    ],
    ['a form with a Basic header', () => form(grant, basic(key))],
    ['a form with a Basic header and the client id', () => form({ ...grant, client_id: key.id }, basic(key))],
    ['a form with a scope, which is ignored', () => form({ ...client(), ...grant, scope: 'all' })],
  ])('gives a token for %s', async (_, call) => {
    const answer = await call()
    expect(answer.json()).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600 })
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    const headers = bearer(answer.json<{ access_token: string }>().access_token)
    expect((await send(service.baseUrl, { path: '/v1/analytics/users', headers })).status).toBe(200)
  })

  it.each([
    ['a wrong secret', () => ask({ ...client(), client_secret: 'x' })],
    ['an unknown client', () => ask({ ...client(), client_id: randomUUID() })],
    ['a wrong secret in a form', () => form({ ...client(), ...grant, client_secret: 'x' })],
    ['a wrong secret in the header', () => form(grant, basic({ ...key, secret: 'x' }))],
    ['another scheme in the header', () => form(grant, bearer('x'))],
    ['a broken header', () => form(grant, { authorization: 'Basic %%%' })],
  ])('answers %s with invalid_client', async (_, call) => {
    const answer = await call()
    const { error, error_description, detail } = expectProblem(answer, 'credentials_invalid')
    expect([error, error_description]).toEqual(['invalid_client', detail])
    expect(answer.headers['www-authenticate']).toBe('Basic realm="rollcall"')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it.each([
    ['no grant type in a form', 'invalid_request', () => form(client())],
    ['an empty grant type in a form', 'invalid_request', () => form({ ...client(), grant_type: '' })],
    ['another grant type', 'unsupported_grant_type', () => form({ ...client(), grant_type: 'password' })],
    ['another grant type in JSON', 'unsupported_grant_type', () => ask({ ...client(), grant_type: 'refresh_token' })],
    ['no client', 'invalid_request', () => form(grant)],
    ['no secret', 'invalid_request', () => ask({ client_id: key.id })],
    ['credentials in both places', 'invalid_request', () => form({ ...client(), ...grant }, basic(key))],
    ['a repeated parameter', 'invalid_request', () => ask(`${new URLSearchParams({ ...client(), ...grant })}&client_id=x`, FORM)],
    ['a field of another type', 'invalid_request', () => ask({ client_id: 5, client_secret: [] })],
    ['no JSON', 'invalid_request', () => ask('{')],
    ['an empty body', 'invalid_request', () => ask('', FORM)],
  ])('answers %s as RFC 6749 wants it', async (_, error, call) => {
    const answer = await call()
    const { code, error_description } = answer.json<{ code: 'invalid_request'; error_description: string }>()
    expect(expectProblem(answer, code)).toMatchObject({ status: 400, error, detail: error_description })
  })

  it('explains to the holder of a valid key why it gets no token', async () => {
    const blocked = await newKey()
    await blockKey(service.database.db, blocked.id, 'Too many made-up events.')
    const basicOnly = await newKey({ auth: ['basic'] })
    const ofBlocked = expectProblem(await ask({ client_id: blocked.id, client_secret: blocked.secret }), 'blocked')
    expect(ofBlocked).toMatchObject({ error: 'unauthorized_client', detail: expect.stringContaining('Too many made-up events.') })
    expectProblem(await ask({ client_id: basicOnly.id, client_secret: basicOnly.secret }), 'hmac_not_enabled')
  })

  it('is the only operation that takes a form', async () => {
    const body = new URLSearchParams({ sourceId: 'x' }).toString()
    expectProblem(await post(service.baseUrl, '/v1/presence/basic', body, { ...FORM, ...basic(key) }), 'unsupported_media_type')
  })
})
