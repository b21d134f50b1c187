import { createClient } from '@rollcall/client'
import { expect, test } from 'vitest'
import { startPeer } from '../../../client/src/testing/peer.ts'
import { ATTENDANCE as DATASET } from '../../src/datasets/datasets.ts'
import { backfill, openDestination, verify } from '../../src/index.ts'
import { readSegmentKey, readWindowKey, segmentKeyOf, windowsKey } from '../../src/load/state.ts'
import { booking, KINDS, rowFile } from '../destinations/support.ts'
import { ATTENDANCE, countersOf, day, FROM, newCopy, newFolder } from './support.ts'

const DAY = day(3)
const IDS = ['HQ/2nd floor', 'none', '%6Eone', "50% of Ada's_house"]

test.each([...IDS, null])('a location id survives the conversion to a key: %s', (locationId) => {
  expect(readSegmentKey(segmentKeyOf(ATTENDANCE, { day: DAY, locationId }))).toEqual({ day: DAY, locationId })
  const key = `${windowsKey(ATTENDANCE, locationId)}${FROM}_${DAY}`
  expect(readWindowKey(key)).toEqual({ locationId, firstDay: FROM, lastDay: DAY })
})

test.each(KINDS)('rows are counted and replaced by location, with any id: $name', async (kind) => {
  await using place = await kind.create()
  await using destination = await openDestination(place.where, kind.format ? { format: kind.format } : {})
  await destination.prepare()
  const folder = await newFolder()
  const put = async (locationId: string | null, users: readonly string[]) => {
    const rows = users.map((user) => booking(`${locationId} ${user}`, DAY, locationId))
    const scope = { kind: 'segments', segments: [{ day: DAY, locationId }] } as const
    await destination.replace({ dataset: DATASET, scope, rows: await rowFile(folder, rows), state: [] })
  }
  const count = async () => {
    const counts = await destination.countSegments(DATASET)
    return [...IDS, null].map((locationId) => counts.get(segmentKeyOf('', { day: DAY, locationId }).slice('segment//'.length)))
  }
  for (const id of [...IDS, null]) await put(id, ['ada'])
  expect(await count()).toEqual([1, 1, 1, 1, 1])
  await put('none', ['ada', 'bob'])
  await put(null, ['ada', 'bob', 'eve'])
  expect(await count()).toEqual([1, 2, 1, 1, 3])
})

/** Has one row of each location. */
const startService = async (hasFeed: boolean) => {
  const rows = IDS.map((id, index) => booking(`user-${index}`, DAY, id))
  const segments = IDS.map((locationId, index) => ({
    ...{ dataset: ATTENDANCE, day: DAY, locationId, revision: index + 1, rowCount: 1, sha256: null },
    ...{ updatedAt: `${day(4)}T01:00:00Z`, reason: 'refreshed' },
  }))
  const { baseUrl, seen } = await startPeer(({ path }, response) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    const answer = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const locationId = searchParams.get('locationId')
    const isInRange = (searchParams.get('startDate') ?? '') <= DAY && DAY <= (searchParams.get('endDate') ?? '')
    if (pathname.includes('/locations'))
      return answer(
        200,
        IDS.map((id) => ({ locationId: id, timeZone: 'UTC' })),
      )
    if (pathname.includes('/changes') && hasFeed) return answer(200, { cursor: 'c', hasMore: false, segments })
    if (!pathname.includes(ATTENDANCE)) return answer(404, { code: 'not_found' })
    return answer(200, isInRange ? rows.filter((row) => row.bookingLocationId === locationId) : [])
  })
  return { client: createClient({ baseUrl, key: { id: 'k', secret: 's' }, auth: 'basic', backoffMs: 1 }), seen }
}

test.each([true, false])('locations with any id are loaded, with a change feed: %s', async (hasFeed) => {
  const { client, seen } = await startService(hasFeed)
  const copy = await newCopy()
  const load = () =>
    copy.using((destination) => backfill({ client, destination, from: FROM, to: day(31), datasets: [ATTENDANCE] }))
  const summary = await load()
  expect([summary.mode, countersOf(summary, ATTENDANCE).rowsWritten]).toEqual([hasFeed ? 'feed' : 'windows', 4])
  const ids = await copy.query('select booking_location_id as id from user_booking_attendance')
  expect(ids.map(({ id }) => id).sort()).toEqual(IDS.toSorted())
  expect((await copy.using((destination) => verify({ client, destination }))).differences).toEqual([])
  seen.length = 0
  expect(countersOf(await load(), ATTENDANCE)).toMatchObject({ rowsWritten: 0, windowsRead: 0, unchanged: 4 })
  expect(seen.filter(({ path }) => path.includes(`/${ATTENDANCE}`))).toEqual([])
})
