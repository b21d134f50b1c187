import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../client/src/index.ts'
import { type Bench, shareBench } from '../attendance/support.ts'
import { openAnalyticsOffice } from './office.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const DAY = '2026-03-30'
const PERIOD = { from: DAY, to: '2026-04-03' }

/** An office with one building and a division, of whose people so many plan to come and are seen. */
const openDivision = async (members: number, participants = members) => {
  const office = await openAnalyticsOffice(bench)
  const here = await office.addBuilding()
  const division = await office.addGroup()
  const takePart = async (userId: string) => {
    await office.plan(userId, DAY, 'o')
    await office.seeAt(userId, here.desks[0] as string, `${DAY}T09:00:00Z`)
  }
  for (let person = 0; person < members; person++) {
    const userId = await office.addMember(here.building, division)
    if (person < participants) await takePart(userId)
  }
  const key = await bench.service.createKey(office.orgId, 'all-permissions')
  const client = createClient({ baseUrl: bench.service.baseUrl, key })
  const divisionFigures = async () => (await client.getGroupFigures(PERIOD)).groups.find(({ groupId }) => groupId === division)
  return { office, here, division, client, takePart, divisionFigures, refresh: () => office.refreshAt('2026-04-06') }
}

const FEW = { hidden: true, withheld: { reason: 'fewPeople', name: null } }

describe('a new organization', () => {
  it.each([
    [4, true],
    [5, false],
  ])('of %i people has all figures of them withheld: %s', async (people, hidden) => {
    const { client, here, refresh } = await openDivision(people)
    await refresh()
    const attendance = await client.getAttendanceFigures(PERIOD)
    const hours = await client.getHourFigures(PERIOD)
    const desks = await client.getDeskFigures(PERIOD)
    const places = await client.getPlaceFigures({ ...PERIOD, locationId: here.building })
    const [group] = (await client.getGroupFigures(PERIOD)).groups
    const building = attendance.locations.find(({ locationId }) => locationId === here.building)
    const zone = desks.zones.find(({ locationId }) => locationId === here.building)
    for (const each of [attendance, hours, desks, places, group, building, zone, desks.levels[0]]) {
      expect(each?.hidden).toBe(hidden)
      if (hidden) expect(each).toMatchObject(FEW)
    }
    if (!hidden) return
    expect(attendance).toMatchObject({ days: [], weekdays: [], kpis: { people: null, averageDaily: null } })
    expect(hours.hours).toEqual([])
    expect(desks).toMatchObject({ totals: { usedDeskDays: null, bookedDeskDays: null }, neverUsed: { count: null, items: [] } })
    expect(zone).toMatchObject({ usedDeskDays: null, capacity: expect.any(Number) })
    expect(places.places.map(({ usedDays }) => usedDays)).toEqual([null, null])
  })
})

describe('a division of many', () => {
  it('is shown next to one person without a group, who had neither plan nor presence', async () => {
    const { office, here, refresh, divisionFigures, client } = await openDivision(12)
    await office.addMember(here.building, null)
    await refresh()
    expect(await divisionFigures()).toMatchObject({ hidden: false, withheld: null, members: 12, averageDaily: 12 / 5 })
    expect((await client.getAttendanceFigures(PERIOD)).kpis).toMatchObject({ people: 13, averageDaily: 12 / 5 })
  })

  it.each(['o', 'r', 'a'] as const)('is withheld for that person once they plan %s, with the cause', async (plan) => {
    const { office, here, division, refresh, divisionFigures, client } = await openDivision(12)
    const alone = await office.addMember(here.building, null)
    await office.plan(alone, DAY, plan)
    await refresh()
    const cause = { hidden: true, withheld: { reason: 'otherGroup', name: null } }
    expect(await divisionFigures()).toMatchObject({ ...cause, averageDaily: null })
    for (const figures of [
      await client.getAttendanceFigures({ ...PERIOD, groupIds: division }),
      await client.getHourFigures({ ...PERIOD, groupIds: division }),
      await client.getDeskFigures({ ...PERIOD, groupIds: division }),
    ]) {
      expect(figures).toMatchObject(cause)
    }
    // A week in which that person had no plan reveals nothing.
    const before = { from: '2026-03-23', to: '2026-03-27' }
    expect((await client.getAttendanceFigures({ ...before, groupIds: division })).hidden).toBe(false)
  })

  it('is withheld for a person without a group who took part and has left since', async () => {
    const { office, here, refresh, divisionFigures, takePart } = await openDivision(12)
    const leaver = await office.addMember(here.building, null)
    await takePart(leaver)
    await office.run(`update users set status = 'inactive' where org_id = $1 and id = $2`, leaver)
    await refresh()
    expect(await divisionFigures()).toMatchObject({ withheld: { reason: 'otherGroup', name: null } })
  })

  it('names the small group next to it', async () => {
    const { office, here, refresh, divisionFigures, takePart, division } = await openDivision(12)
    const team = await office.addGroup(division)
    const beside = await office.addGroup()
    for (const group of [team, beside]) await takePart(await office.addMember(here.building, group))
    await refresh()
    expect(await divisionFigures()).toMatchObject({ withheld: { reason: 'otherGroup', name: `Group ${beside}` } })
  })
})

it.each([
  [4, true],
  [5, false],
])('a group of 30 with %i participants is withheld: %s', async (participants, hidden) => {
  const { office, here, takePart, refresh, divisionFigures } = await openDivision(30, participants)
  const other = await office.addGroup()
  for (let person = 0; person < 6; person++) await takePart(await office.addMember(here.building, other))
  await refresh()
  expect(await divisionFigures()).toMatchObject(hidden ? FEW : { hidden, averageDaily: participants / 5 })
})

it('members count where no one took part, and of days whose people are anonymous', async () => {
  const { office, division, client } = await openDivision(6, 1)
  await office.refreshAt('2026-04-06')
  const ask = async (period: typeof PERIOD) => (await client.getAttendanceFigures({ ...period, groupIds: division })).hidden
  expect(await ask(PERIOD)).toBe(true)
  expect(await ask({ from: '2026-03-23', to: '2026-03-27' })).toBe(false)
  await office.run(`insert into retention_runs (org_id, kind, through) values ($1, 'presence', '${DAY}')`)
  expect(await ask(PERIOD)).toBe(false)
})
