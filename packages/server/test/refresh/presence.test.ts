import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { UNSHARED } from '../../src/platform/fairness/fairness.ts'
import { createTelemetry } from '../../src/platform/telemetry/telemetry.ts'
import { daysAfter } from '../../src/platform/time/day.ts'
import { awaitSteadyDay, FILE_MS } from '../../src/testing/steady-day.ts'
import { LONG_WAITS } from '../../src/testing/test-database.ts'
import { createChunkCache } from '../../src/warehouse/chunks/chunk-cache.ts'
import { buildPresenceDay } from '../../src/warehouse/published/presence-segments.ts'
import { createReaders } from '../../src/warehouse/readers/readers.ts'
import { findChunks } from '../../src/warehouse/reading/chunk-reader.ts'
import { startReadNotes } from '../../src/warehouse/reading/dataset-reads.ts'
import { startReadAhead } from '../../src/warehouse/reading/read-ahead.ts'
import { readSegments } from '../../src/warehouse/reading/segment-read.ts'
import { createWarehouse } from '../../src/warehouse/reading/warehouse.ts'
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
  await buildPresenceDay(office.pool, office.orgId, MONDAY, { maxRows: 1 })
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
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%for update of s%'
           and pid <> pg_backend_pid()`,
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

const fail = (error: unknown) => {
  throw error
}

/** A node without HTTP, and which server the rows of its reads came from. */
const openNode = (office: Office) => {
  const servers: string[] = []
  const stack = new AsyncDisposableStack()
  const jobs = stack.use(openDatabase({ url: bench.service.database.url, poolSize: 6, ...LONG_WAITS }))
  const notes = stack.use(startReadNotes(jobs.db, fail))
  const warehouse = createWarehouse({
    ...{
      db: office.db,
      pool: office.pool,
      exports: jobs.pool,
      jobs: jobs.pool,
      cache: createChunkCache(1 << 20),
      readNotes: notes,
    },
    readers: createReaders(createTelemetry(pino({ level: 'silent' })), UNSHARED),
    onRead: (server) => servers.push(server),
  })
  const read = async (dataset: 'presence' | 'user-booking-attendance', firstDay: string, lastDay: string) => {
    const rows = await (await readSegments(warehouse, { orgId: office.orgId, dataset, firstDay, lastDay })).open('deflated')
    for await (const _ of rows.pieces);
    rows.close()
    return servers.at(-1)
  }
  /** Number of states of the office's days whose rows the node has: each form of them comes on its own. */
  const countKnown = (dataset: 'presence' | 'user-booking-attendance') =>
    [...warehouse.refs].filter(
      ([key, refs]) =>
        key.startsWith(`${office.orgId},${dataset},`) &&
        findChunks(warehouse.cache, { orgId: office.orgId, dataset, form: 'deflated', refs }),
    ).length
  const lookAhead = () => startReadAhead(warehouse, jobs, { everyMs: 20, onError: fail })
  return { read, countKnown, lookAhead, notes, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

test('nodes prepare the last 31 days once for organizations that are expected to read them', async () => {
  await awaitSteadyDay(FILE_MS)
  const today = new Date().toISOString().slice(0, 10)
  const [recent, other, old] = [daysAfter(today, -2), daysAfter(today, -30), daysAfter(today, -31)]
  const [office, quiet] = [await openOffice(bench), await openOffice(bench)]
  for (const each of [office, quiet]) {
    const building = await each.addLocation()
    const user = await each.addUser(building)
    for (const day of [old, other, recent]) await each.see(user, building, `${day}T09:00:00Z`)
    await refresh(each, new Date())
  }
  await quiet.pool.query(`update api_keys set created_at = now() - interval '31 days' where org_id = $1`, [quiet.orgId])
  const builtDays = async (each: Office) => (await presenceOf(each)).filter(({ sha256 }) => sha256).map(({ day }) => day)

  await using node = openNode(office)
  await using second = openNode(office)
  {
    await using _ = node.lookAhead()
    await using __ = second.lookAhead()
    await expect.poll(() => builtDays(office)).toEqual([other, recent])
    for (const each of [node, second]) {
      await expect.poll(() => each.countKnown('presence')).toBe(2)
      expect(await each.read('presence', other, recent)).toBe('cache')
      expect(await each.read('user-booking-attendance', other, recent)).toBe('cache')
    }
    expect((await presenceOf(office)).map(({ revision }) => revision)).toEqual([1, 1, 1])
    expect(await node.read('presence', old, recent)).toBe('primary')
    // What has just been published is ready as well.
    await office.pool.query('update users set user_name = $2 where org_id = $1', [office.orgId, 'eve'])
    await refresh(office, new Date())
    await expect.poll(() => second.countKnown('presence')).toBe(4)
    expect(await second.read('presence', other, recent)).toBe('cache')
  }
  expect(await builtDays(quiet)).toEqual([])

  // A read says that there will be others.
  await using reader = openNode(quiet)
  expect(await reader.read('presence', recent, recent)).toBe('primary')
  await reader.notes[Symbol.asyncDispose]()
  await using _ = reader.lookAhead()
  await expect.poll(() => builtDays(quiet)).toEqual([other, recent])
})

test('a build that is ended keeps what is committed, and is resumed', async () => {
  const { office } = await openPublished()
  const stopping = new AbortController()
  const rest = async () => stopping.abort()
  const { signal } = stopping
  await expect(buildPresenceDay(office.pool, office.orgId, MONDAY, { maxRows: 1, signal, rest })).rejects.toThrow()
  expect((await presenceOf(office)).filter(({ sha256 }) => sha256)).toHaveLength(1)
  await buildPresenceDay(office.pool, office.orgId, MONDAY)
  expect((await presenceOf(office)).filter(({ sha256 }) => sha256)).toHaveLength(2)
  expect(await refresh(office, LATER, { all: true })).toMatchObject({ segments: 0 })
})
