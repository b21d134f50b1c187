import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient, type RollcallClient } from '../../../client/src/index.ts'
import { type Bench, shareBench } from '../attendance/support.ts'
import { type AnalyticsOffice, openAnalyticsOffice } from './office.ts'

const [MONDAY, TUESDAY, WEDNESDAY] = ['2026-03-30', '2026-03-31', '2026-04-01'] as const
const PERIOD = { from: MONDAY, to: WEDNESDAY }

let bench: Bench
let office: AnalyticsOffice
let client: RollcallClient
let berlin: string
let munich: string
let team: string

/**
 * Two people of Berlin plan each of three days, and one of Munich. Both come on Monday, and one on Wednesday. On Tuesday the readers of
 * Berlin are down. The one of Munich comes each day.
 */
beforeAll(async () => {
  bench = await shareBench()
  office = await openAnalyticsOffice(bench)
  ;[berlin, munich] = [(await office.addBuilding()).building, (await office.addBuilding()).building]
  team = await office.addGroup()
  await office.run('update organizations set minimum_group_size = 1 where id = $1')
  const [ada, bo] = [await office.addMember(berlin, team), await office.addMember(berlin, team)]
  const di = await office.addMember(munich, team)
  for (const day of [MONDAY, TUESDAY, WEDNESDAY]) for (const person of [ada, bo, di]) await office.plan(person, day, 'o')
  for (const person of [ada, bo]) await office.see(person, berlin, `${MONDAY}T09:00:00Z`)
  await office.see(ada, berlin, `${WEDNESDAY}T09:00:00Z`)
  for (const day of [MONDAY, TUESDAY, WEDNESDAY]) await office.see(di, munich, `${day}T09:00:00Z`)
  await office.run(
    `insert into outages (org_id, id, location_id, first_day, last_day, status) values ($1, $2, $3, $4, $4, 'accepted')`,
    ...[randomUUID(), berlin, TUESDAY],
  )
  await office.refreshAt('2026-04-06')
  const key = await bench.service.createKey(office.orgId, 'all-permissions')
  client = createClient({ baseUrl: bench.service.baseUrl, key })
})
afterAll(() => bench?.[Symbol.asyncDispose]())

it('peaks of a day of an outage are not known, and count in no average', async () => {
  const { days, averagePeak, workdays, hours } = await client.getHeadcountFigures({ ...PERIOD, locationIds: berlin })
  expect(days.map(({ peakPeople, utilization, planned }) => [peakPeople, utilization, planned])).toEqual([
    [2, 2 / 7, 2],
    [null, null, 2],
    [1, 1 / 7, 2],
  ])
  expect([workdays, averagePeak]).toEqual([3, 1.5])
  expect(hours.find(({ hour }) => hour === 9)?.averagePeople).toBe(1.5)
})

it('who came on a day of an outage is not known, and counts in no average or rate', async () => {
  const { days, kpis, publishedThrough } = await client.getAttendanceFigures({ ...PERIOD, locationIds: berlin })
  expect(days.map(({ seen, noShow, planned, unconfirmed }) => [seen, noShow, planned, unconfirmed])).toEqual([
    [2, 0, 2, 0],
    [null, null, 2, 2],
    [1, 1, 2, 0],
  ])
  // Two people on the two days on which it is known who came: 3 of 4.
  expect(kpis).toMatchObject({ averageDaily: 1.5, weeklyLow: 1, attendanceRate: 3 / 4, seenPerPlanned: 3 / 4, noShowRate: 1 / 4 })
  expect(publishedThrough.map(({ publishedDays, measuredDays }) => [publishedDays, measuredDays])).toEqual([[3, 2]])
})

it('other buildings count on that day, in the sum of all and of groups', async () => {
  const all = await client.getAttendanceFigures(PERIOD)
  expect(all.days.map(({ seen }) => seen)).toEqual([3, 1, 2])
  const measured = { averageDaily: 2, seenPerPlanned: 6 / 7 }
  expect(all.kpis).toMatchObject(measured)
  const { groups } = await client.getGroupFigures(PERIOD)
  expect(groups.find(({ groupId }) => groupId === team)).toMatchObject(measured)
  const headcount = await client.getHeadcountFigures(PERIOD)
  expect(headcount.days.map(({ peakPeople, utilization }) => [peakPeople, utilization])).toEqual([
    [3, 3 / 14],
    [1, 1 / 7],
    [2, 2 / 14],
  ])
  expect((await client.getAttendanceFigures({ ...PERIOD, locationIds: munich })).kpis.averageDaily).toBe(1)
})
