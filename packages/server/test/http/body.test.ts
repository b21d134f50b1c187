import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BODY_LIMIT } from '../../src/gate/http/body.ts'
import { basic, startTestService, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { type DirectoryIds, seedDirectory } from './support/directory-data.ts'
import { expectProblem } from './support/expect-problem.ts'
import { type Answer, JSON_TYPE, post, send } from './support/send.ts'
import { sendPart } from './support/send-part.ts'

let service: TestService
let organization: TestOrganization
let ids: DirectoryIds
let headers: Record<string, string>

beforeAll(async () => {
  service = await startTestService()
  organization = await service.createOrganization()
  ids = await seedDirectory(service.database.pool, organization.id)
  headers = basic(organization.keys['submitting-events'])
})
afterAll(() => service[Symbol.asyncDispose]())

const PATH = '/v1/presence/basic'
const submit = (body: unknown, more: Record<string, string> = {}): Promise<Answer> =>
  post(service.baseUrl, PATH, body, { ...headers, ...more })

const good = (change: object = {}) => ({
  sourceId: 'badges',
  presenceEvents: [
    { timestamp: '2026-01-05T09:00:00Z', locationId: ids.desk, locationType: 'place', eventId: 'e1', userId: ids.ada, ...change },
  ],
})

/** A good body of exactly this many bytes, padded by white space or by a property that is ignored. */
const bodyOf = (bytes: number, padding: 'space' | 'property' = 'space'): Buffer => {
  const json = JSON.stringify(good())
  if (padding === 'space') return Buffer.from(json.padEnd(bytes, ' '))
  const head = `{"padding":"`
  const tail = `",${json.slice(1)}`
  return Buffer.from(head + 'x'.repeat(bytes - head.length - tail.length) + tail)
}

const ENCODINGS: Record<string, (body: Buffer) => Buffer> = {
  identity: (body) => body,
  gzip: (body) => gzipSync(body),
  'x-gzip': (body) => gzipSync(body),
  deflate: (body) => deflateSync(body),
  br: (body) => brotliCompressSync(body),
  zstd: (body) => zstdCompressSync(body),
}

describe.each(Object.entries(ENCODINGS))('a body with Content-Encoding %s', (encoding, encode) => {
  const type = { 'content-encoding': encoding }

  it.each(['space', 'property'] as const)('is accepted at 8 MiB after decoding, padded by %s', async (padding) => {
    const { status, text } = await submit(encode(bodyOf(BODY_LIMIT, padding)), type)
    expect([status, text.slice(0, 500)]).toEqual([200, expect.stringContaining('"resultCode":0')])
  })

  it.each(['space', 'property'] as const)('is refused one byte above that, padded by %s', async (padding) => {
    expectProblem(await submit(encode(bodyOf(BODY_LIMIT + 1, padding)), type), 'body_too_large')
  })

  it('is read in any letter case of the name', async () => {
    expect((await submit(encode(bodyOf(1000)), { 'content-encoding': encoding.toUpperCase() })).status).toBe(200)
  })

  if (encoding === 'identity') return

  it('is refused when it is not encoded that way, or cut off', async () => {
    const whole = encode(bodyOf(2000))
    for (const body of [bodyOf(2000), whole.subarray(0, whole.length - 6), Buffer.alloc(100, 7)]) {
      const { detail } = expectProblem(await submit(body, type), 'invalid_request')
      expect(detail).toContain(encoding.replace('x-', ''))
    }
  })

  it('is refused before all of it came, when it inflates to more than the limit', async () => {
    const bomb = encode(Buffer.alloc(256 * 1024 * 1024, ' '))
    const before = process.memoryUsage.rss()
    const half = bomb.subarray(0, Math.ceil(bomb.length / 2))
    const { status } = await sendPart(service.baseUrl, PATH, { ...headers, ...JSON_TYPE, ...type }, half)
    expect(status).toBe(413)
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024)
  })
})

describe('a body', () => {
  it('above the limit is refused by its Content-Length, before any of it came', async () => {
    const length = { 'content-length': String(BODY_LIMIT + 1) }
    expect((await sendPart(service.baseUrl, PATH, { ...headers, ...JSON_TYPE, ...length }, Buffer.from('{'))).status).toBe(413)
  })

  it('of a caller without credentials is not even read', async () => {
    const { status } = await sendPart(service.baseUrl, PATH, JSON_TYPE, Buffer.from('{'))
    expect(status).toBe(401)
  })

  it.each(['compress', 'gzip, br', 'x', '*'])('with Content-Encoding %s is refused', async (encoding) => {
    const { detail } = expectProblem(await submit(good(), { 'content-encoding': encoding }), 'unsupported_encoding')
    expect(detail).toContain('gzip, deflate, br or zstd')
  })

  it.each(['utf-8', 'UTF-8', '"utf-8"', 'utf8', 'us-ascii'])('may say charset=%s', async (charset) => {
    expect((await submit(good(), { 'content-type': `application/json; charset=${charset}` })).status).toBe(200)
    expect((await submit(good(), { 'content-type': `Application/JSON;charset=${charset}` })).status).toBe(200)
  })

  it.each(['iso-8859-1', 'utf-16', 'utf-7'])('may not say charset=%s', async (charset) => {
    const answer = await submit(good(), { 'content-type': `application/json; charset=${charset}` })
    expect(expectProblem(answer, 'unsupported_media_type').detail).toContain(charset)
  })

  it('that is not UTF-8 is refused', async () => {
    const body = Buffer.from(JSON.stringify(good({ eventId: 'Zo\u00eb' })), 'latin1')
    expect(expectProblem(await submit(body), 'invalid_json').detail).toContain('UTF-8')
  })

  it('may start with a byte order mark', async () => {
    expect((await submit(`\ufeff${JSON.stringify(good())}`)).status).toBe(200)
  })

  it('keeps all of Unicode', async () => {
    const eventId = 'Zo\u00eb \u4eac \ud83d\ude80 \u202e \u0001 \u007f'
    const { results } = (await submit(good({ eventId }))).json<{ results: object[] }>()
    expect(results).toEqual([{ eventId, resultCode: 0, message: 'Accepted' }])
  })

  it.each([
    ['NUL', '\\u0000'],
    ['a lone high surrogate', '\\ud800'],
    ['a lone low surrogate', 'x\\udc00y'],
    ['swapped surrogates', '\\ude80\\ud83d'],
  ])('with %s in a text is refused, with a pointer to it', async (_, text) => {
    const body = JSON.stringify(good({ eventId: 'MARK' })).replace('MARK', text)
    const { errors } = expectProblem(await submit(body), 'invalid_text')
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['/presenceEvents/0/eventId'])
  })

  it('is refused with a pointer to such a text even in unlikely places', async () => {
    const body = `{"a/b~c":{"x":["ok","\\u0000"]},${JSON.stringify(good()).slice(1)}`
    expect(expectProblem(await submit(body), 'invalid_text').errors?.[0]?.pointer).toBe('/a~1b~0c/x/1')
  })

  it('may have escaped backslashes that only look like such a text', async () => {
    expect((await submit(good({ eventId: 'C:\\u0000 \\ud800' }))).status).toBe(200)
  })
})

describe('strange JSON', () => {
  it('with keys that mean something to JavaScript changes nothing', async () => {
    const keys = '"__proto__":{"isAdmin":true,"sourceId":"x"},"constructor":{"prototype":{"isAdmin":true}},"toString":1,'
    const body = JSON.stringify(good()).replace('{', `{${keys}`).replace('[{', `[{${keys}`)
    expect((await submit(body)).status).toBe(200)
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
    const missing = `{"__proto__":${JSON.stringify(good())}}`
    expectProblem(await submit(missing), 'invalid_body')
  })

  it('with a key twice counts the last', async () => {
    const body = JSON.stringify(good()).replace('{', '{"sourceId":5,"presenceEvents":[],')
    expect((await submit(body)).status).toBe(200)
  })

  it.each([
    ['arrays', '['.repeat(100_000), ']'.repeat(100_000)],
    ['objects', `${'{"a":'.repeat(100_000)}1`, '}'.repeat(100_000)],
    ['objects around a text that is checked', `${'{"a":'.repeat(100_000)}"\\u0041"`, '}'.repeat(100_000)],
  ])('that is 100,000 levels of %s deep is just JSON', async (_, open, close) => {
    expect((await submit(open + close)).status).toBe(400)
    expectProblem(await submit(open), 'invalid_json')
    const ignored = `{"ignored":${open}${close},${JSON.stringify(good()).slice(1)}`
    expect((await submit(ignored)).status).toBe(200)
    const misplaced = JSON.stringify(good({ eventId: 'MARK' })).replace('"MARK"', open + close)
    expectProblem(await submit(misplaced), 'invalid_body')
  })

  it('with huge numbers and many keys is just JSON', async () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => `"k${index}":1e999`).join()
    expect((await submit(`{${keys},${JSON.stringify(good()).slice(1)}`)).status).toBe(200)
  })
})

it('A GET ignores a body', async () => {
  const key = basic(organization.keys['all-permissions'])
  const sent = { path: '/v1/analytics/users/basic', headers: { ...key, ...JSON_TYPE }, body: '{' }
  expect((await send(service.baseUrl, sent)).status).toBe(200)
})
