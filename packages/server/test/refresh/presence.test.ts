import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPresenceDay } from '../../src/warehouse/published/presence-segments.ts'
import { type Bench, type Office, openBench, openOffice } from '../attendance/support.ts'
import { changesBy, noonUtc, refresh, rowsOf, segmentsOf } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const MONDAY = '2026-03-02'
const LATER = noonUtc('2026-03-05')

/** Ada was seen in Berlin, Bob in Paris. */
const openPublished = async () => {
  const office = await openOffice(bench)
  const [berlin, paris] = [await office.addLocation(), await office.addLocation()]
  const [ada, bob] = [await office.addUser(berlin), await office.addUser(paris)]
  await office.see(ada, berlin, `${MONDAY}T09:00:00Z`)
  await office.see(bob, paris, `${MONDAY}T09:00:00Z`)
  await refresh(office, LATER)
  return { office, berlin, paris, ada, bob }
}

const presenceOf = (office: Office) => segmentsOf(office, 'presence')

test('presence is announced by counts, without rows, until a client reads it', async () => {
  const { office, berlin } = await openPublished()
  expect(await presenceOf(office)).toMatchObject([
    { rowCount: 1, sha256: null, reason: 'refreshed' },
    { rowCount: 1, sha256: null, reason: 'refreshed' },
  ])
  expect(await rowsOf(office, MONDAY, berlin, 'presence')).toEqual([])
})

test('more or fewer events publish the segment again, and no other', async () => {
  const { office, paris, bob } = await openPublished()
  const before = await presenceOf(office)
  await office.see(bob, paris, `${MONDAY}T08:00:00Z`)
  await refresh(office, LATER)
  const after = await presenceOf(office)
  const change = { dataset: 'presence', day: MONDAY, locationId: paris }
  expect(changesBy(before, after)).toEqual([{ ...change, revision: 2, rowCount: 2, reason: 'lateEvents' }])
  await office.pool.query('delete from presence_events where org_id = $1 and location_id = $2', [office.orgId, paris])
  await refresh(office, LATER)
  expect(changesBy(after, await presenceOf(office))).toEqual([{ ...change, revision: 3, rowCount: 0, reason: 'corrected' }])
})

test('a day with more rows than are sorted at once is built location by location, with the same rows', async () => {
  const { office } = await openPublished()
  await buildPresenceDay(office.pool, office.orgId, MONDAY, 1)
  const apart = await presenceOf(office)
  expect(apart.map(({ revision, rowCount, sha256 }) => [revision, rowCount, typeof sha256])).toEqual([
    [1, expect.any(Number), 'string'],
    [1, expect.any(Number), 'string'],
  ])
  // A refresh that builds everything at once finds nothing that differs.
  expect(await refresh(office, LATER, { all: true })).toMatchObject({ segments: 0 })
  expect(await presenceOf(office)).toEqual(apart)
})

test('what was read is built again where it may have changed, and published only where it did', async () => {
  const { office, berlin, paris, ada, bob } = await openPublished()
  await buildPresenceDay(office.pool, office.orgId, MONDAY)
  const before = await presenceOf(office)
  expect(before.map(({ revision, sha256 }) => [revision, typeof sha256])).toEqual([
    [1, 'string'],
    [1, 'string'],
  ])
  await office.see(bob, paris, `${MONDAY}T08:00:00Z`)
  await office.pool.query(`update users set user_name = 'eve' where org_id = $1 and id = $2`, [office.orgId, ada])
  await refresh(office, LATER)
  const after = await presenceOf(office)
  expect(
    changesBy(before, after).map(({ locationId, revision, rowCount, reason }) => [locationId, revision, rowCount, reason]),
  ).toEqual(
    [
      [berlin, 2, 1, 'corrected'],
      [paris, 2, 2, 'corrected'],
    ].sort(),
  )
  expect(await rowsOf(office, MONDAY, berlin, 'presence')).toMatchObject([{ userName: 'eve' }])
  await office.plan(ada, MONDAY, 'o')
  await refresh(office, LATER, { all: true })
  expect(await presenceOf(office)).toEqual(after)
})

test('a reader that fixes rows while a refresh runs is waited for, and what it could not see is published by the next one', async () => {
  const { office, paris, bob } = await openPublished()
  await office.see(bob, paris, `${MONDAY}T08:00:00Z`)
  const reader = await office.pool.connect()
  await reader.query('begin')
  // Reads what there is now, and is slow.
  await reader.query(`select from segments where org_id = $1 and dataset = 'presence' for update`, [office.orgId])
  const { rows } = await reader.query(`select location_id from segments where org_id = $1 and dataset = 'presence'`, [
    office.orgId,
  ])
  expect(rows).toHaveLength(2)
  const running = refresh(office, LATER)
  await expect
    .poll(async () => {
      const { rows: waiting } = await office.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for update of s%' and pid <> pg_backend_pid()`,
      )
      return waiting.length
    })
    .toBe(1)
  await reader.query(`update segments set sha256 = '\\x00' where org_id = $1 and dataset = 'presence'`, [office.orgId])
  await reader.query('commit')
  reader.release()
  await running
  expect((await presenceOf(office)).map(({ revision, rowCount }) => [revision, rowCount])).toEqual([
    [1, 1],
    [1, 1],
  ])
  await refresh(office, LATER)
  expect((await presenceOf(office)).map(({ locationId, rowCount }) => [locationId, rowCount])).toContainEqual([paris, 2])
  expect(await rowsOf(office, MONDAY, paris, 'presence')).toHaveLength(2)
})

test('simultaneous readers and refreshes leave the same as a single refresh', async () => {
  const { office, berlin, ada } = await openPublished()
  const days = ['2026-03-01', MONDAY, '2026-03-03', '2026-03-04']
  for (let round = 0; round < 6; round++) {
    await Promise.all([
      ...days.map((day) => office.see(ada, berlin, `${day}T1${round}:00:00Z`)),
      ...days.map((day) => buildPresenceDay(office.pool, office.orgId, day)),
      refresh(office, LATER),
      ...days.map((day) => buildPresenceDay(office.pool, office.orgId, day)),
    ])
  }
  await refresh(office, LATER)
  for (const day of days) await buildPresenceDay(office.pool, office.orgId, day)
  const segments = await presenceOf(office)
  expect(await refresh(office, LATER, { all: true })).toMatchObject({ segments: 0 })
  expect(await presenceOf(office)).toEqual(segments)
  const { rows } = await office.pool.query('select position from change_feeds where org_id = $1', [office.orgId])
  const positions = (await segmentsOf(office)).map(({ position }) => position)
  expect(new Set(positions).size).toBe(positions.length)
  expect(Math.max(...positions)).toBe(rows[0].position)
})
