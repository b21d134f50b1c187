import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { Changelog, ERRORS, openApiDocument } from '@rollcall/contract'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../src/directory/keys/key-service.ts'
import { createOrganization } from '../../src/directory/organizations/organization-service.ts'
import { createSealer } from '../../src/gate/sealing/sealing.ts'
import { createTestDatabase } from '../../src/testing/test-database.ts'
import { basic, bearer, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { until } from './support/credentials.ts'
import { expectProblem } from './support/expect-problem.ts'
import { startServiceAt } from './support/pair.ts'
import { type Answer, post, send } from './support/send.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> => send(service.baseUrl, { path, headers })
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

describe('discovery', () => {
  it('says that the process is alive and ready', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok', version })
    expect((await get('/readyz')).json()).toMatchObject({ status: 'ready' })
  })

  it('publishes the document that the contract makes', async () => {
    const answer = await get('/openapi.json')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toEqual(openApiDocument(version))
  })

  it('publishes the changes of the API, the newest first and up to this version', async () => {
    const changelog = (await get('/changelog.json')).json<Changelog>()
    expect(Compile(Changelog).Check(changelog)).toBe(true)
    expect(changelog.changes[0]?.version).toBe(version)
    const dates = changelog.changes.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted().reverse())
  })
})

describe('the metrics', () => {
  it('need their token', async () => {
    expectProblem(await get('/metrics'), 'credentials_missing')
    for (const authorization of ['Bearer', 'Bearer x', 'Basic eDp4', `Bearer ${service.metricsToken}x`, service.metricsToken]) {
      const answer = await get('/metrics', { authorization })
      expectProblem(answer, 'credentials_invalid')
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="rollcall metrics"')
    }
  })

  it('count requests by route, method and status, and never name a path that is not served', async () => {
    await get('/healthz')
    await get('/secret-path-of-a-scanner')
    const answer = await get('/metrics', bearer(service.metricsToken))
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/plain/)
    expect(answer.text).toMatch(
      /rollcall_http_request_duration_seconds_count\{route="\/healthz",method="GET",status="200"[^}]*\} [1-9]/,
    )
    expect(answer.text).toMatch(
      /rollcall_http_request_duration_seconds_count\{route="unknown",method="GET",status="404"[^}]*\} 1/,
    )
    expect(answer.text).toMatch(/rollcall_database_connections\{pool="requests",state="busy"[^}]*\} \d/)
    expect(answer.text).not.toContain('scanner')
  })
})

describe('the pages', () => {
  const FOREIGN = /(?:src|href|action)\s*=\s*["']?\s*(?:https?:)?\/\/|url\(\s*["']?(?:https?:)?\/\/|https?:\/\//i

  it.each(['/docs/errors', '/docs/errors/'])('at %s is HTML that asks no other host for anything', async (path) => {
    const answer = await get(path)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.text).not.toMatch(FOREIGN)
  })

  it('of errors is under a policy that lets nothing else in, and no frame', async () => {
    const { headers } = await get('/docs/errors')
    const policy = String(headers['content-security-policy'])
    for (const rule of ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
      expect(policy.split('; ')).toContain(rule)
    expect(policy.replaceAll(/style-src[^;]*/g, '')).not.toMatch(/unsafe|https?:|\*/)
    expect([headers['x-content-type-options'], headers['x-frame-options']]).toEqual(['nosniff', 'DENY'])
  })

  it('of errors has an anchor, the status and the advice of each code', async () => {
    const { text } = await get('/docs/errors')
    for (const [code, { status, title }] of Object.entries(ERRORS)) {
      const section = text.slice(text.indexOf(`<section id="${code}">`)).split('</section>')[0]
      expect(section).toContain(`<code>${code}</code>`)
      expect(section).toContain(`>${status}<`)
      expect(section).toContain(title)
    }
    expect(new Set(text.match(/<section id="[^"]+"/g)).size).toBe(Object.keys(ERRORS).length)
  })

  it('of errors is where the type of a problem leads', async () => {
    const { type } = (await get('/nowhere')).json<{ type: string }>()
    const { pathname, hash } = new URL(type, service.baseUrl)
    expect((await get(pathname)).text).toContain(`id="${hash.slice(1)}"`)
  })
})

/** A way to the database that can be cut. */
const startCable = async (databaseUrl: string) => {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    near.pipe(far).pipe(near)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as { port: number }).port
  }
  const port = await listen(0)
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href, cut, restore: () => listen(port) }
}

describe('while the database is away', () => {
  it('the process is alive, everything else answers 503 with Retry-After, and all heals by itself', async () => {
    await using database = await createTestDatabase()
    const cable = await startCable(database.url)
    const secretKey = randomBytes(32)
    const away = await startServiceAt(cable.url, secretKey)
    try {
      const { id: orgId } = await createOrganization(database.db, { name: 'Organization' })
      const spec = { orgId, name: 'key', role: 'all-permissions', auth: ['basic'] } as const
      const key = await createKey(database.db, createSealer(secretKey), spec)
      const presenceEvents = [
        { timestamp: '2026-01-05T09:00:00Z', locationId: 'x', locationType: 'place', eventId: 'e', userId: 'x' },
      ]
      const calls = {
        readyz: () => send(away.baseUrl, { path: '/readyz' }),
        read: () => send(away.baseUrl, { path: '/v1/analytics/users/basic', headers: basic(key) }),
        submit: () => post(away.baseUrl, '/v1/presence/basic', { sourceId: 's', presenceEvents }, basic(key)),
      }
      for (const call of Object.values(calls)) expect((await call()).status).toBe(200)
      cable.cut()
      for (const call of Object.values(calls)) {
        const answer = await call()
        expectProblem(answer, 'unavailable')
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
        expect(answer.text).not.toMatch(/ECONN|postgres|127\.0\.0\.1/)
      }
      expect((await send(away.baseUrl, { path: '/healthz' })).status).toBe(200)
      await cable.restore()
      await until(async () => (await calls.readyz()).status === 200)
      for (const call of Object.values(calls)) expect((await call()).status).toBe(200)
    } finally {
      await away[Symbol.asyncDispose]()
      cable.cut()
    }
  })

  it('a database without a part of the data model is not ready', async () => {
    await using other = await startTestService({}, undefined, [])
    await other.database.pool.query(`delete from model_objects where kind = 'function' and name = 'attendance'`)
    const answer = await send(other.baseUrl, { path: '/readyz' })
    expect(expectProblem(answer, 'unavailable').detail).toContain('not migrated')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
})
