import { LOCATION_TYPES, type PresenceRow } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPresenceBuilder } from '../../src/warehouse/published/presence-segments.ts'
import { type Bench, type Office, openBench, openOffice, shareBench } from '../attendance/support.ts'
import { until } from '../http/support/credentials.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { addBuilding, type Nodes } from '../ingest/support.ts'
import { decoded, inOrder, openReader, publish } from './support.ts'

let bench: Bench
let office: Office
let reader: ReturnType<typeof openReader>
let here: Nodes
let there: string
let ada: string
let grace: string

const DAY = '2026-03-02'
const MARCH = 'startDate=2026-03-02&endDate=2026-03-04'

beforeAll(async () => {
  bench = await shareBench()
  office = await openOffice(bench)
  reader = openReader(bench, office.organization)
  here = await addBuilding(bench.service, office.orgId, 'Europe/Berlin')
  there = await office.addLocation()
  ada = await office.addUser(here.location)
  grace = await office.addUser(there)
  await office.record(
    LOCATION_TYPES.map((locationType, index) => ({
      ...{ eventId: `seen at the ${locationType}`, timestamp: `2026-03-02T0${9 - index}:00:00Z`, userId: ada },
      ...{ locationId: here[locationType], locationType },
    })),
  )
  await office.see(grace, there, '2026-03-02T08:30:00Z', '2026-03-03T08:30:00Z')
  await office.see(grace, here.location, '2026-03-04T08:30:00Z')
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const row = (locationType: (typeof LOCATION_TYPES)[number], hour: string, nodes: Partial<PresenceRow>): PresenceRow => ({
  ...{ eventId: `seen at the ${locationType}`, sourceId: 'badges', sourceUserId: null, userId: ada, userName: `user-${ada}` },
  ...{ timestamp: `2026-03-02T${hour}:00:00.000Z`, receivedAt: expect.any(String) as string, day: DAY, locationType },
  ...{ locationId: here.location, locationName: `Building ${here.location}`, levelId: null, levelName: null },
  ...{ zoneId: null, zoneName: null, placeId: null, placeName: null, spaceId: null, spaceName: null },
  ...nodes,
})

const expectedRows = (): PresenceRow[] => {
  const level = { levelId: here.level, levelName: 'Level' }
  const zone = { ...level, zoneId: here.zone, zoneName: 'Zone' }
  return [
    row('space', '05', { ...level, spaceId: here.space, spaceName: 'Space' }),
    row('place', '06', { ...zone, placeId: here.place, placeName: 'Place' }),
    row('zone', '07', zone),
    row('level', '08', level),
    row('location', '09', {}),
  ]
}

const describeAnswers = (how: string): void => {
  describe(how, () => {
    it('has whole rows, each with the node of the event and all that this is in, by time', async () => {
      const rows = await reader.presence(`startDate=${DAY}&endDate=${DAY}&locationIds=${here.location}`)
      expect(rows).toEqual(expectedRows())
    })

    it('has the events of all days and locations, those of a location together', async () => {
      const rows = await reader.presence(MARCH)
      expect(rows).toHaveLength(8)
      const places = rows.map(({ day, locationId }) => `${day} ${locationId}`)
      expect(places.filter((place, index) => place !== places[index - 1])).toHaveLength(4)
      expect(places.map((place) => place.slice(0, 10))).toEqual(places.map((place) => place.slice(0, 10)).toSorted())
    })

    it('is cut to some locations, and their union is everything', async () => {
      const parts = await Promise.all([here.location, there].map((id) => reader.presence(`${MARCH}&locationIds=${id}`)))
      expect(parts.map(({ length }) => length)).toEqual([6, 2])
      const all = await reader.presence(MARCH)
      expect(inOrder(parts.flat())).toEqual(inOrder(all))
      const both = `${MARCH}&locationIds=no-id,${there.toUpperCase()},${ada},${here.location}`
      expect(inOrder(await reader.presence(both))).toEqual(inOrder(all))
    })

    it('has nothing at locations and of users that do not exist', async () => {
      for (const filter of [`locationIds=${ada}`, 'locationIds=none', 'locationIds=no-id', `userIds=${there}`, 'userIds=no-id']) {
        expect(await reader.presence(`${MARCH}&${filter}`)).toEqual([])
      }
    })

    it('has the same rows of some users as of all', async () => {
      const all = await reader.presence(MARCH)
      const ofGrace = await reader.presence(`${MARCH}&userIds=${grace}`)
      expect(ofGrace).toEqual(all.filter(({ userId }) => userId === grace))
      const both = await reader.presence(`${MARCH}&userIds=${ada},${grace}&locationIds=${there}`)
      expect(both).toEqual(all.filter(({ locationId }) => locationId === there))
    })

    it('is the same in each encoding', async () => {
      const { text } = await reader.read('presence', MARCH)
      for (const encoding of ['gzip', 'zstd']) {
        expect(decoded(await reader.read('presence', MARCH, { 'accept-encoding': encoding }))).toBe(text)
      }
    })

    it('answers 304 until something of these days comes in, and to no other question', async () => {
      const { etag } = (await reader.read('presence', MARCH)).headers
      const ask = async (query: string) => (await reader.read('presence', query, { 'if-none-match': etag as string })).status
      expect(await ask(MARCH)).toBe(304)
      expect(await ask(`${MARCH}&userIds=${ada}`)).toBe(200)
      expect(await ask(`${MARCH}&locationIds=${there}`)).toBe(200)
      await office.see(grace, there, '2026-02-02T08:30:00Z')
      expect(await ask(MARCH)).toBe(304)
    })
  })
}

describeAnswers('presence that is read live')

it('A list may have 1,000 ids, and not one more', async () => {
  const ids = Array.from({ length: 1000 }, (_, index) => `id-${index}`).join()
  for (const name of ['locationIds', 'userIds']) {
    expect(await reader.presence(`${MARCH}&${name}=${ids}`)).toEqual([])
    const { errors } = expectProblem(await reader.read('presence', `${MARCH}&${name}=${ids},id-1000`), 'invalid_parameter')
    expect(errors?.map(({ pointer }) => pointer)).toEqual([`/${name}`])
  }
})

const segments = async () => {
  const { rows } = await office.pool.query<{
    day: string
    location_id: string
    revision: number
    row_count: number
    isFixed: boolean
  }>(
    `select day, location_id, revision, row_count, sha256 is not null as "isFixed"
     from segments
     where org_id = $1 and dataset = 'presence' and day >= '2026-03-02'
     order by day, location_id`,
    [office.orgId],
  )
  return rows
}

describe('presence that is published', () => {
  it('is fixed when it is first read, and says how many rows there are from then on', async () => {
    const before = await reader.presence(MARCH)
    await publish(office)
    expect((await segments()).map(({ isFixed }) => isFixed)).toEqual([false, false, false, false])
    const head = await reader.read('presence', MARCH, {}, 'HEAD')
    expect(head.headers).not.toHaveProperty('warehouse-row-count')

    const first = await reader.read('presence', MARCH)
    expect(first.json()).toEqual(before)
    expect(first.headers.etag).toBe(head.headers.etag)
    expect(await segments()).toEqual((await segments()).map((segment) => ({ ...segment, isFixed: true, revision: 1 })))
    const again = await reader.read('presence', MARCH)
    expect([again.text, again.headers.etag]).toEqual([first.text, head.headers.etag])
    expect(again.headers['warehouse-row-count']).toBe('8')
  })

  it('does not change when an event comes in late, until the next refresh', async () => {
    const other = await openOffice(bench)
    const readOther = openReader(bench, other.organization)
    const location = await other.addLocation()
    const user = await other.addUser(location)
    await other.see(user, location, '2026-03-02T08:00:00Z', '2026-03-03T08:00:00Z')
    await publish(other)
    const before = await readOther.presence(MARCH)
    const { etag } = (await readOther.read('presence', MARCH)).headers

    await other.see(user, location, '2026-03-03T10:00:00Z')
    expect((await readOther.read('presence', MARCH, { 'if-none-match': etag as string })).status).toBe(304)
    expect(await readOther.presence(MARCH)).toEqual(before)
    expect(await readOther.presence(`${MARCH}&userIds=${user}`)).toHaveLength(3)
    await publish(other)
    expect((await readOther.read('presence', MARCH, { 'if-none-match': etag as string })).status).toBe(200)
    expect(await readOther.presence(MARCH)).toEqual(await readOther.presence(`${MARCH}&userIds=${user}`))
  })
})

describe('presence that was announced with another number of rows', () => {
  it('is published again when it is first read, once, however many read at the same time', async () => {
    const other = await openOffice(bench)
    const readOther = openReader(bench, other.organization)
    const location = await other.addLocation()
    const user = await other.addUser(location)
    await other.see(user, location, '2026-03-02T08:00:00Z', '2026-03-03T08:00:00Z')
    await publish(other)
    await other.see(user, location, '2026-03-02T09:00:00Z')
    const { etag } = (await readOther.read('presence', MARCH)).headers
    const elsewhere = createPresenceBuilder(other.pool)
    const [, ...answers] = await Promise.all([
      elsewhere.ensureBuilt(other.orgId, DAY),
      ...Array.from({ length: 5 }, () => readOther.presence(MARCH)),
    ])
    for (const rows of answers) expect(rows).toHaveLength(3)
    const { rows } = await other.pool.query(
      `select day, revision, row_count, reason, position::int
       from segments
       where org_id = $1 and dataset = 'presence'
       order by day`,
      [other.orgId],
    )
    const { rows: feed } = await other.pool.query('select position::int from change_feeds where org_id = $1', [other.orgId])
    expect(rows).toEqual([
      { day: DAY, revision: 2, row_count: 2, reason: 'lateEvents', position: feed[0]?.position },
      { day: '2026-03-03', revision: 1, row_count: 1, reason: 'refreshed', position: expect.any(Number) },
    ])
    expect((await readOther.read('presence', MARCH)).headers.etag).not.toBe(etag)
  })
})

it('presence that takes longer to fix than a statement of a request may is read nevertheless', async () => {
  // More than a busy machine takes for any other statement of this.
  const statementMs = 5_000
  await using slow = await openBench({ statementMs })
  const other = await openOffice(slow)
  const location = await other.addLocation()
  await other.see(await other.addUser(location), location, '2026-03-02T08:00:00Z')
  await publish(other)
  const refresh = await other.pool.connect()
  try {
    await refresh.query('begin')
    await refresh.query('select from segments where org_id = $1 for update', [other.orgId])
    const rows = openReader(slow, other.organization).presence(MARCH)
    await until(async () => {
      const { rowCount } = await other.pool.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'
           and query_start < clock_timestamp() - make_interval(secs => $1)`,
        [statementMs / 1000 + 1],
      )
      return (rowCount ?? 0) > 0
    })
    await refresh.query('rollback')
    expect(await rows).toHaveLength(1)
  } finally {
    refresh.release()
  }
})

describeAnswers('presence that is published and fixed')
