import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basic, bearer, startTestService, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { READERS } from '../../src/warehouse/readers/readers.ts'
import { until } from '../http/support/credentials.ts'
import { send } from '../http/support/send.ts'
import { addLargeSegments, FIRST_DAY, LAST_DAY, type LargeSegments } from './large-segments.ts'

const MIB = 1024 * 1024
const CHUNKS = 256
const SECRET_KEY = 'ab'.repeat(32)

let service: TestService
let organization: TestOrganization
let large: LargeSegments

beforeAll(async () => {
  service = await startTestService({ cacheMib: 1, secretKey: SECRET_KEY })
  organization = await service.createOrganization()
  large = await addLargeSegments(service.database.pool, organization.id, CHUNKS)
})
afterAll(() => service?.[Symbol.asyncDispose]())

const PATH = `/v1/analytics/user-booking-attendance/basic?startDate=${FIRST_DAY}&endDate=${LAST_DAY}`

/** An answer of which nothing but the head was taken. */
const open = async (headers: Record<string, string> = {}, path = PATH): Promise<IncomingMessage> => {
  const key = basic(organization.keys['data-warehouse'])
  const outgoing = request(new URL(path, service.baseUrl), { headers: { ...key, ...headers }, agent: false })
  outgoing.on('error', () => {})
  outgoing.end()
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  incoming.on('error', () => {})
  return incoming
}

const DECODERS = { gzip: createGunzip, zstd: createZstdDecompress }

/** Connections that are in a transaction. */
const reading = async (): Promise<number[]> => {
  const { rows } = await service.database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
       and application_name = 'rollcall'`,
  )
  return rows.map(({ pid }) => pid)
}

/** These count readers that wait, too: one that takes nothing for two seconds gives its connection back. */
const metrics = async (): Promise<string> =>
  (await send(service.baseUrl, { path: '/metrics', headers: bearer(service.metricsToken) })).text

describe(`${CHUNKS} MiB of published rows`, () => {
  it.each(['identity', 'gzip', 'zstd'] as const)('are sent at flat memory, to the last byte (%s)', async (encoding) => {
    const before = process.memoryUsage().arrayBuffers
    let peak = 0
    const incoming = await open({ 'accept-encoding': encoding })
    expect(incoming.headers['warehouse-row-count']).toBe(String(large.rowCount))
    const decoded = encoding === 'identity' ? incoming : incoming.pipe(DECODERS[encoding]())
    let bytes = 0
    let head: Buffer = Buffer.alloc(0)
    let tail: Buffer = Buffer.alloc(0)
    for await (const part of decoded as AsyncIterable<Buffer>) {
      if (head.length < 64) head = Buffer.concat([head, part]).subarray(0, 64)
      tail = Buffer.concat([tail, part]).subarray(-64)
      bytes += part.length
      peak = Math.max(peak, process.memoryUsage().arrayBuffers)
    }
    expect(bytes).toBe(large.bytes)
    expect(head.toString()).toBe(`[${large.raw.toString('utf8', 0, 63)}`)
    expect(tail.toString()).toBe(`${large.raw.subarray(-62).toString()}]\n`)
    // Server and reader share this memory, which is freed in steps.
    expect((peak - before) / MIB).toBeLessThan(200)
  })

  it('are taken no faster than the reader reads', async () => {
    const before = process.memoryUsage().arrayBuffers
    const waiting = await Promise.all(Array.from({ length: 4 }, () => open()))
    await until(async () => (await metrics()).includes('rollcall_readers{state="reading"} 4\n'))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((process.memoryUsage().arrayBuffers - before) / MIB).toBeLessThan(128)
    for (const incoming of waiting) incoming.destroy()
    await until(async () => (await reading()).length === 0)
  })
})

describe('a read of published rows that fails in the middle', () => {
  it.each(['identity', 'gzip', 'zstd'])('ends the connection, so that it cannot look complete (%s)', async (encoding) => {
    const incoming = await open({ 'accept-encoding': encoding })
    expect(incoming.statusCode).toBe(200)
    incoming.resume()
    // A reader that took nothing for two seconds has given its connection back, and has one again now.
    await until(async () => {
      await service.database.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [await reading()])
      return incoming.closed
    })
    expect(incoming.complete).toBe(false)
    const again = await open({ 'accept-encoding': encoding })
    again.destroy()
    expect(again.statusCode).toBe(200)
    await until(async () => (await reading()).length === 0)
  })
})

describe('what was read a moment ago', () => {
  const day = `${PATH.replace(LAST_DAY, FIRST_DAY)}`

  it('is sent without a connection, however long the reader takes', async () => {
    await using warm = await startTestService({ databaseUrl: service.database.url, cacheMib: 32, secretKey: SECRET_KEY })
    const url = new URL(day, warm.baseUrl)
    const read = () => fetch(url, { headers: basic(organization.keys['data-warehouse']) })
    const first = await (await read()).text()
    const stalled = await Promise.all(Array.from({ length: READERS.perCaller - 1 }, read))
    await until(async () => (await reading()).length === 0)
    expect(await (await read()).text()).toBe(first)
    for (const answer of stalled) await answer.body?.cancel()
  })
})
