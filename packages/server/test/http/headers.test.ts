import type { OutgoingHttpHeaders } from 'node:http'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { seedDirectory } from './support/directory-data.ts'
import { expectProblem } from './support/expect-problem.ts'
import { type Answer, send, sendRaw } from './support/send.ts'

let service: TestService
let organization: TestOrganization
let key: Record<string, string>

beforeAll(async () => {
  service = await shareTestService()
  organization = await service.createOrganization()
  await seedDirectory(service.database.pool, organization.id)
  key = basic(organization.keys['all-permissions'])
})
afterAll(() => service[Symbol.asyncDispose]())

const get = (path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Answer> =>
  send(service.baseUrl, { method, path, headers })
const USERS = '/v1/analytics/users/basic'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

describe.each(['x-request-id', 'correlationid'])('the header %s', (name) => {
  it.each(['a', 'req-1f', 'with space inside', '~!@#$%^&*()_+{}|:"<>?', 'x'.repeat(128)])('is echoed: %s', async (value) => {
    const { headers } = await get('/healthz', { [name]: value })
    expect(headers[name]).toBe(value)
  })

  it.each([
    ['129 characters', 'x'.repeat(129)],
    ['nothing', ''],
    ['Latin', 'Zo\u00eb'],
    ['a tab', 'a\tb'],
    ['a text, and then nothing', ['a', '']],
  ])('is replaced when it holds %s', async (_, value) => {
    const { headers } = await get('/healthz', { [name]: value })
    expect(headers[name]).toMatch(UUID)
  })

  it('is made when it is absent, another one for each request', async () => {
    const [one, two] = [await get('/healthz'), await get('/healthz')]
    expect(one.headers[name]).toMatch(UUID)
    expect(one.headers[name]).not.toBe(two.headers[name])
  })

  it('is in the answer also when the request is refused', async () => {
    for (const path of ['/v1/analytics/users', '/nowhere', '/v1/presence', '/%zz']) {
      expect((await get(path, { 'x-request-id': 'mine', correlationid: 'ours' })).headers['x-request-id']).toBe('mine')
    }
  })
})

describe('the encoding of an answer', () => {
  const identity = () => get(USERS, key)

  it.each<[string, string, (body: Buffer) => Buffer]>([
    ['zstd', 'zstd', zstdDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['zstd;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['GZIP', 'gzip', gunzipSync],
  ])('asked for as %s is %s', async (accept, encoding, decode) => {
    const answer = await get(USERS, { ...key, 'accept-encoding': accept })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(decode(answer.body).toString()).toBe((await identity()).text)
    const small = await get('/openapi.json', { 'accept-encoding': accept })
    expect(decode(small.body).toString()).toBe((await get('/openapi.json')).text)
  })

  it.each(['br', 'deflate', 'identity', '', 'gzip;q=0', 'x-unknown'])('asked for as "%s" is none', async (accept) => {
    const answer = await get(USERS, { ...key, 'accept-encoding': accept })
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.text).toBe((await identity()).text)
  })

  it('is named in Vary, so that no cache mixes them up', async () => {
    for (const accept of ['zstd', 'gzip', 'identity']) {
      const { headers } = await get(USERS, { ...key, 'accept-encoding': accept })
      expect(headers.vary?.toLowerCase()).toContain('accept-encoding')
      expect(headers.vary?.toLowerCase()).toContain('authorization')
    }
  })
})

describe('Accept', () => {
  it.each(['', ' ', 'application/json', '*/*', 'application/*', 'text/html, application/json;q=0.1', 'APPLICATION/JSON'])(
    'may be %s',
    async (accept) => {
      const { status, headers } = await get(USERS, { ...key, accept })
      expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    },
  )
})

describe('HEAD', () => {
  it.each(['/healthz', '/openapi.json', USERS])('of %s answers as GET, without a body', async (path) => {
    const [head, whole] = [await get(path, key, 'HEAD'), await get(path, key)]
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['content-type', 'etag', 'last-modified', 'warehouse-row-count', 'cache-control']) {
      expect(head.headers[name], name).toBe(whole.headers[name])
    }
  })

  it('of a POST operation is not allowed', async () => {
    const { status, headers } = await get('/v1/presence', {}, 'HEAD')
    expect([status, headers.allow]).toEqual([405, 'POST'])
  })

  it('gives its connection to the database back', async () => {
    for (let round = 0; round < 25; round++) expect((await get(USERS, key, 'HEAD')).status).toBe(200)
    expect((await get(USERS, key)).status).toBe(200)
  })
})

describe('a path', () => {
  it.each(['/nowhere', '/v1', '/v1/', '/', '//', '//evil.example/x', '/v1/presence/basic/x', '/v1/analytics/users%2Fbasic'])(
    'that is not served is 404: %s',
    async (path) => {
      expectProblem(await get(path, key), 'not_found')
    },
  )

  it.each([
    ['//v1/presence/basic', '/v1/presence/basic'],
    ['//v1//analytics///users/?x=1', '/v1/analytics/users'],
    ['/v1//presence', '/v1/presence'],
    ['/V1/Presence', '/v1/presence'],
    ['//api/users/42', '/api/users/42'],
  ])('that is nearly one is 404 and told which one: %s', async (path, meant) => {
    const { detail } = expectProblem(await get(path, key), 'not_found')
    expect(detail).toBe(`Did you mean ${meant}? Paths have single slashes and are in lower case.`)
  })

  it.each(['/%zz', '/v1/presence%', '/%c3%28', '/%'])('that cannot be decoded is refused as a problem: %s', async (path) => {
    expectProblem(await get(path), 'not_found')
  })

  it('with percent-encoding means the same as without', async () => {
    expect((await get('/v1/%61nalytics/users/basic', key)).status).toBe(200)
  })

  it('of 10,000 characters is refused as a problem', async () => {
    expectProblem(await get(`/${'x'.repeat(10_000)}`), 'not_found')
    expectProblem(await get(`${USERS}?${'x'.repeat(10_000)}=1`, key), 'unknown_parameter')
    expectProblem(await get(`${USERS}?${'x&'.repeat(5_000)}`, key), 'unknown_parameter')
  })

  it.each(['?', '?&', '?&&'])('may end in an empty query: %s', async (query) => {
    expect((await get(`${USERS}${query}`, key)).status).toBe(200)
  })

  it.each(['__proto__', 'constructor', 'toString', '', '%00', 'a/b~c', 'startDate'])('knows no parameter "%s"', async (name) => {
    expectProblem(await get(`${USERS}?${name}=1`, key), 'unknown_parameter')
  })
})

describe('input that is not HTTP', () => {
  it.each([
    ['garbage', 'garbage\r\n\r\n'],
    ['binary', '\x16\x03\x01\x02\x00\x01\x00\x01'],
    ['a broken header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n'],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two lengths', 'POST /v1/auth HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x'],
    ['length and chunks', 'POST /v1/auth HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}'],
  ])('is answered with a 400 problem: %s', async (_, bytes) => {
    const answer = await sendRaw(service.baseUrl, bytes)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    expect(head).toMatch(/content-type: application\/problem\+json/i)
    expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'invalid_request', type: '/docs/errors#invalid_request' })
  })

  it.each([
    ['one header', `X-Long: ${'x'.repeat(120 * 1024)}\r\n`],
    ['many headers', Array.from({ length: 120 }, (_, n) => `X-${n}: ${'x'.repeat(1024)}\r\n`).join('')],
  ])('is answered by a 431 problem that says what to do where it has 120 KiB in %s', async (_, fields) => {
    const answer = await sendRaw(service.baseUrl, `GET /healthz HTTP/1.1\r\nHost: x\r\n${fields}\r\n`)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\nContent-Type: application\/problem\+json\r\n/)
    expect(JSON.parse(body)).toMatchObject({
      status: 431,
      code: 'headers_too_large',
      detail: expect.stringContaining('at most 96 KiB'),
    })
  })

  it('may have a head of nearly 96 KiB', async () => {
    expect((await get('/healthz', { 'x-long': 'x'.repeat(95 * 1024) })).status).toBe(200)
  })

  it('does not keep the service from answering others', async () => {
    expect((await get('/healthz')).status).toBe(200)
  })
})
