import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, shareBench } from '../../../server/test/attendance/support.ts'
import { backfill, future, openDestination, repair, verify } from '../../src/index.ts'
import {
  ATTENDANCE,
  clientOf,
  countersOf,
  day,
  expectExact,
  FROM,
  LAST_DAY,
  newFolder,
  openHistory,
  rowsFrom,
  rowsOf,
  startProxy,
} from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const EVENTS = { startDate: FROM, endDate: LAST_DAY }

/** A history with an event and a parking booking. */
const openFullHistory = async () => {
  const history = await openHistory(bench)
  const { office, berlin } = history
  await office.pool.query(
    `insert into workplace_events (org_id, id, name, starts_at, ends_at, location_id)
     values ($1, gen_random_uuid(), 'Town hall', '${day(5)}T10:00:00Z', '${day(5)}T11:00:00Z', $2)`,
    [office.orgId, berlin],
  )
  return history
}

test('a repair restores rows that were manually deleted, emptied or moved, and reads nothing else', async () => {
  const { office, copy, client, berlin, eve } = await openFullHistory()
  await copy.using((destination) => backfill({ client, destination, from: FROM }))
  await copy.query(`delete from presence where day = '${day(3)}' and location_id = '${berlin}'`)
  await copy.query(`update user_booking_attendance set day = '${day(5)}' where day = '${day(4)}' and user_id = '${eve}'`)
  await copy.query(`insert into presence (source_id, event_id, location_id, day) values ('x', 'x', '${berlin}', '${day(-25)}')`)
  await copy.query('delete from users')
  await copy.query('delete from events')
  await copy.query(`insert into events (event_id, day) values ('a', '${day(-25)}'), ('b', '${day(-25)}')`)
  const { differences, summary } = await copy.using((destination) => repair({ client, destination }))
  expect(differences.map(({ dataset }) => dataset).sort()).toEqual(
    ['events', 'presence', 'presence', ATTENDANCE, ATTENDANCE, 'users'].sort(),
  )
  expect(countersOf(summary, ATTENDANCE)).toMatchObject({ segmentsRead: 1, segmentsRemoved: 1, unchanged: 17 })
  expect(countersOf(summary, 'presence')).toMatchObject({ segmentsRead: 1, segmentsRemoved: 1, unchanged: 11 })
  expect(countersOf(summary, 'locations')).toMatchObject({ windowsRead: 0, unchanged: 1 })
  await expectExact(bench, copy, office)
  expect(await rowsOf(copy, 'events')).toEqual(await rowsFrom(client.readEvents(EVENTS)))
  expect((await copy.using((destination) => verify({ client, destination }))).differences).toEqual([])
})

test('a repair of an exact copy loads nothing', async () => {
  const { office, copy, client } = await openFullHistory()
  await copy.using((destination) => backfill({ client, destination, from: FROM }))
  const remembered = () => copy.using(async (destination) => [...(await destination.readState())])
  const before = await remembered()
  const { differences, summary } = await copy.using((destination) => repair({ client, destination }))
  expect(differences).toEqual([])
  expect(summary).toMatchObject({ mode: 'feed', bytes: 0 })
  expect(summary.datasets.every(({ windowsRead, unchanged }) => windowsRead === 0 && unchanged === 0)).toBe(true)
  expect(await remembered()).toEqual(before)
  await expectExact(bench, copy, office)
})

test('a copy of a service without a change feed is repaired as well', async () => {
  const { office, copy, berlin } = await openFullHistory()
  const proxy = await startProxy(bench.service.baseUrl, (_, response, { pathname }) => {
    if (!pathname.includes('/changes')) return false
    response.writeHead(404).end()
    return true
  })
  const client = clientOf(bench, office, proxy.baseUrl)
  await copy.using((destination) => backfill({ client, destination, from: FROM }))
  await copy.query(`delete from user_booking_attendance where day = '${day(3)}' and primary_location_id = '${berlin}'`)
  await copy.query('delete from presence')
  const { differences } = await copy.using((destination) => repair({ client, destination }))
  expect(differences.length).toBeGreaterThan(1)
  await expectExact(bench, copy, office)
})

test('a repair restores files that were removed from a folder', async () => {
  const { client } = await openFullHistory()
  const folder = join(await newFolder(), 'copy')
  const using = async <T>(work: (destination: Awaited<ReturnType<typeof openDestination>>) => Promise<T>): Promise<T> => {
    await using destination = await openDestination(folder, { format: 'ndjson' })
    return await work(destination)
  }
  await using((destination) => backfill({ client, destination, from: FROM }))
  const list = async () => (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ndjson')).sort()
  const before = await list()
  const gone = [
    'users.ndjson',
    before.find((name) => name.startsWith('presence/')),
    before.find((name) => name.startsWith('events/')),
  ]
  for (const name of gone) await rm(join(folder, String(name)))
  const { differences } = await using((destination) => repair({ client, destination }))
  expect(differences.map(({ dataset }) => dataset).sort()).toEqual(['events', 'presence', 'users'])
  expect(await list()).toEqual(before)
  expect((await using((destination) => verify({ client, destination }))).differences).toEqual([])
})

test('deleted future bookings are restored by the next poll', async () => {
  const { office, copy, client, ada } = await openHistory(bench)
  await office.plan(ada, new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10), 'o')
  const poll = () => copy.using((destination) => future({ client, destination, days: 14 }))
  await copy.using((destination) => backfill({ client, destination, from: FROM }))
  await poll()
  await copy.query('delete from future_bookings')
  expect(countersOf(await poll(), 'future-bookings')).toMatchObject({ windowsRead: 0 })
  const { summary } = await copy.using((destination) => repair({ client, destination }))
  expect(summary.notices).toContain('`rollcall load future` reads the bookings of future days again.')
  expect(countersOf(await poll(), 'future-bookings')).toMatchObject({ rowsWritten: 1 })
})
