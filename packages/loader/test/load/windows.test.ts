import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, shareBench } from '../../../server/test/attendance/support.ts'
import { backfill, incremental } from '../../src/index.ts'
import {
  ATTENDANCE,
  clientOf,
  countersOf,
  day,
  erasePresence,
  expectExact,
  FROM,
  HISTORY,
  type Office,
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

const DATASETS = [ATTENDANCE, 'presence']
const TODAY = Date.now()
/** The whole history. */
const lookBackDays = Math.ceil((TODAY - Date.parse(FROM)) / 86_400_000) + 1

/** A service of the same interface without change feed, rows without a location, and ETags. */
const startPlainService = async (office: Office, { dropped = ['etag', 'warehouse-row-count'], knowsNone = false } = {}) => {
  const proxy = await startProxy(
    bench.service.baseUrl,
    (_, response, { pathname, searchParams }) => {
      const isNone = [...searchParams.values()].includes('none')
      if (!pathname.includes('/changes') && (knowsNone || !isNone)) return false
      const isFeed = pathname.includes('/changes')
      const problem = { code: isFeed ? 'not_found' : 'invalid_query' }
      response.writeHead(isFeed ? 404 : 400, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem))
      return true
    },
    dropped,
  )
  return { ...proxy, client: clientOf(bench, office, proxy.baseUrl) }
}

test('a service without a change feed is read location by location, and loaded data is not read again', async () => {
  const { office, copy } = await openHistory(bench)
  const service = await startPlainService(office, { knowsNone: true })
  const { client } = service
  const run = () => copy.using((destination) => backfill({ client, destination, from: FROM, datasets: DATASETS }))
  const summary = await run()
  expect(summary.mode).toBe('windows')
  await expectExact(bench, copy, office)
  const months = new Set(service.read(ATTENDANCE).map(({ query }) => query.get('startDate'))).size
  expect(service.read(ATTENDANCE)).toHaveLength(months * 3)
  service.seen.length = 0
  expect(countersOf(await run(), ATTENDANCE)).toMatchObject({ rowsWritten: 0, windowsRead: 0, unchanged: months * 3 })
  expect([...service.read(ATTENDANCE), ...service.read('presence')]).toEqual([])
})

test('an incremental load reads the days of its look-back again, and is exact after moves', async () => {
  const { office, copy, eve, paris, bob, berlin } = await openHistory(bench)
  const service = await startPlainService(office, { knowsNone: true })
  const { client } = service
  await copy.using((destination) => backfill({ client, destination, from: FROM, datasets: DATASETS }))
  await office.pool.query('update users set primary_location_id = $3 where org_id = $1 and id = $2', [office.orgId, eve, paris])
  await office.see(bob, berlin, `${day(20)}T07:00:00Z`)
  await publish(office)
  service.seen.length = 0
  await copy.using((destination) => incremental({ client, destination, lookBackDays }))
  await expectExact(bench, copy, office)
  service.seen.length = 0
  await copy.using((destination) => incremental({ client, destination }))
  const starts = service.read(ATTENDANCE).map(({ query }) => query.get('endDate') as string)
  expect(starts.length).toBeGreaterThan(0)
  for (const end of starts) expect(Date.parse(end)).toBeGreaterThan(TODAY - 9 * 86_400_000)
})

test('it is no error if a service does not support rows without a location', async () => {
  const { office, copy } = await openHistory(bench)
  const { client } = await startPlainService(office)
  const summary = await copy.using((destination) => backfill({ client, destination, from: FROM, datasets: DATASETS }))
  expect(countersOf(summary, ATTENDANCE).rowsWritten).toBe(12)
  expect(await copy.query('select count(*)::int as n from user_booking_attendance')).toEqual([{ n: 12 }])
})

test('datasets that a service lacks are skipped and reported', async () => {
  const { office, copy } = await openHistory(bench)
  const lacking = ['/changes', '/presence', '/events', '/spaces', '/parking-bookings']
  const proxy = await startProxy(bench.service.baseUrl, (_, response, { pathname }) => {
    if (!lacking.some((path) => pathname.includes(path))) return false
    response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{}')
    return true
  })
  const client = clientOf(bench, office, proxy.baseUrl)
  const summary = await copy.using((destination) =>
    backfill({ client, destination, from: FROM, datasets: [ATTENDANCE, 'presence', 'events', 'parking-bookings'] }),
  )
  const left = (name: string) => `The service has no ${name}: this dataset is skipped.`
  expect(summary.notices).toEqual(['spaces', 'presence', 'events', 'parking-bookings'].map(left))
  expect(countersOf(summary, ATTENDANCE).rowsWritten).toBe(18)
  expect(proxy.seen.filter(({ path }) => path.includes('presence'))).toHaveLength(3)
})

test('without a feed a first day is required, and a wrong address is reported', async () => {
  const { office, copy } = await openHistory(bench)
  const { client } = await startPlainService(office)
  await expect(copy.using((destination) => incremental({ client, destination }))).rejects.toThrow(/run a backfill with --from/)
  const astray = clientOf(bench, office, `${bench.service.baseUrl}/elsewhere`)
  await expect(copy.using((destination) => backfill({ client: astray, destination, from: FROM }))).rejects.toThrow(
    /does not know \/v1\/analytics\/locations/,
  )
})

test('a load continues when a service gains or loses its change feed', async () => {
  const { office, copy, client: withFeed, ada, berlin } = await openHistory(bench)
  const { client: without } = await startPlainService(office, { knowsNone: true })
  await copy.using((destination) => backfill({ client: without, destination, from: FROM, datasets: DATASETS }))
  // It is not published: only the copy has such a row.
  await copy.query(`insert into presence (source_id, event_id, location_id, day) values ('x', 'x', '${berlin}', '${day(5)}')`)
  const changed = await copy.using((destination) => incremental({ client: withFeed, destination }))
  expect([changed.mode, countersOf(changed, 'presence').segmentsRemoved]).toEqual(['feed', 1])
  await expectExact(bench, copy, office)
  await office.see(ada, berlin, `${day(20)}T21:00:00Z`)
  await publish(office)
  await copy.using((destination) => incremental({ client: without, destination }))
  await expectExact(bench, copy, office)
  await copy.using((destination) => incremental({ client: withFeed, destination }))
  await expectExact(bench, copy, office)
})

test('a missing feed keeps its cursor, unless the service itself reports it and days can be requested without it', async () => {
  const { office, copy, client: withFeed } = await openHistory(bench)
  await copy.using((destination) => incremental({ client: withFeed, destination }))
  const remembered = () => copy.using(async (destination) => [...(await destination.readState())])
  const before = await remembered()
  const proxy = await startProxy(bench.service.baseUrl, (_, response, { pathname }) => {
    if (!pathname.includes('/changes')) return false
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>')
    return true
  })
  const astray = clientOf(bench, office, proxy.baseUrl)
  await expect(copy.using((destination) => incremental({ client: astray, destination }))).rejects.toThrow(
    /change feed of this copy was not found/,
  )
  const { client: without } = await startPlainService(office, { knowsNone: true })
  await expect(copy.using((destination) => incremental({ client: without, destination }))).rejects.toThrow(
    /run a backfill with --from/,
  )
  expect(await remembered()).toEqual(before)
  const idle = await copy.using((destination) => incremental({ client: withFeed, destination }))
  expect(countersOf(idle, ATTENDANCE)).toMatchObject({ windowsRead: 0, segmentsRead: 0 })
})

test.each(['up', 'down'])(
  'a row that moves %s the list of locations while they are read is there once, where it is now',
  async (way) => {
    const { office, copy, ada, bob, berlin, paris } = await openHistory(bench)
    const [user, from, to] = berlin < paris === (way === 'down') ? [ada, berlin, paris] : [bob, paris, berlin]
    const move = async () => {
      await erasePresence(office, user)
      await office.see(user, to, ...HISTORY.map((day) => `${day}T08:00:00Z`))
      await publish(office)
    }
    const asked: string[] = []
    const proxy = await startProxy(bench.service.baseUrl, async (_, response, { pathname, searchParams }) => {
      if (pathname.includes('/changes')) {
        response.writeHead(404).end()
        return true
      }
      const locationId = searchParams.get('locationId') ?? 'none'
      if (!pathname.includes(ATTENDANCE) || locationId === 'none') return false
      asked.push(locationId)
      if (asked.length === 2) await move()
      return false
    })
    const client = clientOf(bench, office, proxy.baseUrl)
    const options = { client, datasets: [ATTENDANCE], parallel: 1 }
    await copy.using((destination) => backfill({ ...options, destination, from: FROM, to: day(31) }))
    expect(asked.slice(0, 2)).toEqual([from, to].sort())
    await copy.using((destination) => incremental({ ...options, destination, lookBackDays }))
    const rows = await rowsFrom(client.readAttendance({ startDate: FROM, endDate: day(31) }))
    expect(rows).toHaveLength(18)
    expect(await rowsOf(copy, 'user_booking_attendance')).toEqual(rows)
  },
)

test('an older response that arrives after a newer one takes no rows from it', async () => {
  const { office, copy, ada, bob, berlin, paris } = await openHistory(bench)
  const [user, from, to] = berlin > paris ? [ada, berlin, paris] : [bob, paris, berlin]
  let askedOfTo = 0
  const proxy = await startProxy(bench.service.baseUrl, async (_, response, { pathname, searchParams }) => {
    if (pathname.includes('/changes')) {
      response.writeHead(404).end()
      return true
    }
    if (!pathname.includes(ATTENDANCE) || searchParams.get('locationId') !== to) return false
    askedOfTo += 1
    if (askedOfTo === 1) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('[')
      return true
    }
    while (!proxy.seen.some(({ query }) => query.get('locationId') === from))
      await new Promise((resolve) => setTimeout(resolve, 5))
    if (askedOfTo > 2) return false
    await erasePresence(office, user)
    await office.see(user, to, `${day(2)}T08:00:00Z`)
    await publish(office)
    return false
  })
  const client = clientOf(bench, office, proxy.baseUrl)
  const options = { client, from: FROM, to: day(31), datasets: [ATTENDANCE] }
  await copy.using((destination) => backfill({ ...options, destination }))
  const days = await copy.query(
    `select day::text as day from user_booking_attendance where user_id = '${user}' and attendance_location_id = '${to}'`,
  )
  expect(days).toEqual([{ day: day(2) }])
})
