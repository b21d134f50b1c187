import type { AttendanceRow, UserRow } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examineCells } from '../../src/operations/doctor/doctor.ts'
import { checkCells } from '../../src/operator/check-cells.ts'
import { openOperator } from '../../src/operator/operator.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { basic, bearer } from '../../src/testing/test-service.ts'
import { runRefresh } from '../../src/warehouse/refresh/refresh-service.ts'
import { until } from '../http/support/credentials.ts'
import { type Answer, send } from '../http/support/send.ts'
import { type ReplicatedServer, startReplicatedServer } from '../warehouse/replica-support.ts'
import { openDatabases } from './support.ts'

const DAY = '2026-03-02'
const LATER = new Date('2026-03-10T12:00:00Z')

describe.runIf(process.platform === 'linux')('a second cell with a streaming replica', () => {
  const stack = new AsyncDisposableStack()
  type Databases = Awaited<ReturnType<typeof openDatabases>>
  type Organization = Awaited<ReturnType<Databases['createOrganization']>>
  let server: ReplicatedServer
  let databases: Databases
  let two: TestDatabase
  let here: Organization
  let there: Organization
  let baseUrl: string

  beforeAll(async () => {
    server = stack.use(await startReplicatedServer())
    databases = stack.use(await openDatabases())
    two = stack.use(await createTestDatabase(server.url))
    await until(async () => await server.hasAll())
    await databases.add('two', two, two.url, server.replicaUrl(two.url))
    here = await databases.createOrganization('Here', 'main', databases.control)
    there = await databases.createOrganization('There', 'two', two)
    for (const [{ pool }, { id }] of [[databases.control, here] as const, [two, there] as const]) {
      await pool.query(`insert into locations (org_id, id, name, time_zone) values ($1, gen_random_uuid(), 'Office', 'UTC')`, [
        id,
      ])
      await pool.query(
        `insert into users (org_id, id, user_name, primary_location_id) select org_id, gen_random_uuid(), 'ada', id from locations where org_id = $1`,
        [id],
      )
      await plan(pool, id, 'r')
    }
    baseUrl = stack.use(await databases.start()).baseUrl
    await until(async () => (await metric('rollcall_replica_used', 'cell="two"')) === 1)
  }, 120_000)
  afterAll(() => stack.disposeAsync())

  const plan = (pool: TestDatabase['pool'], orgId: string, what: 'r' | 'a') =>
    pool
      .query(
        `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
         select org_id, id, $2, $3, 'day-plan', 'directory', gen_random_uuid() from users where org_id = $1
         on conflict (org_id, user_id, day) do update set plan = excluded.plan, command_id = excluded.command_id`,
        [orgId, DAY, what],
      )
      .then(() => runRefresh({ pool }, orgId, { moment: LATER }))

  /** The value of a metric, or undefined if there is none with these labels. */
  const metric = async (name: string, ...labels: readonly string[]): Promise<number | undefined> => {
    const { text } = await send(baseUrl, { path: '/metrics', headers: bearer('token') })
    const found = text.split('\n').find((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)))
    return found === undefined ? undefined : Number(found.slice(found.lastIndexOf(' ') + 1))
  }
  const readsOf = async (cell: string, from: string): Promise<number> =>
    (await metric('rollcall_warehouse_reads_total', `cell="${cell}"`, `server="${from}"`)) ?? 0

  const users = ({ key }: Organization): Promise<Answer> =>
    send(baseUrl, { path: '/v1/analytics/users/basic', headers: basic(key) })
  const attendance = ({ key }: Organization): Promise<Answer> =>
    send(baseUrl, {
      path: `/v1/analytics/user-booking-attendance/basic?startDate=${DAY}&endDate=${DAY}`,
      headers: basic(key),
    })
  const plansOf = (answer: Answer) => answer.json<AttendanceRow[]>().map(({ plan: of }) => of)

  const doctor = async () => {
    const config = { secretKey: undefined, dataDir: databases.dataDir } as Parameters<typeof examineCells>[1]
    const findings = await examineCells(databases.control.db, config, new Date(), { assertReachable: async () => {} })
    return findings.filter(({ check }) => check === 'replica').map(({ level, found }) => `${level}: ${found}`)
  }

  /** What `rollcall cells check` finds about replicas. */
  const cellsCheck = async () => {
    const config = { databaseUrl: databases.control.url, dataDir: databases.dataDir } as Parameters<typeof openOperator>[0]
    await using main = await openOperator(config)
    const findings = await checkCells(main)
    return findings.filter(({ check }) => check === 'replica').map(({ level, found }) => `${level}: ${found}`)
  }

  it('reads of its organizations go to the replica, and those of another cell do not', async () => {
    await until(async () => await server.hasAll())
    const before = { replica: await readsOf('two', 'replica'), primary: await readsOf('main', 'primary') }
    const [own, other] = [await attendance(there), await attendance(here)]
    expect([plansOf(own), plansOf(other)]).toEqual([['r'], ['r']])
    expect([own.headers['warehouse-as-of'], other.headers['warehouse-as-of']]).toEqual([expect.any(String), undefined])
    expect(await readsOf('two', 'replica')).toBe(before.replica + 1)
    expect(await readsOf('main', 'primary')).toBe(before.primary + 1)
    expect(await readsOf('main', 'replica')).toBe(0)
  })

  it('the lag is shown for the cell that has a replica, and the doctor names the cell', async () => {
    expect(await metric('rollcall_replica_lag_seconds', 'cell="two"')).toBeGreaterThanOrEqual(0)
    expect(await metric('rollcall_replica_lag_seconds', 'cell="main"')).toBeUndefined()
    const finding = 'ok: Cell two: The replica follows the primary.'
    // On a busy machine it may need longer than the doctor waits.
    await expect.poll(doctor).toEqual([finding])
    await expect.poll(cellsCheck).toEqual([finding])
  })

  it('a refresh is read at once and live rows are stated as of a time, while replay is paused', async () => {
    await until(async () => (await users(there)).headers['warehouse-as-of'] !== undefined)
    await server.onReplica('select pg_wal_replay_pause()')
    const changedAt = Date.now()
    await two.pool.query(`update users set last_name = 'Late' where org_id = $1`, [there.id])
    const behind = await users(there)
    expect(behind.json<UserRow[]>()[0]?.lastName).toBeNull()
    expect(Date.parse(String(behind.headers['warehouse-as-of']))).toBeLessThanOrEqual(changedAt)
    await plan(two.pool, there.id, 'a')
    expect(plansOf(await attendance(there))).toEqual(['a'])
    await until(async () => ((await metric('rollcall_replica_lag_seconds', 'cell="two"')) ?? 0) > 1)
    expect(await doctor()).toEqual([expect.stringMatching(/^warn: Cell two: The replica lacks/)])
    await server.onReplica('select pg_wal_replay_resume()')
  })

  it('without the replica its organizations are read from the primary of their cell', async () => {
    await server.killReplica()
    await until(async () => (await metric('rollcall_replica_used', 'cell="two"')) === 0)
    const before = await readsOf('two', 'primary')
    expect((await users(there)).json<UserRow[]>()[0]?.lastName).toBe('Late')
    expect(await readsOf('two', 'primary')).toBe(before + 1)
    const finding = expect.stringMatching(/^warn: Cell two: .* does not answer/)
    expect([await doctor(), await cellsCheck()]).toEqual([[finding], [finding]])
  })
})
