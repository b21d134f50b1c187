import type { PlaceHourFigures } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type RollcallClient } from '../../../client/src/index.ts'
import { type Bench, shareBench } from '../attendance/support.ts'
import { send } from '../http/support/send.ts'
import { type AnalyticsOffice, openAnalyticsOffice } from './office.ts'

const DAY = '2026-03-30'
const PERIOD = { from: DAY, to: '2026-04-03' }

let bench: Bench
let office: AnalyticsOffice
let client: RollcallClient
let here: Awaited<ReturnType<AnalyticsOffice['addBuilding']>>
let there: typeof here
let guests: typeof here
let department: string
let large: string
let medium: string
let small: string
let desertedGroup: string

/** A department of 10, 7 and 2 people; six of the 10 are in another building, where there are five more without a group. */
beforeAll(async () => {
  bench = await shareBench()
  office = await openAnalyticsOffice(bench)
  ;[here, there, guests] = [await office.addBuilding(), await office.addBuilding(), await office.addBuilding()]
  department = await office.addGroup()
  ;[large, medium, small] = [
    await office.addGroup(department),
    await office.addGroup(department),
    await office.addGroup(department),
  ]
  desertedGroup = await office.addGroup()
  const join = async (count: number, locationId: string, groupId: string | null) => {
    for (let person = 0; person < count; person++) {
      const userId = await office.addMember(locationId, groupId)
      await office.plan(userId, DAY, 'o')
      if (person < 2) await office.see(userId, locationId, `${DAY}T09:00:00Z`)
    }
  }
  await join(4, here.building, large)
  await join(6, there.building, large)
  await join(6, here.building, medium)
  await join(2, here.building, small)
  await join(5, there.building, null)
  const guest = await office.addMember(here.building, medium)
  await office.see(guest, guests.building, `${DAY}T10:00:00Z`)
  await office.refreshAt('2026-04-06')
  const key = await bench.service.createKey(office.orgId, 'all-permissions')
  client = createClient({ baseUrl: bench.service.baseUrl, key })
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const shownGroups = async (query: { locationIds?: string } = {}) => {
  const { groups } = await client.getGroupFigures({ ...PERIOD, ...query })
  const names = new Map([
    [department, 'department'],
    [large, 'large'],
    [medium, 'medium'],
    [small, 'small'],
    [desertedGroup, 'deserted'],
  ])
  for (const group of groups.filter(({ hidden }) => hidden)) {
    const {
      groupId: _i,
      groupName: _n,
      groupType: _t,
      parentId: _p,
      hidden: _h,
      withheld,
      members: _m,
      allocatedDesks: _a,
      ...figures
    } = group
    expect(Object.values(figures).every((figure) => figure === null)).toBe(true)
    expect(withheld?.reason).toMatch(/^(fewPeople|otherGroup|otherLocation)$/)
  }
  return groups
    .filter(({ hidden }) => !hidden)
    .map(({ groupId }) => names.get(groupId))
    .sort()
}

describe('figures of groups', () => {
  it('are withheld if a group is small, or if they would reveal a small one by subtraction', async () => {
    expect(await shownGroups()).toEqual(['department', 'large'])
  })

  it('are withheld in a building where few of a group are', async () => {
    expect(await shownGroups({ locationIds: here.building })).toEqual(['department'])
    expect(await shownGroups({ locationIds: there.building })).toEqual(['department'])
  })

  it.each([
    ['the small one', () => [small], true],
    ['the one that hides the small one', () => [medium], true],
    ['both of them', () => [medium, small], false],
    ['the large one', () => [large], false],
    ['the large and the small one', () => [large, small], true],
    ['all three, one by one', () => [large, medium, small], false],
    ['the department', () => [department], false],
    ['a group without members', () => [desertedGroup], true],
    ['an unknown group', () => ['6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21'], true],
    ['what cannot be a group', () => ['x'], true],
  ] as const)('narrowed to %s are hidden or not everywhere alike', async (_name, groups, hidden) => {
    const query = { ...PERIOD, groupIds: groups().join(',') }
    const attendance = await client.getAttendanceFigures(query)
    const hours = await client.getHourFigures(query)
    const desks = await client.getDeskFigures(query)
    expect([attendance.hidden, hours.hidden, desks.hidden]).toEqual([hidden, hidden, hidden])
    if (!hidden) return expect(attendance.kpis.people).toBeGreaterThanOrEqual(5)
    expect(attendance).toMatchObject({ days: [], weekdays: [], kpis: { people: null, averageDaily: null } })
    expect(attendance.previous.kpis.workdays).toBeNull()
    expect(attendance.locations.every((location) => location.hidden && location.kpis.averageDaily === null)).toBe(true)
    expect(hours.hours).toEqual([])
    expect(desks.totals.usedDeskDays).toBeNull()
  })
})

it('a department is hidden if it would reveal the few users without a group', async () => {
  const ofNoGroup = 'select id from users where org_id = $1 and primary_group_id is null order by id limit 3'
  await office.run(`update users set status = 'inactive' where org_id = $1 and id in (${ofNoGroup})`)
  expect(await shownGroups()).toEqual(['large'])
  await office.run(`update users set status = 'active' where org_id = $1`)
  expect(await shownGroups()).toEqual(['department', 'large'])
})

describe('figures of buildings', () => {
  it('are shown where enough people belong there, or no one does', async () => {
    const { locations, hidden } = await client.getAttendanceFigures(PERIOD)
    expect(hidden).toBe(false)
    expect(locations.filter((location) => location.hidden)).toEqual([])
    expect(locations.find(({ locationId }) => locationId === guests.building)?.kpis).toMatchObject({
      people: 0,
      averageDaily: 0.2,
    })
  })

  it('are withheld where few do, and one more where these would be the only ones', async () => {
    await client.updateSettings({ minimumGroupSize: 12 })
    const { locations } = await client.getAttendanceFigures(PERIOD)
    const shown = locations.filter((location) => !location.hidden).map(({ locationId }) => locationId)
    expect(new Set(shown)).toEqual(new Set([guests.building, null]))
    expect((await client.getHourFigures({ ...PERIOD, locationIds: there.building })).hidden).toBe(true)
    expect((await client.getHourFigures({ ...PERIOD, locationIds: `${there.building},${here.building}` })).hidden).toBe(false)
    expect((await client.getHourFigures(PERIOD)).hidden).toBe(false)
    await client.updateSettings({ minimumGroupSize: 5 })
  })

  it('of all groups are shown with a minimum of one', async () => {
    await client.updateSettings({ minimumGroupSize: 1 })
    expect(await shownGroups()).toEqual(['department', 'large', 'medium', 'small'])
    await client.updateSettings({ minimumGroupSize: 5 })
  })
})

it('the use of assigned desks is shown only to callers who may see people', async () => {
  const ada = await office.addMember(here.building, large)
  await office.run('update places set assigned_user_id = $2 where org_id = $1 and id = $3', ada, here.desks[0])
  const [HIDDEN, SHOWN] = [
    [true, undefined],
    [
      [false, 24],
      [false, 24],
    ],
  ]
  const hidings = ({ places }: PlaceHourFigures) => places.map((desk) => [desk.hidden, desk.usedDaysByHour?.length])
  const ask = async (role: 'analytics-administrator' | 'workplace-administrator') => {
    const { headers } = await bench.service.signIn(office.orgId, [role])
    const get = async (path: string) => (await send(bench.service.baseUrl, { method: 'GET', path, headers })).json<never>()
    const query = new URLSearchParams(PERIOD)
    return {
      places: (await get(`/api/analytics/places?${query}&locationId=${here.building}`)) as {
        places: { placeId: string; hidden: boolean; usedDays: number | null }[]
      },
      week: hidings(await get(`/api/analytics/place-hours?${query}&locationId=${here.building}`)),
      day: hidings(await get(`/api/analytics/place-hours?from=${DAY}&to=${DAY}&locationId=${here.building}`)),
      desks: (await get(`/api/analytics/desks?${query}&locationIds=${here.building}`)) as { neverUsed: { count: number } },
    }
  }
  const analyst = await ask('analytics-administrator')
  expect(analyst.places.places.map(({ hidden }) => hidden)).toEqual([false, false])
  expect(analyst.desks.neverUsed.count).toBe(2)
  expect([analyst.week, analyst.day]).toEqual([SHOWN, SHOWN])
  const workplaceAdmin = await ask('workplace-administrator')
  // The hours of one day would be those of one person, and weeks can be subtracted from each other.
  expect([workplaceAdmin.week, workplaceAdmin.day]).toEqual([
    [HIDDEN, HIDDEN],
    [HIDDEN, HIDDEN],
  ])
  expect(workplaceAdmin.places.places.map(({ placeId, hidden, usedDays }) => [placeId, hidden, usedDays])).toEqual(
    expect.arrayContaining([
      [here.desks[0], true, null],
      [here.desks[1], false, 0],
    ]),
  )
  expect(workplaceAdmin.desks.neverUsed.count).toBe(1)
})
