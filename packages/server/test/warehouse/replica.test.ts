import type { AttendanceRow, UserRow } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkReplica } from '../../src/operations/doctor/check-replica.ts'
import { basic, bearer, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { createLagGauge } from '../../src/warehouse/replica/replica-lag.ts'
import { type Bench, type Office, openBench, openOffice } from '../attendance/support.ts'
import { until } from '../http/support/credentials.ts'
import { type Answer, send } from '../http/support/send.ts'
import { type ReplicatedServer, startReplicatedServer } from './replica-support.ts'
import { publish } from './support.ts'

const SECRET_KEY = 'cd'.repeat(32)
const MAX_LAG_S = 10
const DAY = '2026-03-02'

describe.runIf(process.platform === 'linux')('a service with a replica', () => {
  const stack = new AsyncDisposableStack()
  let server: ReplicatedServer
  let bench: Bench
  let office: Office
  let reader: TestService
  let location: string

  beforeAll(async () => {
    server = stack.use(await startReplicatedServer())
    bench = stack.use(await openBench({ secretKey: SECRET_KEY, nightly: false }, server.url))
    office = await openOffice(bench)
    location = await office.addLocation()
    const databaseUrl = bench.service.database.url
    await replicaHasAll()
    const replicaUrl = server.replicaUrl(databaseUrl)
    const settings = { databaseUrl, replicaUrl, replicaMaxLag: MAX_LAG_S, secretKey: SECRET_KEY, nightly: false, cacheMib: 1 }
    reader = stack.use(await startTestService(settings, server.url))
    await until(async () => (await metric('rollcall_replica_used')) === 1)
  })
  afterAll(() => stack.disposeAsync())

  const metric = async (line: string, { baseUrl, metricsToken } = reader): Promise<number> => {
    const { text } = await send(baseUrl, { path: '/metrics', headers: bearer(metricsToken) })
    const found = text.split('\n').find((each) => each.startsWith(`${line} `))
    return Number(found?.slice(line.length + 1))
  }
  const readsOf = (from: string) => metric(`rollcall_warehouse_reads_total{server="${from}"}`)

  const get = (dataset: string, day = DAY): Promise<Answer> =>
    send(reader.baseUrl, {
      path: `/v1/analytics/${dataset}/basic?startDate=${day}&endDate=${day}`,
      headers: basic(office.organization.keys['data-warehouse']),
    })
  const users = () =>
    send(reader.baseUrl, { path: '/v1/analytics/users/basic', headers: basic(office.organization.keys['data-warehouse']) })
  const attendance = (day?: string) => get('user-booking-attendance', day)
  const plansOf = (answer: Answer) => answer.json<AttendanceRow[]>().map(({ plan }) => plan)

  /** What the doctor says. */
  const doctor = async () => {
    const replicaUrl = server.replicaUrl(bench.service.database.url)
    const findings = await checkReplica(office.pool, { replicaUrl })
    return findings.map(({ level, found }) => `${level}: ${found}`).join()
  }

  /** Waits until the replica has what is committed. */
  const replicaHasAll = () => until(() => server.hasAll())

  it('reads rows from the replica, and says as of when', async () => {
    await office.plan(await office.addUser(location), DAY, 'r')
    await publish(office)
    await replicaHasAll()
    const before = await readsOf('replica')
    const askedAt = Date.now()
    const answer = await attendance()
    expect(plansOf(answer)).toEqual(['r'])
    expect(await readsOf('replica')).toBe(before + 1)
    const asOf = Date.parse(String(answer.headers['warehouse-as-of']))
    expect(asOf).toBeLessThanOrEqual(Date.now())
    expect(asOf).toBeGreaterThanOrEqual(askedAt - 1000 * MAX_LAG_S)
    // On a busy machine it may need longer than the doctor waits.
    await expect.poll(doctor).toBe('ok: The replica follows the primary.')
  })

  it('answers 304 for the state that the replica gave', async () => {
    const { headers } = await attendance()
    const again = await send(reader.baseUrl, {
      path: `/v1/analytics/user-booking-attendance/basic?startDate=${DAY}&endDate=${DAY}`,
      headers: { ...basic(office.organization.keys['data-warehouse']), 'if-none-match': String(headers.etag) },
    })
    expect(again.status).toBe(304)
  })

  it('reads a refresh at once, from the primary while the replica lacks it', async () => {
    await server.onReplica('select pg_wal_replay_pause()')
    const user = await office.addUser(location)
    await office.plan(user, '2026-03-03', 'a')
    await publish(office)
    const before = await readsOf('primary')
    const answer = await attendance('2026-03-03')
    expect(plansOf(answer)).toContain('a')
    expect(answer.headers['warehouse-as-of']).toBeUndefined()
    expect(await readsOf('primary')).toBe(before + 1)
    await server.onReplica('select pg_wal_replay_resume()')
    await replicaHasAll()
  })

  it('states the time of live rows that are behind, and reads the primary once they are too old', async () => {
    const user = await office.addUser(location)
    await replicaHasAll()
    const nameIn = (answer: Answer) => answer.json<UserRow[]>().find(({ userId }) => userId === user)?.lastName
    await until(async () => (await users()).headers['warehouse-as-of'] !== undefined)
    await server.onReplica('select pg_wal_replay_pause()')
    const changedAt = Date.now()
    await office.pool.query(`update users set last_name = 'Late' where org_id = $1 and id = $2`, [office.orgId, user])
    let answer = await users()
    const asOf = String(answer.headers['warehouse-as-of'])
    expect(nameIn(answer)).toBeNull()
    expect(Date.parse(asOf)).toBeLessThanOrEqual(changedAt)
    expect(answer.headers['warehouse-refreshed-at']).toBe(asOf)
    await until(async () => {
      answer = await users()
      return answer.headers['warehouse-as-of'] === undefined
    })
    expect(nameIn(answer)).toBe('Late')
    expect(await metric('rollcall_replica_used')).toBe(0)
    expect(await metric('rollcall_replica_lag_seconds')).toBeGreaterThan(MAX_LAG_S)
    await server.onReplica('select pg_wal_replay_resume()')
    await until(async () => (await metric('rollcall_replica_used')) === 1)
  })

  it('stores presence on the primary when it is first read, and reads it from the replica later', async () => {
    await office.see(await office.addUser(location), location, '2026-03-04T09:00:00Z')
    await publish(office)
    await replicaHasAll()
    const first = await get('presence', '2026-03-04')
    expect(first.json<unknown[]>()).toHaveLength(1)
    expect(first.headers['warehouse-as-of']).toBeUndefined()
    await replicaHasAll()
    await using another = await startTestService(
      {
        ...{ databaseUrl: bench.service.database.url, secretKey: SECRET_KEY, nightly: false },
        replicaUrl: server.replicaUrl(bench.service.database.url),
      },
      server.url,
    )
    await until(async () => (await metric('rollcall_replica_used', another)) === 1)
    const later = await send(another.baseUrl, {
      path: '/v1/analytics/presence/basic?startDate=2026-03-04&endDate=2026-03-04',
      headers: basic(office.organization.keys['data-warehouse']),
    })
    expect(later.headers['warehouse-as-of']).toBeDefined()
    expect(later.text).toBe(first.text)
  })

  it('does not use a replica that was promoted', async () => {
    await server.onReplica('select pg_promote()')
    await until(async () => (await metric('rollcall_replica_used')) === 0)
    const answer = await attendance()
    expect(answer.status).toBe(200)
    expect(answer.headers['warehouse-as-of']).toBeUndefined()
    expect(await doctor()).toMatch(/^fail: .* is no replica/)
  })

  it('goes on without a replica that was killed', async () => {
    await server.killReplica()
    const before = await readsOf('primary')
    expect((await users()).status).toBe(200)
    expect(await doctor()).toMatch(/^warn: .* does not answer/)
    expect(await readsOf('primary')).toBe(before + 1)
  })
})

describe('the lag of a replica', () => {
  it('is the age of the newest moment of which the replica has every commit', () => {
    const lag = createLagGauge(10_000)
    lag.replayed(100)
    expect(lag.asOf(1_000)).toBeUndefined()
    lag.wrote(1_000, 100)
    lag.wrote(2_000, 200)
    lag.replayed(199)
    expect(lag.asOf(11_000)).toEqual(new Date(1_000))
    expect(lag.asOf(11_001)).toBeUndefined()
    expect(lag.seconds(11_001)).toBe(10.001)
    lag.replayed(200)
    expect(lag.asOf(11_001)).toEqual(new Date(2_000))
  })

  it('is not known after the clock was set back, until the replica has what was written since', () => {
    const lag = createLagGauge(10_000)
    lag.wrote(100_000, 100)
    lag.replayed(100)
    expect(lag.asOf(40_000)).toBeUndefined()
    lag.wrote(40_000, 200)
    lag.replayed(200)
    expect(lag.asOf(40_000)).toEqual(new Date(40_000))
  })

  it('stays known while the primary cannot be asked, and only grows', () => {
    const lag = createLagGauge(10_000)
    lag.wrote(1_000, 100)
    for (const position of [100, 150, 200]) lag.replayed(position)
    expect(lag.asOf(11_000)).toEqual(new Date(1_000))
    expect(lag.asOf(12_000)).toBeUndefined()
  })
})
