import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createClient, type RollcallClient } from '../../../client/src/index.ts'
import { type Bench, shareBench } from '../attendance/support.ts'
import { type AnalyticsOffice, openAnalyticsOffice } from './office.ts'

const MONDAY = '2026-03-30'
const TUESDAY = '2026-03-31'
const PERIOD = { from: MONDAY, to: TUESDAY }
const LATER = '2026-04-06'
const PEOPLE = 5

let bench: Bench
let office: AnalyticsOffice
let client: RollcallClient
let berlin: Awaited<ReturnType<AnalyticsOffice['addBuilding']>>
let munich: typeof berlin
let [north, south] = ['', '']
let northerners: string[]
let southerners: string[]

/** Books a day, and cancels the booking as the release does. */
const release = async (userId: string | undefined, day: string, { building }: typeof berlin, changedBy = 'auto-release') => {
  const id = await office.book(userId as string, day, building)
  await office.run(
    `update bookings set status = 'cancelled', changed_by = $3, command_id = gen_random_uuid() where org_id = $1 and id = $2`,
    ...[id, changedBy],
  )
}

beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

/** Five people of each building. Ada of the north and Ed of the south lose bookings. */
beforeEach(async () => {
  office = await openAnalyticsOffice(bench)
  ;[berlin, munich] = [await office.addBuilding(), await office.addBuilding()]
  ;[north, south] = [await office.addGroup(), await office.addGroup()]
  const addPeople = (building: string, group: string) =>
    Promise.all(Array.from({ length: PEOPLE }, () => office.addMember(building, group)))
  ;[northerners, southerners] = [await addPeople(berlin.building, north), await addPeople(munich.building, south)]
  for (const person of [...northerners, ...southerners]) {
    for (const day of [MONDAY, TUESDAY]) await office.plan(person, day, 'o')
  }
  const [ada, ed] = [northerners[0] as string, southerners[0] as string]
  await release(ada, MONDAY, berlin)
  await office.book(ada, MONDAY, berlin.building)
  await release(ed, MONDAY, berlin)
  await release(ed, TUESDAY, munich)
  await release(ed, TUESDAY, munich)
  // What people and administrators cancel is no release.
  await release(ada, TUESDAY, berlin, 'user')
  await office.refreshAt(LATER)
  const key = await bench.service.createKey(office.orgId, 'all-permissions')
  client = createClient({ baseUrl: bench.service.baseUrl, key })
})

const ask = (scope: { locationIds?: string; groupIds?: string } = {}) => client.getAttendanceFigures({ ...PERIOD, ...scope })
const released = async (scope?: Parameters<typeof ask>[0]) => (await ask(scope)).days.map((day) => [day.booked, day.released])

it('bookings that no one checked in for are counted by day, building and group, next to those that are left', async () => {
  expect(await released()).toEqual([
    [1, 2],
    [0, 2],
  ])
  expect(await released({ locationIds: berlin.building })).toEqual([
    [1, 2],
    [0, 0],
  ])
  expect(await released({ groupIds: south })).toEqual([
    [0, 1],
    [0, 2],
  ])
  const { locations } = await ask()
  const byId = new Map(locations.map((location) => [location.locationId, location.released]))
  expect([byId.get(berlin.building), byId.get(munich.building)]).toEqual([2, 2])
})

it('a release of a published day counts with the next refresh, in the group of then', async () => {
  await office.run('update users set primary_group_id = $3 where org_id = $1 and id = $2', northerners[0], south)
  await release(northerners[1], MONDAY, berlin)
  await office.refreshAt(LATER)
  await client.updateSettings({ minimumGroupSize: 1 })
  expect(await released({ groupIds: north })).toEqual([
    [1, 2],
    [0, 0],
  ])
  expect(await office.rollups()).toEqual(await office.rollupsFromScratch(new Date(`${LATER}T12:00:00Z`)))
})

it('of fewer people than the minimum, releases are withheld like everything else', async () => {
  expect((await ask({ groupIds: north })).days.length).toBe(2)
  await client.updateSettings({ minimumGroupSize: PEOPLE + 1 })
  expect(await ask({ groupIds: north })).toMatchObject({ hidden: true, days: [] })
  const { locations } = await ask()
  expect(locations.filter(({ locationId }) => locationId).map((location) => [location.hidden, location.released])).toEqual([
    [true, null],
    [true, null],
  ])
})
