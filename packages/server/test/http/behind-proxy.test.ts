import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from './support/expect-problem.ts'
import { send } from './support/send.ts'

let behind: TestService
let direct: TestService

beforeAll(async () => {
  ;[behind, direct] = await Promise.all([
    startTestService({ trustProxy: 1, nightly: false, webDir: '/nowhere' }),
    startTestService({ nightly: false }),
  ])
})
afterAll(async () => {
  await behind?.[Symbol.asyncDispose]()
  await direct?.[Symbol.asyncDispose]()
})

const HSTS = 'strict-transport-security'
const by = (protocol: string) => ({ 'x-forwarded-proto': protocol, 'x-forwarded-for': '192.0.2.1' })

describe('a service behind a proxy', () => {
  it.each(['/healthz', '/v1/analytics/users', '/nowhere', '/docs'])(
    'asks browsers to stay with HTTPS, on %s as well',
    async (path) => {
      expect((await send(behind.baseUrl, { path, headers: by('https') })).headers[HSTS]).toBe('max-age=31536000')
    },
  )

  it('says nothing of HTTPS to who came without, or by a proxy that is not trusted', async () => {
    expect((await send(behind.baseUrl, { path: '/healthz', headers: by('http') })).headers[HSTS]).toBeUndefined()
    expect((await send(behind.baseUrl, { path: '/healthz' })).headers[HSTS]).toBeUndefined()
    expect((await send(direct.baseUrl, { path: '/healthz', headers: by('https') })).headers[HSTS]).toBeUndefined()
  })

  it('says below a path prefix that it needs a host of its own, and counts it for the doctor', async () => {
    const counted = async () => {
      const { text } = await send(behind.baseUrl, { path: '/metrics', headers: bearer(behind.metricsToken) })
      return /^rollcall_prefixed_requests_total(?:\{cell="main"\})? (\d+)$/m.exec(text)?.[1]
    }
    expect(await counted()).toBe('0')
    for (const path of ['/rollcall/v1/analytics/users', '/rollcall/assets/index.js', '/rollcall/sign-in?next=/']) {
      expect(expectProblem(await send(behind.baseUrl, { path }), 'not_found').detail).toContain('a host name of its own')
    }
    const page = await send(behind.baseUrl, { path: '/', headers: { 'x-forwarded-prefix': '/rollcall' } })
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('a host name of its own')])
    expect(await counted()).toBe('4')
  })

  it('takes no other unknown path for a prefix', async () => {
    for (const path of ['/v1/docs', '/api/v1', '/v1/nowhere', '/rollcall', '/docs/assets']) {
      const { detail } = expectProblem(await send(direct.baseUrl, { path }), 'not_found')
      expect(detail).not.toContain('host name')
    }
    const root = await send(behind.baseUrl, { path: '/', headers: { 'x-forwarded-prefix': '/' } })
    expect(root.text).not.toContain('host name')
  })
})

it('the documented proxy passes bodies of the limit and lets the service refuse what is larger', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/operators/deploying.md'), 'utf8')
  expect(Number(/client_max_body_size (\d+)m;/.exec(guide)?.[1])).toBeGreaterThan(8)
})
