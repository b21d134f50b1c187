import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, shareBench } from '../../../server/test/attendance/support.ts'
import { publish as publishAt } from '../../../server/test/warehouse/support.ts'
import { backfill, incremental, openDestination, status } from '../../src/index.ts'
import {
  ATTENDANCE,
  clientOf,
  countersOf,
  day,
  erasePresence,
  expectExact,
  FROM,
  type Office,
  openHistory,
  publish,
  startProxy,
} from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

test('a backfill copies the service row for row, each segment once, with as few requests as possible', async () => {
  const { office, copy, client } = await openHistory(bench)
  const summary = await copy.using((destination) => backfill({ client, destination, from: FROM }))
  await expectExact(bench, copy, office)
  expect(summary).toMatchObject({ mode: 'feed', notices: [], reasons: { refreshed: 42, lateEvents: 0, corrected: 0, erased: 0 } })
  expect(countersOf(summary, ATTENDANCE)).toMatchObject({ rowsWritten: 18, segmentsRead: 18, windowsRead: 3, unchanged: 0 })
  expect(countersOf(summary, 'presence')).toMatchObject({ rowsWritten: 18, segmentsRead: 12, windowsRead: 2 })
  expect(summary.verified).toEqual({ bySha256: 30, byRowCount: 12 })
  expect(summary.bytes).toBeGreaterThan(1000)
})

test('repeating a backfill reads no loaded data', async () => {
  const { office, copy } = await openHistory(bench)
  const proxy = await startProxy(bench.service.baseUrl)
  const client = clientOf(bench, office, proxy.baseUrl)
  const run = () => copy.using((destination) => backfill({ client, destination, from: FROM }))
  await run()
  proxy.seen.length = 0
  const summary = await run()
  expect(countersOf(summary, ATTENDANCE)).toMatchObject({ rowsWritten: 0, windowsRead: 0, segmentsRead: 0, unchanged: 18 })
  expect([...proxy.read(ATTENDANCE), ...proxy.read('presence'), ...proxy.read('events')]).toEqual([])
  await expectExact(bench, copy, office)
})

test('a backfill resumes where it was interrupted', async () => {
  const { office, copy } = await openHistory(bench)
  const stop = new AbortController()
  const proxy = await startProxy(bench.service.baseUrl)
  const client = clientOf(bench, office, proxy.baseUrl)
  const stopped = copy.using((destination) =>
    backfill({
      ...{ client, destination, from: FROM, parallel: 1, signal: stop.signal },
      onProgress: ({ text }) => {
        if (text.startsWith(ATTENDANCE)) stop.abort(new Error('stopped here'))
      },
    }),
  )
  await expect(stopped).rejects.toThrow('stopped here')
  const summary = await copy.using((destination) => incremental({ client, destination }))
  expect(countersOf(summary, ATTENDANCE).unchanged).toBe(6)
  expect(countersOf(summary, ATTENDANCE).segmentsRead).toBe(12)
  await expectExact(bench, copy, office)
})

test('an incremental load reads only what was published since, and is exact after late events, moves, renamings and removals', async () => {
  const { office, copy, client, berlin, paris, ada, bob, eve } = await openHistory(bench)
  await copy.using((destination) => backfill({ client, destination, from: FROM }))
  const load = () => copy.using((destination) => incremental({ client, destination }))
  const idle = await load()
  expect(idle.datasets.map(({ windowsRead }) => windowsRead)).toEqual(idle.datasets.map(() => 0))

  const deeds: [string, () => Promise<unknown>][] = [
    ['a late event', () => office.see(eve, berlin, `${day(3)}T12:00:00Z`)],
    [
      'rows that move to another building',
      () =>
        office.pool.query('update users set primary_location_id = $3 where org_id = $1 and id = $2', [office.orgId, eve, paris]),
    ],
    [
      'another name of a building',
      () => office.pool.query(`update locations set name = 'Mitte' where org_id = $1 and id = $2`, [office.orgId, berlin]),
    ],
    [
      'plans that are dropped',
      () => office.pool.query('delete from day_plans where org_id = $1 and user_id = $2', [office.orgId, bob]),
    ],
    ['presence that is erased', () => erasePresence(office, bob)],
    ['presence in another building', () => office.see(ada, paris, `${day(4)}T08:00:00Z`)],
  ]
  let cursor = await readToEnd(office)
  let removed = 0
  for (const [what, deed] of deeds) {
    await deed()
    await publish(office)
    const announced = await readToEnd(office, cursor.cursor)
    const summary = await load()
    const counters = [countersOf(summary, ATTENDANCE), countersOf(summary, 'presence')]
    const read = counters.reduce((sum, { segmentsRead, segmentsRemoved }) => sum + segmentsRead + segmentsRemoved, 0)
    expect([what, read]).toEqual([what, announced.segments.length])
    expect([what, announced.segments.length > 0]).toEqual([what, true])
    removed += counters.reduce((sum, { segmentsRemoved }) => sum + segmentsRemoved, 0)
    await expectExact(bench, copy, office)
    cursor = announced
  }
  expect(removed).toBeGreaterThan(0)
})

/** Everything that the feed announces after a cursor. */
const readToEnd = async (office: Office, cursor?: string) => {
  const client = clientOf(bench, office)
  const page = await client.readChanges({ datasets: 'presence,user-booking-attendance', ...(cursor ? { cursor } : {}) })
  expect(page.hasMore).toBe(false)
  return page
}

test('a segment published again during the load is read again, and the copy is exact', async () => {
  const { office, copy, eve, berlin } = await openHistory(bench)
  let published = 0
  const proxy = await startProxy(bench.service.baseUrl, async (_, __, url) => {
    if (!url.pathname.includes(ATTENDANCE) || published > 0) return false
    published += 1
    await office.see(eve, berlin, `${day(2)}T12:00:00Z`, `${day(10)}T12:00:00Z`)
    await publish(office)
    return false
  })
  const client = clientOf(bench, office, proxy.baseUrl)
  const summary = await copy.using((destination) => backfill({ client, destination, from: FROM }))
  expect(published).toBe(1)
  expect(summary.reasons.lateEvents).toBeGreaterThan(0)
  await expectExact(bench, copy, office)
  const idle = await copy.using((destination) => incremental({ client, destination }))
  expect(countersOf(idle, ATTENDANCE)).toMatchObject({ windowsRead: 0, segmentsRead: 0 })
})

test('a day after the last one that was asked for, already over at some locations, is read by the next load', async () => {
  const { office, copy, client, ada, berlin } = await openHistory(bench)
  const today = new Date().toISOString().slice(0, 10)
  await office.see(ada, berlin, `${today}T00:00:00Z`)
  await publishAt(office, { moment: new Date(Date.parse(today) + 36 * 3_600_000) })
  const to = new Date(Date.parse(today) - 24 * 3_600_000).toISOString().slice(0, 10)
  await copy.using((destination) => backfill({ client, destination, from: FROM, to }))
  const ofToday = () => copy.query(`select user_id from user_booking_attendance where day = date '${today}'`)
  expect(await ofToday()).toEqual([])
  await copy.using((destination) => incremental({ client, destination }))
  expect(await ofToday()).toEqual([{ user_id: ada }])
})

test('content that always differs from its announcement ends the load with advice', async () => {
  const { office, copy } = await openHistory(bench)
  const proxy = await startProxy(bench.service.baseUrl, async (_, response, url) => {
    if (!url.pathname.includes('/changes')) return false
    const answer = await clientOf(bench, office).readChanges(Object.fromEntries(url.searchParams))
    const segments = answer.segments.map((segment) => ({ ...segment, sha256: segment.sha256 && '0'.repeat(64) }))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...answer, segments }))
    return true
  })
  const client = clientOf(bench, office, proxy.baseUrl)
  const loading = copy.using((destination) => backfill({ client, destination, from: FROM }))
  await expect(loading).rejects.toThrow(/differs from what the change feed of the service announces/)
})

test('only the days of the range are loaded, and an incremental load never reads earlier days', async () => {
  const { office, copy, client, ada, berlin } = await openHistory(bench)
  const loadedDays = () => copy.query('select distinct day::text as day from user_booking_attendance order by 1')
  const cut = await copy.using((destination) => backfill({ client, destination, from: day(4), to: day(9) }))
  expect(cut.notices).toEqual([`The next incremental load will load the days after ${day(9)}.`])
  expect(await loadedDays()).toEqual([{ day: day(4) }, { day: day(9) }])
  const load = () => copy.using((destination) => incremental({ client, destination }))
  await load()
  expect(await loadedDays()).toEqual([4, 9, 10, 20].map((number) => ({ day: day(number) })))
  await office.see(ada, berlin, `${day(2)}T20:00:00Z`)
  await publish(office)
  expect(countersOf(await load(), ATTENDANCE).segmentsRead).toBe(0)
  await copy.using((destination) => backfill({ client, destination, from: FROM }))
  await expectExact(bench, copy, office)
})

test('only chosen datasets are loaded, and more can be added', async () => {
  const { office, copy, client } = await openHistory(bench)
  const run = (datasets: string[]) => copy.using((destination) => backfill({ client, destination, from: FROM, datasets }))
  const first = await run(['presence'])
  const directory = ['locations', 'groups', 'users', 'desks', 'spaces', 'group-members', 'group-closure', 'desk-history']
  expect(first.datasets.map(({ name }) => name)).toEqual([...directory, 'presence'])
  expect(await copy.query('select count(*)::int as n from user_booking_attendance')).toEqual([{ n: 0 }])
  await run([ATTENDANCE])
  await expectExact(bench, copy, office)
  const summary = await copy.using((destination) => incremental({ client, destination }))
  expect([countersOf(summary, ATTENDANCE), countersOf(summary, 'presence')].map(({ segmentsRead }) => segmentsRead)).toEqual([
    0, 0,
  ])
  await expect(run(['attendance'])).rejects.toThrow(/no dataset attendance\. The datasets are user-booking-attendance/)
})

test('a first incremental load loads everything', async () => {
  const { office, copy, client } = await openHistory(bench)
  await copy.using((destination) => incremental({ client, destination }))
  await expectExact(bench, copy, office)
})

test('a copy of a restored service reports the restore, and a backfill makes it exact', async () => {
  const { office, copy, client } = await openHistory(bench)
  await copy.using((destination) => backfill({ client, destination, from: FROM }))
  const proxy = await startProxy(bench.service.baseUrl, (_, response, { pathname, searchParams }) => {
    if (!pathname.includes('/changes') || !searchParams.has('cursor')) return false
    response.writeHead(400, { 'content-type': 'application/problem+json' }).end('{"code":"invalid_cursor"}')
    return true
  })
  const restored = clientOf(bench, office, proxy.baseUrl)
  await expect(copy.using((destination) => incremental({ client: restored, destination }))).rejects.toThrow(
    /restored from a backup, run a backfill, which compares everything/,
  )
  // As if the days after the backup had never happened.
  await office.pool.query('delete from segments where org_id = $1 and day > $2', [office.orgId, day(9)])
  await office.pool.query('delete from day_plans where org_id = $1 and day > $2', [office.orgId, day(9)])
  await office.pool.query('delete from presence_events where org_id = $1 and local_day > $2', [office.orgId, day(9)])
  await office.pool.query('delete from day_changes where org_id = $1 and day > $2', [office.orgId, day(9)])
  const summary = await copy.using((destination) => backfill({ client, destination, from: FROM }))
  expect(countersOf(summary, ATTENDANCE)).toMatchObject({ segmentsRead: 0, segmentsRemoved: 6, unchanged: 12 })
  expect(await copy.query(`select count(*)::int as n from presence where day > '${day(9)}' or user_id is null`)).toEqual([
    { n: 0 },
  ])
})

test('a backfill of unfinished days reports that and writes nothing', async () => {
  const { copy, client } = await openHistory(bench)
  const from = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const loading = copy.using((destination) => backfill({ client, destination, from }))
  await expect(loading).rejects.toThrow(new RegExp(`No day from ${from} on is over yet`))
  expect(await copy.using(status)).toMatchObject({ mode: null, datasets: [] })
})

test('a dry run reports what would be read, and neither writes nor creates anything', async () => {
  const { copy, client } = await openHistory(bench)
  await using nothing = await openDestination(copy.where, { readOnly: true })
  const dry = await backfill({ client, destination: nothing, from: FROM, dryRun: true })
  expect(countersOf(dry, ATTENDANCE)).toMatchObject({ rowsWritten: 18, segmentsRead: 18, windowsRead: 3 })
  expect(existsSync(copy.where)).toBe(false)
})
