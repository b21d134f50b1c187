import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { ENDPOINTS, type Operation } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { BODY_LIMIT, PUBLIC_BODY_LIMIT } from '../../src/gate/http/body.ts'
import { schemaErrors } from '../../src/gate/http/schema-errors.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, type TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { ALL_VARIANTS, createCaller, goodPath, label, PREPARATIONS } from '../http/support/good-calls.ts'
import { type Answer, post, send } from '../http/support/send.ts'

let service: TestService
let key: Record<string, string>

beforeAll(async () => {
  service = await shareTestService()
  const { keys } = await service.createOrganization()
  key = basic(keys['submitting-events'])
})
afterAll(() => service?.[Symbol.asyncDispose]())

const PUBLIC = ALL_VARIANTS.filter(({ endpoint, scheme }) => scheme === 'none' && endpoint.body)

describe.each(PUBLIC.map((variant) => ({ variant, name: label(variant) })))('$name', ({ variant }) => {
  const bodyOf = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`
  const submit = async (body: string | Buffer, headers = {}): Promise<Answer> => {
    const caller = await createCaller(service)
    await PREPARATIONS[variant.endpoint.operation as Operation]?.(caller)
    return post(service.baseUrl, goodPath(variant, caller), body, headers)
  }

  it('takes a body of 64 KiB and no more, as no caller is authenticated yet', async () => {
    expect((await submit(bodyOf(PUBLIC_BODY_LIMIT))).status).toBeLessThan(404)
    const { detail } = expectProblem(await submit(bodyOf(PUBLIC_BODY_LIMIT + 1)), 'body_too_large')
    expect(detail).toContain(String(PUBLIC_BODY_LIMIT))
  })

  it('takes no compressed one that is larger when it is decoded', async () => {
    const body = gzipSync(bodyOf(PUBLIC_BODY_LIMIT + 1))
    expectProblem(await submit(body, { 'content-encoding': 'gzip' }), 'body_too_large')
  })
})

it('a form of 64 KiB and one byte is too large as well', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const sent = { method: 'POST', path: '/v1/auth/token', headers, body: `x=${'x'.repeat(PUBLIC_BODY_LIMIT - 1)}` }
  expectProblem(await send(service.baseUrl, sent), 'body_too_large')
})

it('a thousand compressed bodies behind each other are one, and too large as one', async () => {
  const member = gzipSync(Buffer.alloc(64 * 1024, ' '))
  const body = Buffer.concat(Array<Buffer>(1_000).fill(member))
  expect(body.length).toBeLessThan(BODY_LIMIT / 50)
  expectProblem(await post(service.baseUrl, '/v1/presence/basic', body, { ...key, 'content-encoding': 'gzip' }), 'body_too_large')
})

test.each([
  ['numbers', '1,', 2],
  ['texts', '"",', 3],
])('four million %s beside an escaped letter, or one that cannot be stored, are checked in 200 MB', async (_, item, length) => {
  const script = `
    const { parseJsonBody } = await import(${JSON.stringify(new URL('../../src/gate/http/body.ts', import.meta.url).href)})
    const list = ${JSON.stringify(item)}.repeat(${Math.floor((BODY_LIMIT - 100) / length)})
    for (const text of ['\\\\ud83d\\\\ude80', '\\\\u0000']) {
      try {
        parseJsonBody(Buffer.from('{"a":"' + text + '","x":[' + list + '1]}'))
        console.log('parsed')
      } catch (error) {
        console.log(error.code, error.extras.errors[0].pointer)
      }
    }`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=200',
    '--input-type=module',
    '-e',
    script,
  ])
  expect(stdout).toBe('parsed\ninvalid_text /a\n')
})

describe('a list of which no item fits', () => {
  const errorsOf = schemaErrors(ENDPOINTS.submitPresence.body)

  /** The number of items that are checked before the limit of errors is reached. */
  const lookedAt = (items: number, faults: number): { items: number; codes: string[] } => {
    const seen = new Set<string | symbol>()
    const presenceEvents = new Proxy(Array(items).fill(1), {
      get(list, name) {
        if (typeof name === 'string' && /^[0-9]+$/.test(name)) seen.add(name)
        return Reflect.get(list, name)
      },
    })
    const codes: string[] = []
    for (const { keyword } of errorsOf({ sourceId: 'x', presenceEvents })) if (codes.push(keyword) === faults) break
    return { items: seen.size, codes }
  }

  it('is examined only until there are enough errors', () => {
    const { items, codes } = lookedAt(1_000, 50)
    expect(codes).toEqual(Array(50).fill('type'))
    expect(items).toBe(50)
  })

  it('and that is too long, is not looked at', () => {
    expect(lookedAt(4_000_000, 50)).toEqual({ items: 0, codes: ['maxItems'] })
  })
})

it('a file to import that is nested too deeply is refused with its validation error', async () => {
  const { id } = await service.createOrganization()
  const { headers } = await service.signIn(id, ['global-administrator'])
  const depth = 100_000
  const file = `{"locations":[{"name":"Berlin","timeZone":${'['.repeat(depth)}${']'.repeat(depth)}}]}`
  const answer = await post(service.baseUrl, '/api/imports?dryRun=true', file, headers)
  expect(answer.json()).toMatchObject({ canBeApplied: false, faults: [{ pointer: '/locations/0/timeZone', code: 'type' }] })
})

it('a refusal is as short as its schema says, whatever it has to name', async () => {
  const path = '/v1/user-attributes/basic'
  const { keys } = await service.createOrganization()
  const all = basic(keys['all-permissions'])
  const attributes = { ['\u{1f680}'.repeat(5_000)]: 5 }
  expectProblem(await post(service.baseUrl, path, { userAttributes: [{ userName: 'x', attributes }] }, all), 'invalid_body')
  expectProblem(await post(service.baseUrl, `${path}?${'x'.repeat(5_000)}=1`, {}, all), 'unknown_parameter')
  const charset = { 'content-type': `application/json; charset=${'x'.repeat(20_000)}` }
  expectProblem(await post(service.baseUrl, path, {}, { ...all, ...charset }), 'unsupported_media_type')
})

describe('an operation without a body', () => {
  const variant = ALL_VARIANTS.find(({ endpoint }) => endpoint.operation === 'signOut')

  it.each([
    ['an empty one that is said to be JSON', { 'content-type': 'application/json' }, ''],
    ['one of another type', { 'content-type': 'text/plain' }, 'x'],
    ['one in an unknown encoding', { 'content-type': 'application/json', 'content-encoding': 'x' }, 'x'],
    ['one that is no JSON', { 'content-type': 'application/json' }, '{'],
    ['one of no type', {}, 'x'],
  ])('ignores %s, and the connection stays usable', async (_, headers, body) => {
    const { id } = await service.createOrganization()
    const session = await service.signIn(id)
    const sent = { method: 'DELETE', path: variant?.path as string, headers: { ...session.headers, ...headers }, body }
    expect((await send(service.baseUrl, sent)).status).toBe(200)
    expect((await send(service.baseUrl, { path: '/healthz' })).status).toBe(200)
  })
})
