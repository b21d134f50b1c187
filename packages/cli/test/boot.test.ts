import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { createServer, connect as tcp } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../server/src/testing/test-database.ts'
import { call, type FirstRunFile, freePort, readFirstRun, run, type Serving, serve, temporaryFolder } from './support.ts'

type Folder = Awaited<ReturnType<typeof temporaryFolder>>

/** Resolves when what should have stopped long ago hangs. */
const hanging = () => delay(120_000, 'still running', { ref: false })

describe('a service with its own folder', () => {
  let folder: Folder
  let env: Record<string, string>
  let service: Serving
  let first: FirstRunFile

  beforeAll(async () => {
    folder = await temporaryFolder()
    env = { ROLLCALL_DATA_DIR: join(folder.path, 'data'), PORT: String(await freePort()) }
    service = await serve(env)
    first = await readFirstRun(env.ROLLCALL_DATA_DIR as string)
  })
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]()
    await folder?.[Symbol.asyncDispose]()
  })

  test('writes its first key and set-up link at the first start, readable only by its owner, and no secret to a log', async () => {
    const { stdout, stderr } = service.output
    const file = join(env.ROLLCALL_DATA_DIR as string, 'first-run.json')
    for (const text of ['first start', first.organizationId, first.key.id, file]) expect(stdout).toContain(text)
    const code = first.setUpUrl.split('#')[1] as string
    expect(code).toMatch(/^[\w-]{40,}$/)
    for (const secret of [first.key.secret, code]) expect(stdout + stderr).not.toContain(secret)
    expect(first).toEqual({
      baseUrl: `http://127.0.0.1:${env.PORT}`,
      organizationId: expect.any(String),
      setUpUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/set-up#/),
      key: { id: expect.any(String), secret: expect.any(String), role: 'all-permissions', auth: ['hmac', 'basic'] },
    })
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
    expect((await call(service, first.key, '/v1/analytics/locations/basic')).status).toBe(200)
  })

  test('keeps a second service out of its folder, with a message that names it', async () => {
    const second = await run(['serve'], { ...env, PORT: String(await freePort()) })
    expect(second.code).toBe(1)
    expect(second.stderr).toMatch(/^rollcall: The data folder \S+ is in use by another running Rollcall/)
    expect(second.stderr).not.toMatch(/\n\s+at /)
    expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'completes requests in flight on %s, exits with 0 and starts again',
    async (signal) => {
      const inFlight = await openSubmission(service, first)
      const idle = await fetch(`${service.baseUrl}/healthz`)
      expect(idle.status).toBe(200)
      const ended = service.end(signal)
      await delay(300)
      expect(service.child.exitCode).toBe(null)
      expect(await inFlight.finish()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"resultCode":[12]/)
      expect(await Promise.race([ended, hanging()])).toBe(0)
      service = await serve(env)
      expect(service.output.stdout).toContain(`Rollcall is ready at ${service.baseUrl}`)
      expect(service.output.stdout).not.toMatch(/first start|secret/)
      // The link expires, so a service without accounts creates a new one at each start.
      // Its hint follows the line that says that the service is ready.
      await expect.poll(() => service.output.stdout).toContain('npx rollcall org set-up')
      const renewed = await readFirstRun(env.ROLLCALL_DATA_DIR as string)
      expect(renewed).toEqual({ ...first, setUpUrl: expect.stringMatching(/\/set-up#[\w-]{40,}$/) })
      expect(renewed.setUpUrl).not.toBe(first.setUpUrl)
      expect(service.output.stdout).not.toContain(renewed.setUpUrl.split('#')[1])
      expect((await call(service, first.key, '/v1/analytics/locations/basic')).status).toBe(200)
    },
  )

  test('exits on SIGTERM while senders keep their connections busy', async () => {
    let running = true
    const statuses = new Set<number>()
    const sender = async () => {
      while (running) {
        const response = await call(service, first.key, '/v1/presence/basic', submission('busy')).catch(() => undefined)
        await response?.text().catch(() => {})
        if (response) statuses.add(response.status)
        else await delay(20)
      }
    }
    const senders = Array.from({ length: 4 }, sender)
    await expect.poll(() => statuses.size).toBeGreaterThan(0)
    const code = await Promise.race([service.end('SIGTERM'), hanging()])
    running = false
    await Promise.all(senders)
    expect([code, [...statuses]]).toEqual([0, [200]])
  })

  test('does not start with another sealing key', async () => {
    const refused = await run(['serve'], { ...env, ROLLCALL_SECRET_KEY: 'ab'.repeat(32) })
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^rollcall: The secrets in this database were sealed/),
    ])
  })

  test('does not start on an occupied port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const refused = await run(['serve'], { ...env, PORT: String(port) })
    other.close()
    expect([refused.code, refused.stderr]).toEqual([
      1,
      `rollcall: Port ${port} is occupied by another program. Stop that one, or set PORT to another port.\n`,
    ])
  })
})

describe('a configuration that cannot work', () => {
  test.concurrent.each([
    [{ PORT: 'eighty' }, 'PORT=eighty is not a whole number from 0 to 65535.'],
    [{ PORT: '65536' }, 'PORT=65536 is not a whole number from 0 to 65535.'],
    [{ PORT: '80.5' }, 'PORT=80.5 is not a whole number from 0 to 65535.'],
    [{ ROLLCALL_LOG_LEVEL: 'loud' }, 'ROLLCALL_LOG_LEVEL=loud is not one of fatal, error, warn, info, debug, trace, silent.'],
    [{ ROLLCALL_POOL_SIZE: '0' }, 'ROLLCALL_POOL_SIZE=0 is not a whole number from 2 to 200.'],
    [{ ROLLCALL_DATA_DIR: '/dev/null/data' }, 'The data folder /dev/null/data cannot be made'],
    [{ DATABASE_URL: 'localhost:5432' }, 'DATABASE_URL is not of the form postgres://user:password@host:port/database.'],
    [{ DATABASE_URL: 'postgres://rollcall:secret@db1:5432,db2:5432/rollcall' }, 'DATABASE_URL names several hosts.'],
    [
      { DATABASE_URL: 'postgres://u:Hunter2@127.0.0.1:1/db' },
      'The database of DATABASE_URL (127.0.0.1:1/db) cannot be used: nothing listens there.',
    ],
    [
      { DATABASE_URL: 'postgres://u:Hunter2@no-such-host.invalid/db' },
      'The database of DATABASE_URL (no-such-host.invalid/db) cannot be used: the ',
    ],
  ])('%j is refused with a message', async (env: Record<string, string>, message) => {
    await using folder = await temporaryFolder()
    const commands = env.DATABASE_URL ? [['serve'], ['org', 'list']] : [['serve']]
    for (const args of commands) {
      const { code, stdout, stderr } = await run(args, { ROLLCALL_DATA_DIR: folder.path, ...env })
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr.startsWith(`rollcall: ${message}`), stderr).toBe(true)
      expect(stderr).not.toMatch(/Hunter2|\n\s+at /)
    }
  })
})

describe('an external database', () => {
  test('is rejected in one sentence if it is read-only or the role lacks privileges', async () => {
    await using folder = await temporaryFolder()
    await using database = await createTestDatabase()
    const name = new URL(database.url).pathname.slice(1)
    const role = `reader_${name.slice(-8)}`
    const refusal = async (change: object = {}) => {
      const url = Object.assign(new URL(database.url), change).href
      const { code, stdout, stderr } = await run(['serve'], { ROLLCALL_DATA_DIR: folder.path, DATABASE_URL: url })
      expect([code, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1])
      return stderr
    }
    await database.pool.query(`create role ${role} login password 'secret'`)
    try {
      expect(await refusal({ username: role, password: 'secret' })).toMatch(/The role \w+ may not create tables.*GRANT/)
    } finally {
      await database.pool.query(`drop role ${role}`)
    }
    await database.pool.query(`alter database ${name} set default_transaction_read_only = on`)
    expect(await refusal()).toContain('The database is read-only')
  })

  test('works, and two nodes that start concurrently agree on schema and first key', async () => {
    await using folder = await temporaryFolder()
    await using database = await createTestDatabase()
    await database.pool.query('drop schema public cascade')
    await database.pool.query('create schema public')
    const env = { ROLLCALL_DATA_DIR: folder.path, DATABASE_URL: database.url }
    const [one, two] = await Promise.all([serve(env), serve(env)])
    await using both = new AsyncDisposableStack()
    both.use(one)
    both.use(two)
    expect([one, two].filter(({ output }) => output.stdout.includes('first start'))).toHaveLength(1)
    const { key } = await readFirstRun(folder.path)
    for (const node of [one, two]) expect((await call(node, key, '/v1/analytics/users/basic')).status).toBe(200)
    const listed = await run(['keys', 'list', '--json'], env)
    expect(JSON.parse(listed.stdout)).toMatchObject([{ id: key.id, state: 'live' }])
  })

  test('is rejected with a wrong password or an unknown name', async () => {
    await using folder = await temporaryFolder()
    await using database = await createTestDatabase()
    const changed = (change: object) => Object.assign(new URL(database.url), change).href
    for (const [url, message] of [
      [changed({ password: 'Hunter2' }), 'user or password is wrong.'],
      [changed({ pathname: '/nowhere' }), 'the server has no such database. Create it first.'],
    ] as const) {
      const { code, stderr } = await run(['serve'], { ROLLCALL_DATA_DIR: folder.path, DATABASE_URL: url })
      expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
      expect(stderr).not.toContain(new URL(url).password)
    }
  })
})

const submission = (eventId: string) => ({
  sourceId: 'badges',
  presenceEvents: [{ timestamp: '2026-03-02T09:00:00Z', locationId: 'x', locationType: 'place', eventId }],
})

/** A submission without its last byte, whose head the service has read. */
const openSubmission = async ({ baseUrl }: Serving, { key }: FirstRunFile) => {
  const body = JSON.stringify(submission('in-flight'))
  const socket = tcp(Number(new URL(baseUrl).port), '127.0.0.1').setEncoding('utf8')
  let answer = ''
  socket.on('error', () => {})
  socket.on('data', (text) => {
    answer += text
  })
  socket.write(
    `POST /v1/presence/basic HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `Expect: 100-continue\r\nAuthorization: Basic ${btoa(`${key.id}:${key.secret}`)}\r\n\r\n${body.slice(0, -1)}`,
  )
  await expect.poll(() => answer).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  answer = ''
  return {
    async finish() {
      const closed = once(socket, 'close')
      socket.write(body.slice(-1))
      await Promise.race([closed, hanging()])
      return answer
    },
  }
}
