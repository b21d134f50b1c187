import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOccupancy } from '../../src/intake/occupancy/occupancy-events.ts'
import { runRefresh } from '../../src/warehouse/refresh/refresh-service.ts'
import { NO_LOCATION_ID } from '../../src/warehouse/segments/segment-dataset.ts'
import { type Bench, type Office, openOffice, shareBench } from '../attendance/support.ts'
import { changesBy, contentOf, factsOf, noonUtc, refresh, rowsOf, runsOf, segmentsOf } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const DATASET = 'user-booking-attendance'
const MONDAY = '2026-03-02'
const TUESDAY = '2026-03-03'
const LATER = noonUtc('2026-03-05')

const typesOf = async (office: Office, day: string, locationId: string) =>
  Object.fromEntries((await rowsOf(office, day, locationId)).map(({ userId, attendanceType }) => [userId, attendanceType]))

/** Ada was in Berlin, where she had planned to be; Bob in Paris on Monday, and on Tuesday he was not. */
const openTwoOffices = async () => {
  const office = await openOffice(bench)
  const [berlin, paris] = [await office.addLocation(), await office.addLocation()]
  const [ada, bob] = [await office.addUser(berlin), await office.addUser(paris)]
  for (const day of [MONDAY, TUESDAY]) {
    await office.plan(ada, day, 'o')
    await office.plan(bob, day, 'o')
    await office.see(ada, berlin, `${day}T09:00:00Z`)
  }
  await office.see(bob, paris, `${MONDAY}T09:00:00Z`)
  return { office, berlin, paris, ada, bob }
}

test('days that are over are published by location, each row once; repeating it changes nothing', async () => {
  const { office, berlin, paris, ada, bob } = await openTwoOffices()
  const eve = await office.addUser()
  await office.plan(eve, MONDAY, 'r')
  await office.see(bob, berlin, `${TUESDAY}T09:00:00Z`)
  expect(await refresh(office, LATER)).toMatchObject({ days: 2, segments: 11, rows: 9 + 4 * 24, restated: 0 })
  const segments = await segmentsOf(office, DATASET)
  expect(
    segments.map(({ day, locationId, rowCount, revision, reason }) => [day, locationId, rowCount, revision, reason]),
  ).toEqual(
    [
      [MONDAY, NO_LOCATION_ID, 1, 1, 'refreshed'],
      [MONDAY, berlin, 1, 1, 'refreshed'],
      [MONDAY, paris, 1, 1, 'refreshed'],
      [TUESDAY, berlin, 2, 1, 'refreshed'],
    ].sort(),
  )
  expect(await typesOf(office, TUESDAY, berlin)).toEqual({ [ada]: 'confirmed', [bob]: 'walkIn' })
  expect(await rowsOf(office, TUESDAY, paris)).toEqual([])
  const all = await segmentsOf(office)
  expect(all.map(({ position }) => position).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(await runsOf(office)).toMatchObject([
    { status: 'succeeded', trigger: 'command', days: 2, rows: 9 + 4 * 24, restated: 0 },
  ])

  expect(await refresh(office, LATER)).toMatchObject({ days: 0, segments: 0, rows: 0 })
  expect(await refresh(office, LATER, { all: true })).toMatchObject({ days: 2, segments: 0, rows: 0 })
  expect(await segmentsOf(office)).toEqual(all)
})

test('a day is published in each location once it is over there', async () => {
  const office = await openOffice(bench)
  const [auckland, honolulu] = [await office.addLocation('Pacific/Auckland'), await office.addLocation('Pacific/Honolulu')]
  const [ada, bob] = [await office.addUser(auckland), await office.addUser(honolulu)]
  await office.plan(ada, MONDAY, 'o')
  await office.plan(bob, MONDAY, 'o')
  const published = async () => (await segmentsOf(office, DATASET)).map(({ locationId }) => locationId)
  await refresh(office, new Date('2026-03-02T10:59:00Z'))
  expect(await published()).toEqual([])
  await refresh(office, new Date('2026-03-02T11:00:00Z'))
  expect(await published()).toEqual([auckland])
  await refresh(office, new Date('2026-03-03T09:59:00Z'))
  expect(await published()).toEqual([auckland])
  expect(await refresh(office, new Date('2026-03-03T10:00:00Z'))).toMatchObject({ segments: 2, restated: 0 })
  expect((await published()).sort()).toEqual([auckland, honolulu].sort())
  expect((await segmentsOf(office, DATASET)).map(({ revision }) => revision)).toEqual([1, 1])
})

test('who planned to be elsewhere is judged once the day is over there', async () => {
  const office = await openOffice(bench)
  const [auckland, honolulu] = [await office.addLocation('Pacific/Auckland'), await office.addLocation('Pacific/Honolulu')]
  const ada = await office.addUser(auckland)
  await office.plan(ada, MONDAY, 'o', honolulu)
  await refresh(office, new Date('2026-03-02T12:00:00Z'))
  expect(await typesOf(office, MONDAY, auckland)).toEqual({ [ada]: null })
  await refresh(office, new Date('2026-03-03T12:00:00Z'))
  expect(await typesOf(office, MONDAY, auckland)).toEqual({ [ada]: 'unconfirmed' })
  expect(await factsOf(office)).toMatchObject([{ revision: 2, reason: 'refreshed' }])
})

test('a day that was over stays over when the clock is put back', async () => {
  const office = await openOffice(bench)
  const home = await office.addLocation()
  const [ada, bob] = [await office.addUser(home), await office.addUser(home)]
  await office.plan(ada, MONDAY, 'o', home)
  await refresh(office, new Date('2026-03-04T12:00:00Z'))
  await office.plan(bob, MONDAY, 'o', home)
  await refresh(office, new Date('2026-03-01T12:00:00Z'))
  expect(await typesOf(office, MONDAY, home)).toEqual({ [ada]: 'unconfirmed', [bob]: 'unconfirmed' })
})

test('an event that comes late restates exactly the segments that it changes', async () => {
  const { office, berlin, paris, ada, bob } = await openTwoOffices()
  await refresh(office, LATER)
  const before = await factsOf(office)
  await office.see(bob, paris, `${TUESDAY}T10:00:00Z`)
  expect(await refresh(office, LATER)).toMatchObject({ days: 1, segments: 3, restated: 2 })
  const lateEvents = { day: TUESDAY, locationId: paris }
  expect(changesBy(before, await factsOf(office))).toEqual([
    { ...lateEvents, dataset: 'presence', revision: 1, rowCount: 1, reason: 'refreshed' },
    { ...lateEvents, dataset: DATASET, revision: 2, rowCount: 1, reason: 'lateEvents' },
  ])
  expect(await typesOf(office, TUESDAY, paris)).toEqual({ [bob]: 'confirmed' })
  expect(await typesOf(office, TUESDAY, berlin)).toEqual({ [ada]: 'confirmed' })
})

test('a row that moves to another location leaves an empty segment behind', async () => {
  const { office, berlin, paris, bob } = await openTwoOffices()
  await refresh(office, LATER)
  const before = await segmentsOf(office, DATASET)
  await office.see(bob, berlin, `${TUESDAY}T10:00:00Z`)
  await refresh(office, LATER)
  expect(changesBy(before, await segmentsOf(office, DATASET))).toEqual(
    [
      { dataset: DATASET, day: TUESDAY, locationId: berlin, revision: 2, rowCount: 2, reason: 'lateEvents' },
      { dataset: DATASET, day: TUESDAY, locationId: paris, revision: 2, rowCount: 0, reason: 'lateEvents' },
    ].sort((a, b) => (a.locationId < b.locationId ? -1 : 1)),
  )
  expect(await rowsOf(office, TUESDAY, paris)).toEqual([])
})

test('a plan that was corrected restates its day, and nothing that stays the same', async () => {
  const { office, paris, bob } = await openTwoOffices()
  await refresh(office, LATER)
  const before = await factsOf(office)
  await office.pool.query(
    `update day_plans set plan = 'r', command_id = gen_random_uuid() where org_id = $1 and user_id = $2 and day = $3`,
    [...[office.orgId, bob, TUESDAY]],
  )
  expect(await refresh(office, LATER)).toMatchObject({ days: 1 })
  expect(changesBy(before, await factsOf(office))).toEqual([
    { dataset: DATASET, day: TUESDAY, locationId: paris, revision: 2, rowCount: 1, reason: 'corrected' },
  ])
})

test('of several causes the gravest is reported', async () => {
  const { office, paris, bob } = await openTwoOffices()
  await refresh(office, LATER)
  await office.see(bob, paris, `${TUESDAY}T10:00:00Z`)
  await office.pool.query(
    `insert into day_change_ticks (org_id, topic, day, reason) values ($1, 'plans', $2, 'corrected'), ($1, 'presence', $2, 'erased')`,
    [office.orgId, TUESDAY],
  )
  await refresh(office, LATER)
  expect((await segmentsOf(office, DATASET)).filter(({ revision }) => revision > 1)).toMatchObject([
    { day: TUESDAY, locationId: paris, reason: 'erased' },
  ])
})

test('a location that gets another name is renamed in all that shows it, and nowhere else', async () => {
  const { office, berlin } = await openTwoOffices()
  await refresh(office, LATER)
  const before = await segmentsOf(office, DATASET)
  await office.pool.query(`update locations set name = 'Mitte' where org_id = $1 and id = $2`, [office.orgId, berlin])
  await refresh(office, LATER)
  const changed = changesBy(before, await segmentsOf(office, DATASET))
  expect(changed.map(({ day, locationId, reason }) => [day, locationId, reason])).toEqual([
    [MONDAY, berlin, 'corrected'],
    [TUESDAY, berlin, 'corrected'],
  ])
  expect(await rowsOf(office, MONDAY, berlin)).toMatchObject([{ primaryLocationName: 'Mitte', attendanceLocationName: 'Mitte' }])
})

test('where a location reports presence from another day on, no-shows are judged again', async () => {
  const { office, paris, bob } = await openTwoOffices()
  await refresh(office, LATER)
  expect(await typesOf(office, TUESDAY, paris)).toEqual({ [bob]: 'noShow' })
  const before = await factsOf(office)
  await office.pool.query(`update locations set presence_from = '2026-04-01' where org_id = $1 and id = $2`, [
    office.orgId,
    paris,
  ])
  await refresh(office, LATER)
  expect(await typesOf(office, TUESDAY, paris)).toEqual({ [bob]: 'unconfirmed' })
  expect(changesBy(before, await factsOf(office))).toMatchObject([{ day: TUESDAY, locationId: paris, reason: 'corrected' }])
})

test('a late event that moves the first day of presence restates other days because of late events', async () => {
  const office = await openOffice(bench)
  const location = await office.addLocation()
  const [ada, bob] = [await office.addUser(location), await office.addUser(location)]
  await office.plan(ada, MONDAY, 'o')
  await office.see(bob, location, `${TUESDAY}T09:00:00Z`)
  await refresh(office, LATER)
  expect(await typesOf(office, MONDAY, location)).toEqual({ [ada]: 'unconfirmed' })
  const before = await segmentsOf(office, DATASET)
  await office.see(bob, location, '2026-02-20T09:00:00Z')
  await refresh(office, LATER)
  expect(await typesOf(office, MONDAY, location)).toEqual({ [ada]: 'noShow' })
  const changed = changesBy(before, await segmentsOf(office, DATASET)) as { day: string; reason: string }[]
  expect(changed.filter(({ day }) => day === MONDAY)).toMatchObject([{ revision: 2, reason: 'lateEvents' }])
})

test('a day that a corrected time zone opened again is published again as a corrected one', async () => {
  const office = await openOffice(bench)
  const location = await office.addLocation('Pacific/Kiritimati')
  const ada = await office.addUser(location)
  const day = Temporal.Now.plainDateISO('Pacific/Kiritimati').subtract({ days: 1 }).toString()
  await office.plan(ada, day, 'r')
  await runRefresh({ pool: office.pool }, office.orgId)
  expect(await segmentsOf(office, DATASET)).toMatchObject([{ day, revision: 1, reason: 'refreshed' }])
  await office.pool.query(`update locations set time_zone = 'Pacific/Pago_Pago' where org_id = $1 and id = $2`, [
    ...[office.orgId, location],
  ])
  await refresh(office, new Date(Date.now() + 3 * 86_400_000))
  expect(await segmentsOf(office, DATASET)).toMatchObject([{ day, revision: 2, reason: 'corrected' }])
})

test('a time zone that was corrected moves published events to their days', async () => {
  const office = await openOffice(bench)
  const tokyo = await office.addLocation('UTC')
  const ada = await office.addUser(tokyo)
  await office.see(ada, tokyo, `${MONDAY}T20:00:00Z`)
  await refresh(office, LATER)
  await office.pool.query(`update locations set time_zone = 'Asia/Tokyo' where org_id = $1`, [office.orgId])
  await refresh(office, LATER)
  expect((await factsOf(office)).map(({ dataset, day, rowCount }) => [dataset, day, rowCount])).toEqual([
    ['presence', MONDAY, 0],
    ['presence', TUESDAY, 1],
    [DATASET, MONDAY, 0],
    [DATASET, TUESDAY, 1],
  ])
})

test('what is planned ahead is published when its day is over, and not counted as a correction', async () => {
  const { office, ada } = await openTwoOffices()
  await refresh(office, LATER)
  await office.plan(ada, '2026-03-05', 'o')
  await office.plan(ada, '2026-03-09', 'o')
  expect(await refresh(office, LATER)).toMatchObject({ days: 0 })
  expect(await refresh(office, noonUtc('2026-03-06'))).toMatchObject({ days: 1, segments: 2, restated: 0 })
  expect(await refresh(office, noonUtc('2026-03-06'))).toMatchObject({ days: 0 })
})

test('history that comes after its days were published is published by the next refresh', async () => {
  const { office, berlin, ada } = await openTwoOffices()
  await refresh(office, LATER)
  await office.plan(ada, '2025-11-03', 'o')
  await office.see(ada, berlin, '1999-12-31T09:00:00Z')
  expect(await refresh(office, LATER)).toMatchObject({ days: 2, segments: 5, restated: 0 })
  expect(await typesOf(office, '2025-11-03', berlin)).toEqual({ [ada]: 'noShow' })
  expect(await typesOf(office, '1999-12-31', berlin)).toEqual({ [ada]: 'walkIn' })
})

test('a new location of an old organization is published from its first data', async () => {
  const { office, ada } = await openTwoOffices()
  await refresh(office, LATER)
  const rome = await office.addLocation()
  await office.addUser(rome)
  expect(await refresh(office, LATER)).toMatchObject({ days: 0 })
  const milan = await office.addLocation()
  await office.see(ada, milan, `${TUESDAY}T06:00:00Z`)
  expect(await refresh(office, LATER)).toMatchObject({ days: 1 })
  expect((await segmentsOf(office, 'presence')).filter(({ locationId }) => locationId === milan)).toMatchObject([{ rowCount: 1 }])
})

test('only requested days are computed, and no gap is published', async () => {
  const { office, paris, bob } = await openTwoOffices()
  const days = { firstDay: TUESDAY, lastDay: TUESDAY }
  expect(await refresh(office, LATER, { days })).toMatchObject({ days: 0, segments: 0 })
  expect(await refresh(office, LATER, { days: { firstDay: MONDAY, lastDay: MONDAY } })).toMatchObject({ days: 1, segments: 6 })
  expect(new Set((await factsOf(office)).map(({ day }) => day))).toEqual(new Set([MONDAY]))
  expect(await refresh(office, LATER, { days })).toMatchObject({ days: 1, segments: 5 })
  await office.see(bob, paris, `${MONDAY}T07:00:00Z`, `${TUESDAY}T07:00:00Z`)
  expect(await refresh(office, LATER, { days })).toMatchObject({ days: 1, segments: 3 })
  expect(await refresh(office, LATER)).toMatchObject({ days: 1, segments: 3, restated: 3 })
  expect(
    await refresh(office, LATER, { days: { firstDay: LATER.toISOString().slice(0, 10), lastDay: '2099-01-01' } }),
  ).toMatchObject({
    days: 0,
  })
})

test('reports of sensors are published with their location, also if the day was computed for another one before', async () => {
  const office = await openOffice(bench)
  const [berlin, paris] = [await office.addLocation(), await office.addLocation()]
  const event = { eventId: '1', timestamp: `${MONDAY}T09:00:00Z`, occupied: true }
  await recordOccupancy(bench.ingest, { orgId: office.orgId, keyId: null, sourceId: 'sensors' }, [
    { ...event, locationId: paris, locationType: 'location' },
  ])
  expect(await refresh(office, LATER, { locationIds: [NO_LOCATION_ID, berlin] })).toMatchObject({ days: 1, segments: 0 })
  await refresh(office, LATER, { locationIds: [paris] })
  expect(await segmentsOf(office)).toMatchObject([{ dataset: 'occupancy', day: MONDAY, locationId: paris, rowCount: 1 }])
  expect(await refresh(office, LATER, { all: true })).toMatchObject({ days: 1, segments: 0 })
})

test('a single location is published, and changes elsewhere are restated', async () => {
  const { office, berlin, paris, bob } = await openTwoOffices()
  await refresh(office, noonUtc(TUESDAY))
  await office.see(bob, paris, `${MONDAY}T07:00:00Z`)
  const before = await segmentsOf(office, DATASET)
  await refresh(office, LATER, { locationIds: [berlin] })
  expect(
    changesBy(before, await segmentsOf(office, DATASET))
      .map(({ day, locationId }) => [day, locationId])
      .sort(),
  ).toEqual([
    [MONDAY, paris],
    [TUESDAY, berlin],
  ])
  await refresh(office, LATER)
  expect((await contentOf(office)).length).toBe(11)
})
