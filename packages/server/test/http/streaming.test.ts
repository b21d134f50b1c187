import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyRows } from '../../src/platform/sql/copy-out.ts'
import { openSnapshot } from '../../src/platform/transactions/snapshot.ts'
import { basic, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { READERS } from '../../src/warehouse/readers/readers.ts'
import { streamRows } from '../../src/warehouse/readers/stream-rows.ts'
import { placeOf } from '../warehouse/support.ts'
import { until } from './support/credentials.ts'
import { type Answer, send } from './support/send.ts'

const USERS = 20_000
const PATH = '/v1/analytics/users/basic'

let service: TestService
let key: Record<string, string>

/** Names that hardly compress, about 20 MB in all, so that no buffer on the way holds everything. */
const FILL = `
  insert into users (org_id, id, user_name, first_name, last_name)
  select $1, gen_random_uuid(), 'user' || i, (select string_agg(md5(i || ' ' || j), '') from generate_series(1, 30) j),
    case i % 3 when 0 then E'O"Brien \\\\ \\u00eb\\n\\t\\x01' end
  from generate_series(1, ${USERS}) i`

beforeAll(async () => {
  service = await startTestService()
  const organization = await service.createOrganization()
  key = basic(organization.keys['data-warehouse'])
  await service.database.pool.query(FILL, [organization.id])
})
afterAll(() => service[Symbol.asyncDispose]())

const read = (headers: Record<string, string> = {}): Promise<Answer> =>
  send(service.baseUrl, { path: PATH, headers: { ...key, ...headers } })

/** Connections of the service that are in the middle of a read. */
const reading = async (): Promise<number[]> => {
  const { rows } = await service.database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query ilike 'copy %'`,
  )
  return rows.map(({ pid }) => pid)
}

/** An answer of which nothing but the head was taken. */
const open = async (headers: Record<string, string> = {}): Promise<IncomingMessage> => {
  const outgoing = request(new URL(PATH, service.baseUrl), { headers: { ...key, ...headers }, agent: false })
  outgoing.on('error', () => {})
  outgoing.end()
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  incoming.on('error', () => {})
  return incoming
}

describe('20,000 users', () => {
  it('are all there, once and in order, and as many as the header says', async () => {
    const answer = await read()
    const rows = answer.json<{ userId: string; lastName: string | null }[]>()
    expect(rows).toHaveLength(USERS)
    expect(answer.headers['warehouse-row-count']).toBe(String(USERS))
    const ids = rows.map(({ userId }) => userId)
    expect(ids).toEqual([...new Set(ids)].sort())
    expect(rows.find(({ lastName }) => lastName)?.lastName).toBe('O"Brien \\ \u00eb\n\t\u0001')
  })

  it.each([
    ['gzip', gunzipSync],
    ['zstd', zstdDecompressSync],
  ] as const)('are the same compressed with %s', async (name, decode) => {
    const [plain, compressed] = [await read(), await read({ 'accept-encoding': name })]
    expect(compressed.headers['content-encoding']).toBe(name)
    expect(decode(compressed.body).equals(plain.body)).toBe(true)
    expect(compressed.body.length).toBeLessThan(plain.body.length)
  })

  it('are read at flat memory by many at once', async () => {
    const before = process.memoryUsage.rss()
    const waiting = await Promise.all(Array.from({ length: READERS.perCaller }, () => open()))
    await until(async () => (await reading()).length === READERS.perCaller)
    expect(process.memoryUsage.rss() - before).toBeLessThan(120 * 1024 * 1024)
    for (const incoming of waiting) incoming.destroy()
    await until(async () => (await reading()).length === 0)
  })
})

describe('a reader that disconnects', () => {
  it.each(['identity', 'gzip', 'zstd'])('in the middle gives its connection back (%s)', async (encoding) => {
    // Twice as many as there are connections for reading.
    for (let round = 0; round < 20; round += 10) {
      await Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          const incoming = await open({ 'accept-encoding': encoding })
          if (index % 2) await once(incoming, 'data')
          incoming.destroy()
        }),
      )
    }
    expect((await read()).status).toBe(200)
    await until(async () => (await reading()).length === 0)
  })

  it('before the answer began gives its connection back', async () => {
    for (let round = 0; round < 20; round++) {
      const outgoing = request(new URL(PATH, service.baseUrl), { headers: key, agent: false })
      outgoing.on('error', () => {})
      outgoing.end()
      await once(outgoing, 'socket')
      setTimeout(() => outgoing.destroy(), round % 10)
    }
    await until(async () => (await reading()).length === 0)
    expect((await read()).status).toBe(200)
  })

  it('does not count as an error of the service', async () => {
    const metrics = await send(service.baseUrl, {
      path: '/metrics',
      headers: { authorization: `Bearer ${service.metricsToken}` },
    })
    expect(metrics.text).not.toMatch(/rollcall_errors_total\{[^}]*\} [1-9]/)
    expect(metrics.text).toMatch(/rollcall_database_connections\{pool="exports",state="waiting"\} 0/)
  })
})

describe('a read that fails in the middle', () => {
  it.each(['identity', 'gzip', 'zstd'])('ends the connection, so that it cannot look complete (%s)', async (encoding) => {
    const incoming = await open({ 'accept-encoding': encoding })
    expect(incoming.statusCode).toBe(200)
    // The connection of the answer before is in its transaction for a moment after the last row.
    await until(async () => (await reading()).length === 1)
    const pids = await reading()
    await service.database.pool.query('select pg_terminate_backend($1)', pids)
    const closed = new Promise((resolve) => incoming.on('close', resolve))
    incoming.resume()
    await closed
    expect(incoming.complete).toBe(false)
    expect((await read({ 'accept-encoding': encoding })).status).toBe(200)
  })
})

describe('readers that take nothing', () => {
  it('hold up no submission and no look at the health', async () => {
    const stalled = await Promise.all(Array.from({ length: READERS.perCaller }, () => open()))
    const health = await send(service.baseUrl, { path: '/readyz' })
    const none = await read({ 'if-none-match': '*' })
    expect([health.status, none.status]).toEqual([200, 304])
    for (const reader of stalled) reader.destroy()
    await until(async () => (await read()).status === 200)
  })

  it('are cut off in the end, and their connection is closed', async () => {
    const { client, close } = await openSnapshot(service.database.pool)
    const pieces = copyRows(client, 'select generate_series(1, 1000000) as n')
    const stream = streamRows({ close }, pieces, { place: placeOf({ isWanted: false }), times: { stallMs: 100, wantedMs: 100 } })
    stream.once('readable', () => stream.read(1))
    await expect(once(stream, 'close')).rejects.toThrow('stalled')
    await until(async () => (await reading()).length === 0)
  })
})
