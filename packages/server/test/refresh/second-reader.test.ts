import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { LONG_WAITS } from '../../src/testing/test-database.ts'
import { runRefresh } from '../../src/warehouse/refresh/refresh-service.ts'
import { type Bench, type Office, openBench, openOffice } from '../attendance/support.ts'
import { contentOf, noonUtc, segmentsOf } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const LATER = noonUtc('2026-06-05')
/** More days than one statement computes. */
const DAYS = ['2026-03-02', '2026-04-01', '2026-04-20', '2026-05-04', '2026-06-01']

/** With so many users, the five days have the 2,000 rows for which a second connection is opened. */
const LARGE = 400

const addUsers = ({ pool, orgId }: Office, count: number) =>
  pool.query(
    `insert into users (org_id, id, user_name) select $1, gen_random_uuid(), 'colleague-' || n from generate_series(1, $2) n`,
    [orgId, count],
  )

const openOldOffice = async (users = LARGE): Promise<Office> => {
  const office = await openOffice(bench)
  const user = await office.addUser(await office.addLocation())
  await addUsers(office, users - 1)
  for (const day of DAYS) await office.plan(user, day, 'o')
  return office
}

/** Refreshes with this many connections, and tells how many of them were in use at most. */
const refreshWith = async (poolSize: number, { orgId }: Office, { afterBatch = () => {}, all = false } = {}) => {
  await using jobs = openDatabase({ url: bench.service.database.url, poolSize, ...LONG_WAITS })
  let most = 0
  const onProgress = () => {
    most = Math.max(most, jobs.pool.totalCount - jobs.pool.idleCount)
    afterBatch()
  }
  const report = await runRefresh(jobs, orgId, { moment: LATER, onProgress, all })
  return { report, most }
}

test('a run of many rows reads with two connections where one is to spare, and publishes the same', async () => {
  const [roomy, tight, small] = [await openOldOffice(), await openOldOffice(), await openOldOffice(1)]
  const [two, one, few] = [await refreshWith(10, roomy), await refreshWith(4, tight), await refreshWith(10, small)]
  expect([two.most, one.most, few.most]).toEqual([3, 2, 2])
  expect(two.report.segments).toBe(one.report.segments)
  const positions = async (office: Office) => (await segmentsOf(office)).map(({ day, position }) => [day, position])
  expect(await positions(roomy)).toEqual(await positions(tight))
})

test('a run of one day reads with two connections from 2,000 users on', async () => {
  const office = await openOffice(bench)
  const user = await office.addUser(await office.addLocation())
  await addUsers(office, 1998)
  await office.plan(user, '2026-06-04', 'o')
  expect(await refreshWith(10, office)).toMatchObject({ report: { days: 1, segments: 2 }, most: 2 })
  await office.addUser()
  expect(await refreshWith(10, office, { all: true })).toMatchObject({ report: { days: 1, restated: 0 }, most: 3 })
})

test('days of one month that are computed in separate statements are counted together', async () => {
  const office = await openOldOffice()
  await refreshWith(10, office)
  const { rows } = await bench.service.database.pool.query(
    `select month, planned from person_months where org_id = $1 order by month`,
    [office.orgId],
  )
  expect(rows).toEqual([
    { month: '2026-03-01', planned: 1 << 1 },
    { month: '2026-04-01', planned: (1 << 0) | (1 << 19) },
    { month: '2026-05-01', planned: 1 << 3 },
    { month: '2026-06-01', planned: 1 << 0 },
  ])
})

test('one refresh at a time has the second connection, so that others get theirs', async () => {
  const offices = await Promise.all(Array.from({ length: 6 }, () => openOldOffice()))
  await using jobs = openDatabase({ url: bench.service.database.url, poolSize: 10, ...LONG_WAITS })
  let most = 0
  const onProgress = () => {
    most = Math.max(most, jobs.pool.totalCount - jobs.pool.idleCount)
  }
  await Promise.all(offices.map(({ orgId }) => runRefresh(jobs, orgId, { moment: LATER, onProgress })))
  expect(most).toBeLessThanOrEqual(7)
})

test('a run for which no second connection comes free continues with one', async () => {
  const office = await openOldOffice()
  await using jobs = openDatabase({ url: bench.service.database.url, poolSize: 6, waitMs: 50 })
  // What a node looks up once is known.
  await runRefresh(jobs, (await openOldOffice(1)).orgId, { moment: LATER })
  const taken = await Promise.all(Array.from({ length: 4 }, () => jobs.pool.connect()))
  try {
    expect((await runRefresh(jobs, office.orgId, { moment: LATER })).days).toBeGreaterThanOrEqual(DAYS.length)
  } finally {
    for (const client of taken) client.release()
  }
})

test('a run that fails while two days are computed publishes nothing, and the next one publishes all', async () => {
  const office = await openOldOffice()
  const afterBatch = () => {
    throw new Error('given up')
  }
  const failing = refreshWith(10, office, { afterBatch })
  await expect(failing).rejects.toThrow('given up')
  expect(await segmentsOf(office)).toEqual([])
  expect((await refreshWith(10, office)).report.days).toBeGreaterThanOrEqual(DAYS.length)
  expect(await contentOf(office)).not.toEqual([])
})
