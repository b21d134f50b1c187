import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { WAITING_PER_CONNECTION } from '../../src/platform/db/pools.ts'
import { basic, bearer, startTestService, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { tokenOf } from '../http/support/credentials.ts'
import { type DirectoryIds, seedDirectory } from '../http/support/directory-data.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { type Answer, post, send } from '../http/support/send.ts'

const POOL_SIZE = 2
/** Callers are dismissed when they have waited so long; on a busy machine many arrive later than in the default time. */
const WAIT_MS = 15_000

let service: TestService
let ids: DirectoryIds
let headers: Record<string, string>
let organization: TestOrganization

beforeAll(async () => {
  service = await startTestService({ poolSize: POOL_SIZE, nightly: false, waitMs: WAIT_MS })
  organization = await service.createOrganization()
  ids = await seedDirectory(service.database.pool, organization.id, 'overload')
  headers = basic(organization.keys['submitting-events'])
})
afterAll(() => service[Symbol.asyncDispose]())

/** Smaller calls share what they wait for, those of one source and of several. */
const LARGE = 501

const submit = (name: string, events = LARGE): Promise<Answer> => {
  const seen = { timestamp: '2026-01-05T09:00:00Z', locationId: ids.desk, locationType: 'place', userId: ids.ada }
  const presenceEvents = Array.from({ length: events }, (_, index) => ({ ...seen, eventId: `${name}-${index}` }))
  return post(service.baseUrl, '/v1/presence/basic', { sourceId: 'badges', presenceEvents }, headers)
}

const metric = async (line: string): Promise<number> => {
  const { text } = await send(service.baseUrl, { path: '/metrics', headers: bearer(service.metricsToken) })
  return Number(
    text
      .split('\n')
      .find((each) => each.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? 0,
  )
}

/** Statements that store events and wait for the lock of their table. */
const waitingForLock = async (): Promise<number> => {
  const { rowCount } = await service.database.pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into presence_events%'
       and pid <> pg_backend_pid()`,
  )
  return rowCount ?? 0
}

/** On a busy machine calls take long to arrive. */
const untilMetric = (line: string, value: number): Promise<void> =>
  expect.poll(() => metric(line), { timeout: 120_000 }).toBe(value)

it('a caller that comes while too many wait for the database is asked to retry, and succeeds once the database answers', async () => {
  // Everything that is looked up once is known.
  expect((await submit('first')).status).toBe(200)
  const answers: Answer[] = []
  const sent: Promise<unknown>[] = []
  const enough = POOL_SIZE * WAITING_PER_CONNECTION + 50
  const isOverflow = ({ text }: Answer): boolean => text.includes('Too many calls wait for the database')
  const blocker = await service.database.pool.connect()
  try {
    await blocker.query('begin')
    await blocker.query('lock table presence_events in access exclusive mode')
    // Those who are dismissed are followed by others, and never are there more than the test needs.
    while (!answers.some(isOverflow)) {
      while (sent.length - answers.length < enough) sent.push(submit(`e${sent.length}`).then((answer) => answers.push(answer)))
      await delay(200)
    }
    expect(await metric('rollcall_database_connections{pool="requests",state="waiting"}')).toBeLessThanOrEqual(
      POOL_SIZE * WAITING_PER_CONNECTION,
    )
    expect((await send(service.baseUrl, { path: '/healthz' })).status).toBe(200)
  } finally {
    await blocker.query('commit')
    blocker.release()
  }
  await Promise.all(sent)
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expectProblem(answer, 'unavailable')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  // Work in the background is refused as well, and tried again.
  expect(await metric('rollcall_overload_refusals_total{what="requests"}')).toBeGreaterThanOrEqual(
    answers.filter(isOverflow).length,
  )
  expect((await submit('last')).status).toBe(200)
})

it('calls that share a statement wait for the database no longer than others', async () => {
  expect((await submit('small', 1)).status).toBe(200)
  const blocker = await service.database.pool.connect()
  try {
    await blocker.query('begin')
    await blocker.query('lock table presence_events in access exclusive mode')
    const first = Array.from({ length: POOL_SIZE }, (_, call) => submit(`large-${call}`))
    // A small one that comes before them would have one of the connections.
    await expect.poll(waitingForLock).toBe(POOL_SIZE)
    const sent: Promise<Answer>[] = []
    for (let call = 0; call < 20; call++) {
      sent.push(submit(`small-${call}`, 1))
      await delay(50)
    }
    for (const answer of await Promise.all(sent)) expectProblem(answer, 'unavailable')
    await blocker.query('commit')
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  expect((await submit('small-again', 1)).status).toBe(200)
})

it('a pool lets only so many wait for each of its connections, and serves those who do', async () => {
  let refused = 0
  await using small = openDatabase({
    ...{ url: service.database.url, poolSize: 2, waitingPerConnection: 3 },
    onRefused: () => {
      refused++
    },
  })
  const { db, pool } = small
  const taken = [await pool.connect(), await pool.connect()]
  const waiting = Array.from({ length: 6 }, () => pool.query('select 1 as one'))
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: 'unavailable' })
  await expect(pool.connect()).rejects.toMatchObject({ code: 'unavailable' })
  await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: 'unavailable' })
  expect(refused).toBe(3)
  for (const client of taken) client.release()
  for (const { rows } of await Promise.all(waiting)) expect(rows).toEqual([{ one: 1 }])
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

it('a caller that waited for a connection for the longest allowed time is counted like one that may not wait', async () => {
  let refused = 0
  await using small = openDatabase({ ...{ url: service.database.url, poolSize: 1 }, onRefused: () => refused++ })
  const taken = await small.pool.connect()
  const waiting = [small.pool.connect(), sql`select 1`.execute(small.db), small.pool.query('select 1')]
  await Promise.all(waiting.map((one) => expect(one).rejects.toThrow('timeout exceeded')))
  expect(refused).toBe(3)
  taken.release()
  await expect(small.pool.query('select no_such_column')).rejects.toThrow('no_such_column')
  expect(refused).toBe(3)
})

it('what a queue of the service refuses is counted by the name of the queue', async () => {
  const counted = 'rollcall_overload_refusals_total{what="readers"}'
  expect(await metric(counted)).toBe(0)
  const token = bearer(await tokenOf(service.baseUrl, organization.keys['all-permissions']))
  // The events of the tests before are not hers, so each read takes milliseconds, and none waits until its time is up.
  const ask = () => send(service.baseUrl, { path: `/api/users/${ids.grace}/personal-data`, headers: token })
  expect((await ask()).status).toBe(200)
  const blocker = await service.database.pool.connect()
  const answers: Promise<Answer>[] = []
  const refused: Promise<Answer>[] = []
  try {
    await blocker.query('begin')
    await blocker.query('lock table access_credentials in access exclusive mode')
    // Connections are opened before anything waits.
    for (let call = 0; call < 4; call++) answers.push(ask())
    await untilMetric('rollcall_readers{state="reading"}', 4)
    for (let call = 0; call < 16; call++) answers.push(ask())
    await untilMetric('rollcall_readers{state="waiting"}', 16)
    for (let call = 0; call < 3; call++) refused.push(ask())
    for (const answer of await Promise.all(refused)) expectProblem(answer, 'unavailable')
    expect(await metric(counted)).toBe(3)
  } finally {
    await blocker.query('commit')
    blocker.release()
  }
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array<number>(20).fill(200))
  expect(await metric(counted)).toBe(3)
})
