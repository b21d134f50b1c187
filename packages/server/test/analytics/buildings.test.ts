import type { AttendanceFigures, PlaceHourFigures } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type RollcallClient } from '../../../client/src/index.ts'
import { type Bench, shareBench } from '../attendance/support.ts'
import { send } from '../http/support/send.ts'
import { type AnalyticsOffice, openAnalyticsOffice } from './office.ts'

const MONDAY = '2026-03-30'
const TUESDAY = '2026-03-31'
const PERIOD = { from: MONDAY, to: TUESDAY }

let bench: Bench
let office: AnalyticsOffice
let client: RollcallClient
let berlin: Awaited<ReturnType<AnalyticsOffice['addBuilding']>>
let munich: typeof berlin
let oslo: typeof berlin
let northerners: string

/** Two days of six people in three buildings, of which Oslo has no readers; small enough to be counted by hand. */
beforeAll(async () => {
  bench = await shareBench()
  office = await openAnalyticsOffice(bench)
  ;[berlin, munich, oslo] = [await office.addBuilding(), await office.addBuilding(), await office.addBuilding()]
  northerners = await office.addGroup()
  await office.run('update organizations set minimum_group_size = 1 where id = $1')
  const [ada, bo, cy] = [
    await office.addMember(berlin.building, null),
    await office.addMember(berlin.building, null),
    await office.addMember(berlin.building, null),
  ]
  const di = await office.addMember(munich.building, null)
  const [ed, flo] = [await office.addMember(oslo.building, northerners), await office.addMember(oslo.building, northerners)]

  for (const person of [ada, bo, cy]) {
    await office.plan(person, MONDAY, 'o')
    await office.bookAt(person, MONDAY, berlin.building, berlin.neighborhood)
  }
  await office.plan(di, MONDAY, 'r')
  await office.plan(ed, MONDAY, 'o')
  await office.see(ada, berlin.building, `${MONDAY}T09:00:00Z`)
  for (const person of [bo, di, flo]) await office.see(person, munich.building, `${MONDAY}T09:00:00Z`)

  await office.plan(ada, TUESDAY, 'o', munich.building)
  await office.plan(bo, TUESDAY, 'o')
  await office.bookAt(bo, TUESDAY, oslo.building, oslo.zone, oslo.desks[0])
  await office.plan(cy, TUESDAY, 'o')
  await office.plan(di, TUESDAY, 'a')
  await office.see(ada, munich.building, `${TUESDAY}T09:10:00Z`, `${TUESDAY}T16:50:00Z`)
  await office.see(bo, berlin.building, `${TUESDAY}T10:00:00Z`)
  await office.see(di, munich.building, `${TUESDAY}T08:00:00Z`)
  await office.see(di, berlin.building, `${TUESDAY}T15:00:00Z`)
  await office.refreshAt('2026-04-06')
  client = createClient({
    baseUrl: bench.service.baseUrl,
    key: await bench.service.createKey(office.orgId, 'all-permissions'),
  })
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const ask = (locationIds?: string) => client.getAttendanceFigures({ ...PERIOD, ...(locationIds && { locationIds }) })
const count = (day: string, counts: Partial<AttendanceFigures['days'][number]>) => ({
  ...{
    day,
    planned: 0,
    plannedMeasured: counts.planned ?? 0,
    remote: 0,
    away: 0,
    confirmed: 0,
    noShow: 0,
    unconfirmed: 0,
    walkIn: 0,
    seen: 0,
    booked: 0,
    elsewhere: 0,
    released: 0,
  },
  ...counts,
})
const UNKNOWN = { plannedMeasured: null, confirmed: null, noShow: null, walkIn: null, seen: null }

describe('figures of a building', () => {
  it('count who came by where people were seen, and who was expected by booking, plan or primary location', async () => {
    expect((await ask(berlin.building)).days).toEqual([
      count(MONDAY, { planned: 3, booked: 3, confirmed: 1, noShow: 2, elsewhere: 1, seen: 1 }),
      count(TUESDAY, { planned: 1, noShow: 1, walkIn: 1, seen: 1 }),
    ])
    expect((await ask(munich.building)).days).toEqual([
      count(MONDAY, { remote: 1, walkIn: 3, seen: 3 }),
      count(TUESDAY, { planned: 1, away: 1, confirmed: 1, walkIn: 1, seen: 2 }),
    ])
  })

  it('show who was expected but not who came if no presence is reported', async () => {
    const { days, kpis, weekdays, publishedThrough } = await ask(oslo.building)
    expect(days).toEqual([
      count(MONDAY, { planned: 1, unconfirmed: 1, ...UNKNOWN }),
      count(TUESDAY, { planned: 1, booked: 1, unconfirmed: 1, elsewhere: 1, ...UNKNOWN }),
    ])
    expect(kpis).toEqual({
      ...{ people: 2, workdays: 2, averagePlanned: 1, averageDaily: null, weeklyPeak: null, weeklyLow: null, p90: null },
      ...{ attendanceRate: null, seenPerPlanned: null, noShowRate: null },
    })
    expect(weekdays).toEqual([
      { weekday: 1, averageSeen: null, averagePlanned: 1, rate: null },
      { weekday: 2, averageSeen: null, averagePlanned: 1, rate: null },
    ])
    expect(publishedThrough).toMatchObject([{ locationId: oslo.building, publishedDays: 2, measuredDays: 0 }])
  })

  it('are the same in the table by building as for one building, and the total counts each person once', async () => {
    const { days, kpis, locations } = await ask()
    expect(days).toEqual([
      count(MONDAY, {
        ...{ planned: 4, plannedMeasured: 3, remote: 1, booked: 3, confirmed: 1, noShow: 1, unconfirmed: 1, walkIn: 3, seen: 4 },
        elsewhere: 1,
      }),
      count(TUESDAY, {
        ...{ planned: 3, plannedMeasured: 2, away: 1, booked: 1, confirmed: 1, noShow: 1, walkIn: 2, seen: 3, elsewhere: 1 },
      }),
    ])
    const of = ({ building }: typeof berlin) => locations.find(({ locationId }) => locationId === building)?.kpis
    expect(of(berlin)).toMatchObject({
      ...{ people: 3, averageDaily: 1, averagePlanned: 2, attendanceRate: 2 / 6, seenPerPlanned: 2 / 4, noShowRate: 3 / 4 },
    })
    expect(of(munich)).toMatchObject({
      ...{ people: 1, averageDaily: 2.5, averagePlanned: 0.5, attendanceRate: 5 / 2, seenPerPlanned: 5, noShowRate: 0 },
    })
    for (const building of [berlin, munich, oslo]) expect(of(building)).toEqual((await ask(building.building)).kpis)
    expect(kpis).toMatchObject({
      ...{ people: 6, averageDaily: 3.5, averagePlanned: 3.5, attendanceRate: 7 / 8, seenPerPlanned: 7 / 5, noShowRate: 2 / 4 },
    })
  })

  it('show no desk use where no presence is reported, not even that desks were never used', async () => {
    const { zones, totals, neverUsed } = await client.getDeskFigures(PERIOD)
    const here = zones.filter(({ locationId }) => locationId === oslo.building)
    expect(here.map(({ usedDeskDays, utilization }) => [usedDeskDays, utilization])).toEqual([
      [null, null],
      [null, null],
    ])
    expect(here.map(({ zoneId, bookedDeskDays }) => [zoneId, bookedDeskDays])).toContainEqual([oslo.zone, 1])
    // One of 14 bookable places in two buildings, on one of two days.
    expect(totals).toMatchObject({ usedDeskDays: 1, measuredDeskDays: 28, deskDays: 42, utilization: 1 / 28 })
    const unused = new Set(neverUsed.items.map(({ placeId }) => placeId))
    expect(unused).toEqual(new Set([...berlin.desks, ...munich.desks]))
    const { places } = await client.getPlaceFigures({ ...PERIOD, locationId: oslo.building })
    expect(places.map(({ usedDays, utilization, measuredWorkdays }) => [usedDays, utilization, measuredWorkdays])).toEqual([
      [null, null, 0],
      [null, null, 0],
    ])
  })

  it('of a group whose building reports no presence show only who was expected', async () => {
    const { groups } = await client.getGroupFigures(PERIOD)
    const unknown = { averageDaily: null, attendanceRate: null, p90: null, togetherness: null, recommendedDesks: null }
    expect(groups).toMatchObject([{ groupId: northerners, hidden: false, averagePlanned: 0.5, ...unknown }])
    const { kpis } = await client.getAttendanceFigures({ ...PERIOD, groupIds: northerners })
    expect(kpis).toMatchObject({ averagePlanned: 0.5, averageDaily: null, attendanceRate: null })
  })
})

it('people are present in each hour from the first to the last time they were seen in a building', async () => {
  const { hours } = await client.getHourFigures({ ...PERIOD, locationIds: munich.building })
  const present = (weekday: number) =>
    hours.filter((each) => each.weekday === weekday).map(({ hour, averagePeople }) => [hour, averagePeople])
  expect(present(1)).toEqual([[9, 3]])
  expect(present(2)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16].map((hour) => [hour, 1]))
  const everywhere = await client.getHourFigures(PERIOD)
  expect(everywhere.hours.find(({ weekday, hour }) => weekday === 2 && hour === 15)).toMatchObject({ averagePeople: 2 })
  expect((await client.getHourFigures({ ...PERIOD, locationIds: oslo.building })).hours).toEqual([])
})

it('desks are in use in each hour from first to last seen, by the clock of their building, also where it is changed on a workday', async () => {
  // On this Friday clocks in Jerusalem go from 2 to 3 hours ahead of UTC.
  const [thursday, friday] = ['2026-03-26', '2026-03-27']
  const { building, zone, desks } = await office.addBuilding('Asia/Jerusalem')
  const [own, other] = desks as [string, string]
  const [ada, bo, cy] = [
    await office.addMember(building, null),
    await office.addMember(building, null),
    await office.addMember(building, null),
  ]
  for (const day of [thursday, friday]) {
    await office.plan(ada, day, 'o')
    await office.bookAt(ada, day, building, zone, own)
    await office.see(ada, building, `${day}T06:30:00Z`, `${day}T09:10:00Z`)
  }
  // Seen at a desk without a booking, and checked in without being seen.
  await office.seeAt(bo, other, `${friday}T05:59:00Z`)
  await office.seeAt(bo, other, `${friday}T07:00:00Z`)
  await office.plan(cy, thursday, 'o')
  await office.bookAt(cy, thursday, building, zone, other)
  await office.run(
    `update bookings
     set checked_in_at = '${thursday}T12:15:00Z', changed_by = 'user', command_id = gen_random_uuid()
     where org_id = $1 and place_id = $2 and day = $3`,
    ...[other, thursday],
  )
  await office.refreshAt('2026-04-06')
  const asked = { from: '2026-03-01', to: '2026-03-31', locationId: building }
  const hoursOf = async (query = asked) => {
    const { places } = await client.getPlaceHourFigures(query)
    return Object.fromEntries(places.map(({ placeId, usedDaysByHour }) => [placeId, usedDaysByHour]))
  }
  const by = (some: Record<number, number>) => Array.from({ length: 24 }, (_, hour) => some[hour] ?? 0)
  expect(await hoursOf()).toEqual({
    [own]: by({ 8: 1, 9: 2, 10: 2, 11: 2, 12: 1 }),
    [other]: by({ 8: 1, 9: 1, 10: 1, 14: 1 }),
  })
  expect(await hoursOf({ ...asked, from: friday, to: friday })).toEqual({
    [own]: by({ 9: 1, 10: 1, 11: 1, 12: 1 }),
    [other]: by({ 8: 1, 9: 1, 10: 1 }),
  })
  await expect(hoursOf({ ...asked, to: '2026-04-01' })).rejects.toMatchObject({ status: 400 })
  expect(await hoursOf({ ...asked, locationId: crypto.randomUUID() })).toEqual({})
})

it('administrators who may not see single people see hours of whole months, of desks that are not assigned or used on few days', async () => {
  const own = await openAnalyticsOffice(bench)
  await own.run('update organizations set minimum_group_size = 1 where id = $1')
  const { building, desks } = await own.addBuilding()
  const [often, seldom] = desks as [string, string]
  const [ada, bo] = [await own.addMember(building, null), await own.addMember(building, null)]
  for (const day of [2, 3, 4, 5, 6]) await own.seeAt(ada, often, `2026-03-0${day}T09:00:00Z`)
  await own.seeAt(bo, seldom, '2026-03-04T09:00:00Z')
  await own.refreshAt('2026-04-09')
  const { headers } = await bench.service.signIn(own.orgId, ['workplace-administrator'])
  const atNine = async (from: string, to: string) => {
    const query = new URLSearchParams({ from, to, locationId: building })
    const answer = await send(bench.service.baseUrl, { path: `/api/analytics/place-hours?${query}`, headers })
    return answer.json<PlaceHourFigures>().places.map(({ hidden, usedDaysByHour }) => [hidden, usedDaysByHour?.[9]])
  }
  const HIDDEN = [true, undefined]
  expect(await atNine('2026-03-01', '2026-03-31')).toEqual([[false, 5], HIDDEN])
  // They differ from the month by days of which hours would be those of one person.
  expect(await atNine('2026-03-03', '2026-03-31')).toEqual([HIDDEN, HIDDEN])
  expect(await atNine('2026-03-01', '2026-03-30')).toEqual([HIDDEN, HIDDEN])
  // A month that is not over would differ from what it was the day before.
  expect(await atNine('2026-04-01', '2026-04-30')).toEqual([HIDDEN, HIDDEN])
  await own.run('update places set assigned_user_id = $2 where org_id = $1 and id = $3', ada, often)
  expect(await atNine('2026-03-01', '2026-03-31')).toEqual([HIDDEN, HIDDEN])
})

describe('people present at the same time', () => {
  /** Two desks and a neighborhood of five in each building. */
  const capacity = 7
  const peaks = (day: string, rest: object) => ({
    day,
    peakVisitors: 0,
    peakPeople: null,
    peakHour: null,
    utilization: null,
    ...rest,
  })

  it('are counted by hour of each building, with their peak and its hour, against the capacity of buildings with readers', async () => {
    const figures = await client.getHeadcountFigures(PERIOD)
    expect(figures).toMatchObject({ hidden: false, workdays: 2, averagePeak: 3, averageUtilization: 3 / (2 * capacity) })
    expect(figures.days).toEqual([
      peaks(MONDAY, {
        peakPeople: 4,
        peakHour: 9,
        planned: 4,
        booked: 3,
        capacity: 3 * capacity,
        utilization: 4 / (2 * capacity),
      }),
      peaks(TUESDAY, { peakPeople: 2, peakHour: 10, planned: 3, booked: 1, capacity: 3 * capacity, utilization: 1 / capacity }),
    ])
    expect(figures.hours).toHaveLength(24)
    expect(figures.hours.filter(({ peakPeople }) => peakPeople)).toEqual([
      { hour: 8, averagePeople: 0.5, peakPeople: 1, peakDay: TUESDAY, averageVisitors: 0 },
      { hour: 9, averagePeople: 2.5, peakPeople: 4, peakDay: MONDAY, averageVisitors: 0 },
      { hour: 10, averagePeople: 1, peakPeople: 2, peakDay: TUESDAY, averageVisitors: 0 },
      ...[11, 12, 13, 14].map((hour) => ({ hour, averagePeople: 0.5, peakPeople: 1, peakDay: TUESDAY, averageVisitors: 0 })),
      { hour: 15, averagePeople: 1, peakPeople: 2, peakDay: TUESDAY, averageVisitors: 0 },
      { hour: 16, averagePeople: 0.5, peakPeople: 1, peakDay: TUESDAY, averageVisitors: 0 },
    ])
    const byId = new Map(figures.locations.map(({ locationId, days }) => [locationId, days]))
    expect(byId.get(munich.building)).toEqual([
      peaks(MONDAY, { peakPeople: 3, peakHour: 9, planned: 0, booked: 0, capacity, utilization: 3 / capacity }),
      peaks(TUESDAY, { peakPeople: 1, peakHour: 8, planned: 1, booked: 0, capacity, utilization: 1 / capacity }),
    ])
    expect(byId.get(berlin.building)).toMatchObject([
      { peakPeople: 1, peakHour: 9, planned: 3, booked: 3 },
      { peakPeople: 1, peakHour: 10, planned: 1, booked: 0 },
    ])
  })

  it('are unknown, not 0, in a building without readers and for a group that belongs there', async () => {
    const { days, hours, averagePeak } = await client.getHeadcountFigures({ ...PERIOD, locationIds: oslo.building })
    expect(days).toEqual([
      peaks(MONDAY, { planned: 1, booked: 0, capacity }),
      peaks(TUESDAY, { planned: 1, booked: 1, capacity }),
    ])
    expect([averagePeak, new Set(hours.map(({ peakPeople }) => peakPeople))]).toEqual([null, new Set([null])])
    const group = await client.getHeadcountFigures({ ...PERIOD, groupIds: northerners })
    expect(group.days).toEqual([
      peaks(MONDAY, { peakVisitors: null, planned: 1, booked: 0, capacity: null }),
      peaks(TUESDAY, { peakVisitors: null, planned: 0, booked: 0, capacity: null }),
    ])
  })
})
