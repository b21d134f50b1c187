import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, shareBench } from '../../../server/test/attendance/support.ts'
import { backfill, future, incremental, openDestination, status, verify } from '../../src/index.ts'
import {
  ATTENDANCE,
  type Copy,
  clientOf,
  countersOf,
  day,
  FROM,
  openHistory,
  publish,
  rowsFrom,
  rowsOf,
  startProxy,
} from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const REPAIR = '`rollcall load verify --repair` reads it again'
const DATASETS = [ATTENDANCE, 'presence', 'events']

test('future bookings are replaced by the current ones, separate from published days', async () => {
  const { office, copy, client, ada, bob, berlin } = await openHistory(bench)
  const poll = (days: number) => copy.using((destination) => future({ client, destination, days }))
  for (const days of [1, 5, 40]) await office.plan(ada, dayIn(days), 'o')
  const first = await poll(14)
  expect(countersOf(first, 'future-bookings')).toMatchObject({ table: 'future_bookings', rowsWritten: 2, windowsRead: 1 })
  const ahead = { startDate: dayIn(0), endDate: dayIn(14) }
  expect(await rowsOf(copy, 'future_bookings')).toEqual(await rowsFrom(client.readAttendance(ahead)))
  const loadedAt = async () => String((await copy.using(status)).future?.loadedAt)
  const before = await loadedAt()
  expect(countersOf(await poll(14), 'future-bookings')).toMatchObject({ windowsRead: 0, unchanged: 1 })
  expect((await loadedAt()) > before).toBe(true)

  await office.book(bob, dayIn(3), berlin).catch(() => office.plan(bob, dayIn(3), 'o'))
  await office.pool.query('delete from day_plans where org_id = $1 and day = $2', [office.orgId, dayIn(5)])
  await poll(14)
  expect(await rowsOf(copy, 'future_bookings')).toEqual(await rowsFrom(client.readAttendance(ahead)))
  // Longer than the maximum range of one request.
  expect(countersOf(await poll(60), 'future-bookings')).toMatchObject({ rowsWritten: 3, windowsRead: 1 })
  expect(await copy.query('select count(*)::int as n from user_booking_attendance')).toEqual([{ n: 0 }])
  await expect(poll(0)).rejects.toThrow(/between 1 and 366/)
})

const verified = (copy: Copy, client: Parameters<typeof verify>[0]['client']) =>
  copy.using((destination) => verify({ client, destination }))

test('an exact copy has no differences, and every manual change is found', async () => {
  const { copy, client, berlin, eve } = await openHistory(bench)
  await copy.using((destination) => backfill({ client, destination, from: FROM, datasets: DATASETS }))
  const exact = await verified(copy, client)
  expect(exact).toEqual({ mode: 'feed', segments: 30, windows: 9, differences: [], notices: [] })

  await copy.query(`delete from presence where day = '${day(3)}' and location_id = '${berlin}'`)
  await copy.query(`update user_booking_attendance set day = '${day(5)}' where day = '${day(4)}' and user_id = '${eve}'`)
  await copy.query(`delete from users where user_id = '${eve}'`)
  const { differences } = await verified(copy, client)
  expect(differences.toSorted((a, b) => `${a.dataset}${a.day}`.localeCompare(`${b.dataset}${b.day}`))).toEqual(
    [
      { dataset: 'presence', day: day(3), locationId: berlin, problem: `has 0 rows, 2 are published: ${REPAIR}` },
      { dataset: ATTENDANCE, day: day(4), locationId: null, problem: `has 0 rows, 1 are published: ${REPAIR}` },
      { dataset: ATTENDANCE, day: day(5), locationId: null, problem: `has 1 rows that are not published: ${REPAIR}` },
      { dataset: 'users', day: null, locationId: null, problem: `has 2 rows, the service has 3: ${REPAIR}` },
    ].sort((a, b) => `${a.dataset}${a.day}`.localeCompare(`${b.dataset}${b.day}`)),
  )
})

test('days published after the load are differences until the next load', async () => {
  const { office, copy, client, ada, berlin } = await openHistory(bench)
  await copy.using((destination) => backfill({ client, destination, from: FROM, datasets: DATASETS }))
  await office.see(ada, berlin, `${day(3)}T20:00:00Z`)
  await office.addUser(berlin)
  await publish(office)
  const { differences } = await verified(copy, client)
  expect(differences.map(({ dataset, day }) => [dataset, day])).toEqual([
    [ATTENDANCE, day(3)],
    ['presence', day(3)],
    ['users', null],
  ])
  for (const { problem } of differences) expect(problem).toMatch(/`rollcall load incremental` updates it$/)
  await copy.using((destination) => incremental({ client, destination }))
  expect((await verified(copy, client)).differences).toEqual([])
})

test('a copy of a service without a change feed is compared window by window', async () => {
  const { office, copy, berlin } = await openHistory(bench)
  const proxy = await startProxy(bench.service.baseUrl, (_, response, { pathname }) => {
    if (!pathname.includes('/changes')) return false
    response.writeHead(404).end()
    return true
  })
  const client = clientOf(bench, office, proxy.baseUrl)
  await copy.using((destination) => backfill({ client, destination, from: FROM, datasets: [ATTENDANCE] }))
  expect((await verified(copy, client)).differences).toEqual([])
  await copy.query(`delete from user_booking_attendance where day = '${day(3)}' and primary_location_id = '${berlin}'`)
  expect((await verified(copy, client)).differences).toEqual([
    {
      ...{ dataset: ATTENDANCE, day: FROM, locationId: berlin },
      problem: `has 5 rows in ${FROM} – ${day(31)}, the service has 6: ${REPAIR}`,
    },
  ])
})

test('status shows the content of the copy without contacting the service', async () => {
  const { copy, client } = await openHistory(bench)
  await using nothing = await openDestination(copy.where, { readOnly: true })
  expect(await status(nothing)).toMatchObject({ mode: null, complete: false, loadedAt: null, datasets: [], future: null })
  await expect(verify({ client, destination: nothing })).rejects.toThrow(/Nothing has been loaded/)
  await nothing[Symbol.asyncDispose]()
  await copy.using((destination) => backfill({ client, destination, from: FROM, to: day(4), datasets: DATASETS }))
  const cut = await copy.using(status)
  expect(cut).toMatchObject({ mode: 'feed', complete: false, loadedAt: null })
  await copy.using((destination) => incremental({ client, destination }))
  await copy.using((destination) => future({ client, destination, days: 2 }))
  const full = await copy.using(status)
  expect(full).toMatchObject({ complete: true, loadedAt: expect.any(String), future: { rows: 0, firstDay: dayIn(0) } })
  const presence = { name: 'presence', table: 'presence', rows: 18, from: FROM, lastDay: day(20), parts: 18 }
  expect(full.datasets.find(({ name }) => name === 'presence')).toEqual({ ...presence, parts: expect.any(Number) })
})
