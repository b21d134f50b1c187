import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { createGunzip } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_TIMEOUT_MS } from '../../src/testing/test-database.ts'
import { basic, bearer, startTestService, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { READERS } from '../../src/warehouse/readers/readers.ts'
import { streamRows } from '../../src/warehouse/readers/stream-rows.ts'
import { until } from '../http/support/credentials.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { send } from '../http/support/send.ts'
import { addLargeSegments, FIRST_DAY, LAST_DAY } from './large-segments.ts'
import { placeOf } from './support.ts'

const USERS = '/v1/analytics/users/basic'
const ATTENDANCE = `/v1/analytics/user-booking-attendance/basic?startDate=${FIRST_DAY}&endDate=${LAST_DAY}`

let service: TestService
let busy: TestOrganization
let other: TestOrganization

/** Names that hardly compress, about 20 MB in all, so that no buffer on the way holds everything. */
const FILL = `
  insert into users (org_id, id, user_name, first_name)
  select $1, gen_random_uuid(), 'user' || i, (select string_agg(md5(i || ' ' || j), '') from generate_series(1, 30) j)
  from generate_series(1, $2::int) i`

beforeAll(async () => {
  service = await startTestService({ cacheMib: 1, nightly: false })
  busy = await service.createOrganization()
  other = await service.createOrganization()
  await service.database.pool.query(FILL, [busy.id, 20_000])
  await service.database.pool.query(FILL, [other.id, 100])
})
afterAll(() => service?.[Symbol.asyncDispose]())

/** Takes a kilobyte of an answer a second, and none of what comes before its turn. */
const openSlow = (path: string, key = basic(busy.keys['data-warehouse'])): ClientRequest => {
  const outgoing = request(new URL(path, service.baseUrl), { headers: key, agent: false })
  outgoing.on('error', () => {})
  outgoing.on('response', (incoming) => {
    incoming.on('error', () => {})
    const timer = setInterval(() => incoming.read(1024), 1000)
    incoming.on('close', () => clearInterval(timer))
  })
  outgoing.end()
  return outgoing
}

const metric = async (line: string): Promise<number> => {
  const { text } = await send(service.baseUrl, { path: '/metrics', headers: bearer(service.metricsToken) })
  return Number(
    text
      .split('\n')
      .find((each) => each.startsWith(`${line} `))
      ?.slice(line.length + 1),
  )
}

const REFUSALS = 'rollcall_overload_refusals_total{what="readers"}'
const reading = () => metric('rollcall_readers{state="reading"}')
const waiting = () => metric('rollcall_readers{state="waiting"}')

/** Connections that are in a transaction. */
const transactions = async (): Promise<number> => {
  const { rows } = await service.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and application_name = 'rollcall'`,
  )
  return rows[0]?.count ?? 0
}

const free = async (readers: readonly ClientRequest[]): Promise<void> => {
  for (const reader of readers) reader.destroy()
  await until(async () => (await reading()) === 0 && (await waiting()) === 0)
}

describe('50 slow readers of one key', () => {
  it('take the share of a key, and another organization reads as if they were not there', async () => {
    const slow = Array.from({ length: 50 }, () => openSlow(USERS))
    // As many wait as may, once one of them was refused.
    await until(async () => (await reading()) === READERS.perCaller && (await metric(REFUSALS)) > 0)
    const refused = await send(service.baseUrl, { path: USERS, headers: basic(busy.keys['data-warehouse']) })
    expectProblem(refused, 'unavailable')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    for (let read = 0; read < 20; read++) {
      const answer = await send(service.baseUrl, { path: USERS, headers: basic(other.keys['data-warehouse']) })
      expect(answer.status).toBe(200)
      expect(answer.json<unknown[]>()).toHaveLength(100)
      expect(await reading()).toBeGreaterThanOrEqual(READERS.perCaller)
    }
    // Another key of the same organization has a share of its own.
    const own = await send(service.baseUrl, { path: '/v1/analytics/groups/basic', headers: basic(busy.keys['all-permissions']) })
    expect(own.status).toBe(200)
    // They keep their places only for so long while someone waits, and on a busy machine those who waited may have given up by then.
    await until(async () => {
      if ((await waiting()) === 0) slow.push(openSlow(USERS))
      return (await metric('rollcall_readers_dropped_total')) >= READERS.perCaller
    }, TEST_TIMEOUT_MS)
    await free(slow)
  })

  it('of several keys take the share of an organization', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => service.createKey(busy.id, 'data-warehouse')))
    const slow = keys.flatMap((key) => Array.from({ length: READERS.perCaller }, () => openSlow(USERS, basic(key))))
    await until(async () => (await reading()) === READERS.perOrg && (await waiting()) === READERS.perCaller)
    const answer = await send(service.baseUrl, { path: USERS, headers: basic(other.keys['data-warehouse']) })
    expect(answer.status).toBe(200)
    await free(slow)
  })

  it('a call that waits for its turn is answered once a place is free', async () => {
    const slow = Array.from({ length: READERS.perCaller }, () => openSlow(USERS))
    await until(async () => (await reading()) === READERS.perCaller)
    const next = send(service.baseUrl, { path: '/v1/analytics/groups/basic', headers: basic(busy.keys['data-warehouse']) })
    await until(async () => (await waiting()) === 1)
    slow[0]?.destroy()
    expect((await next).status).toBe(200)
    await free(slow)
  })
})

describe('a slow reader of published rows', () => {
  const open = async (encoding = 'gzip'): Promise<IncomingMessage> => {
    const headers = { ...basic(busy.keys['data-warehouse']), 'accept-encoding': encoding }
    const outgoing = request(new URL(ATTENDANCE, service.baseUrl), { headers, agent: false })
    outgoing.end()
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    return incoming
  }

  it('holds no connection while it is waited for, and still gets every row', async () => {
    const large = await addLargeSegments(service.database.pool, busy.id, 128)
    const incoming = await open()
    await until(async () => (await reading()) === 1)
    await until(async () => (await transactions()) === 0)
    expect(await reading()).toBe(1)
    let bytes = 0
    for await (const part of incoming.pipe(createGunzip()) as AsyncIterable<Buffer>) bytes += part.length
    expect(bytes).toBe(large.bytes)
    await until(async () => (await reading()) === 0)
  })

  it('is cut off where what it has yet to read was published again meanwhile', async () => {
    // So large that most of it is yet to be fetched.
    const incoming = await open('identity')
    incoming.on('error', () => {})
    await until(async () => (await transactions()) === 0)
    await service.database.pool.query('update segments set revision = revision + 1 where org_id = $1', [busy.id])
    const closed = once(incoming, 'close').catch(() => {})
    incoming.resume()
    await closed
    expect(incoming.complete).toBe(false)
  })
})

describe('a reader that takes nothing', () => {
  const rows = async function* () {
    for (;;) yield Buffer.alloc(1 << 20)
  }

  it('is cut off soon where its place is wanted', async () => {
    const place = placeOf({ isWanted: true })
    const stream = streamRows({ close() {} }, rows(), { place, times: { stallMs: 3_600_000, wantedMs: 50 } })
    stream.once('readable', () => stream.read(1))
    await expect(once(stream, 'close')).rejects.toThrow('stalled')
    expect(place).toMatchObject({ isDropped: true, isLeft: true })
  })

  it('may take its time where no one waits for its place', async () => {
    const place = placeOf({ isWanted: false })
    const stream = streamRows({ close() {} }, rows(), { place, times: { stallMs: 3_600_000, wantedMs: 10 } })
    stream.once('readable', () => stream.read(1))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([stream.destroyed, place.isDropped]).toEqual([false, false])
    stream.destroy()
    await until(async () => place.isLeft)
  })
})
