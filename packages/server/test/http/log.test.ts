import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockKey } from '../../src/directory/keys/key-service.ts'
import { basic, bearer, startTestService, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { addBuilding, addUser, type Nodes } from '../ingest/support.ts'
import { hmacBody, tokenOf } from './support/credentials.ts'
import { post, send } from './support/send.ts'

type Line = Record<string, unknown>
const lines: string[] = []
let service: TestService
let org: TestOrganization
let nodes: Nodes

beforeAll(async () => {
  service = await startTestService({ logLevel: 'info', logTo: { write: (line: string) => void lines.push(line) } })
  org = await service.createOrganization()
  nodes = await addBuilding(service, org.id)
})
afterAll(() => service[Symbol.asyncDispose]())

/** The line of the request that was just answered. */
const lineOf = async (ask: (ids: { correlationid: string }) => Promise<unknown>): Promise<Line> => {
  const correlationid = randomUUID()
  await ask({ correlationid })
  const find = () => lines.map((line) => JSON.parse(line) as Line).find((line) => line.correlationId === correlationid)
  await expect.poll(find).toBeDefined()
  return find() as Line
}

const USERS = '/v1/analytics/users'
const read = (path: string, headers: Record<string, string>) =>
  lineOf((ids) => send(service.baseUrl, { path, headers: { ...headers, ...ids } }))
const submitTo = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  lineOf((ids) => post(service.baseUrl, path, body, { ...headers, ...ids }))

describe('the log line of a refusal', () => {
  it('has the code, the address and the key where it is a known one', async () => {
    const { id, secret } = org.keys['data-warehouse']
    const known = { key: id, address: '127.0.0.1' }
    const basicAlone = await service.createKey(org.id, 'data-warehouse', ['basic'])
    const wrong = { id, secret: 'wrong secret' }
    const token = await tokenOf(service.baseUrl, org.keys['submitting-events'])
    expect(await read(`${USERS}/basic`, basic(wrong))).toMatchObject({ status: 401, code: 'credentials_invalid', ...known })
    expect(await submitTo('/v1/auth', hmacBody(wrong))).toMatchObject({ status: 401, code: 'credentials_invalid', ...known })
    expect(await submitTo('/v1/auth/token', { client_id: id, client_secret: 'wrong secret' })).toMatchObject({
      ...{ status: 401, code: 'credentials_invalid', ...known },
    })
    expect(await submitTo('/v1/auth', hmacBody(basicAlone))).toMatchObject({
      ...{ status: 403, code: 'hmac_not_enabled', key: basicAlone.id, address: '127.0.0.1' },
    })
    expect(await read(USERS, bearer(token))).toMatchObject({
      ...{ status: 403, code: 'role_not_allowed', key: org.keys['submitting-events'].id, address: '127.0.0.1' },
    })
    expect(await read(`${USERS}/basic?nonsense=1`, basic({ id, secret }))).toMatchObject({
      ...{ status: 400, code: 'unknown_parameter', ...known },
    })
    expect(lines.join('')).not.toContain('wrong secret')
    expect(lines.join('')).not.toContain(secret)
  })

  it('names a key that is blocked', async () => {
    const key = await service.createKey(org.id, 'data-warehouse')
    await blockKey(service.database.db, key.id, 'Polls every second')
    await expect
      .poll(() => read(`${USERS}/basic`, basic(key)))
      .toMatchObject({ status: 403, code: 'blocked', key: key.id, address: '127.0.0.1' })
  })

  it('names no key that does not exist: what was sent in its place may be a secret', async () => {
    const line = await read(`${USERS}/basic`, basic({ id: 'my-secret-in-the-wrong-place', secret: 'x' }))
    expect(line).toMatchObject({ status: 401, code: 'credentials_invalid', address: '127.0.0.1' })
    expect(line).not.toHaveProperty('key')
    expect(await read('/v1/nowhere', {})).toMatchObject({ status: 404, code: 'not_found', address: '127.0.0.1' })
    expect(lines.join('')).not.toContain('my-secret-in-the-wrong-place')
  })
})

describe('the log line of a call that is accepted', () => {
  const event = (eventId: string, change: object = {}) => ({
    ...{
      eventId,
      timestamp: '2026-03-02T09:00:00Z',
      locationId: nodes.location,
      locationType: 'location',
      userEmail: 'ada@example.com',
    },
    ...change,
  })
  const submitEvents = (presenceEvents: object[]) =>
    submitTo('/v1/presence/basic', { sourceId: 'badges', presenceEvents }, basic(org.keys['submitting-events']))

  it('has counts by result where any event of it was refused, and neither a code nor an address', async () => {
    await addUser(service, org.id, { userName: 'ada@example.com' })
    const line = await submitEvents([
      event('a'),
      event('a'),
      event('b', { userEmail: 'unknown@example.com' }),
      event('c', { locationId: 'nowhere' }),
      event('d', { timestamp: '2999-01-01T00:00:00Z' }),
    ])
    expect(line).toMatchObject({ status: 200, key: org.keys['submitting-events'].id, results: { 0: 2, 1: 1, 2: 1, 3: 1 } })
    for (const name of ['code', 'address']) expect(line).not.toHaveProperty(name)
    expect(lines.join('')).not.toMatch(/(ada|unknown)@example\.com/)
  })

  it('has none where all were accepted', async () => {
    expect(await submitEvents([event('e')])).not.toHaveProperty('results')
  })

  it('counts cards by what became of them', async () => {
    const card = { active: true, cardNumber: '1', credentialType: 'badge' }
    const data = [
      { username: 'ada@example.com', updateId: 'u1', credentials: [card] },
      { username: 'unknown@example.com', updateId: 'u2', credentials: [card, { ...card, cardNumber: '2' }] },
      { username: 'unknown@example.com', updateId: 'u3', credentials: [] },
    ]
    const line = await submitTo('/v1/access-credentials/basic', { data }, basic(org.keys['submitting-events']))
    expect(line).toMatchObject({ status: 201, results: { OK: 1, USER_NOT_FOUND: 3 } })
  })
})
