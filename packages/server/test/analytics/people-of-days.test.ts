import type { AttendanceFigures, PeopleOutcome } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type RollcallClient } from '../../../client/src/index.ts'
import { type Bench, shareBench } from '../attendance/support.ts'
import { type AnalyticsOffice, openAnalyticsOffice } from './office.ts'

/** A Monday and the day after it. */
const [MONDAY, TUESDAY] = ['2026-03-16', '2026-03-17']
const PERIOD = { from: MONDAY, to: TUESDAY }

let bench: Bench
let office: AnalyticsOffice
let client: RollcallClient
let here: Awaited<ReturnType<AnalyticsOffice['addBuilding']>>
let there: typeof here
let group: string
let people: Record<'resident' | 'traveler' | 'missing' | 'guest' | 'away' | 'invited', string>

beforeAll(async () => {
  bench = await shareBench()
  office = await openAnalyticsOffice(bench)
  await office.run('update organizations set minimum_group_size = 1 where id = $1')
  here = await office.addBuilding()
  there = await office.addBuilding()
  group = await office.addGroup()
  people = {
    resident: await office.addMember(here.building, group),
    traveler: await office.addMember(here.building, null),
    missing: await office.addMember(here.building, null),
    guest: await office.addMember(there.building, group),
    away: await office.addMember(here.building, null),
    invited: await office.addMember(there.building, null),
  }
  const { resident, traveler, missing, guest, away, invited } = people
  for (const person of [resident, traveler, missing]) await office.plan(person, MONDAY, 'o')
  await office.plan(away, MONDAY, 'r')
  await office.plan(invited, MONDAY, 'o', here.building)
  for (const person of [resident, guest, invited]) await office.see(person, here.building, `${MONDAY}T09:00:00Z`)
  await office.see(traveler, there.building, `${MONDAY}T09:00:00Z`)
  await office.plan(resident, TUESDAY, 'o')
  await office.see(guest, there.building, `${TUESDAY}T09:00:00Z`)
  await office.refreshAt('2026-04-06')
  const key = await bench.service.createKey(office.orgId, 'all-permissions')
  client = createClient({ baseUrl: bench.service.baseUrl, key })
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const idsOf = (names: readonly (keyof typeof people)[]) => names.map((name) => people[name]).sort()
const list = async (query: Parameters<RollcallClient['listPeopleFigures']>[0]) => {
  const { items, totals } = await client.listPeopleFigures(query)
  return { ids: items.map(({ userId }) => userId).sort(), items, totals }
}
/** The sum of what a chart shows of its days. */
const sumOf = (days: AttendanceFigures['days'], name: 'planned' | 'seen' | 'noShow') =>
  days.reduce((sum, day) => sum + (day[name] ?? 0), 0)

describe('the people behind the chart of a building', () => {
  const locationIds = () => ({ locationIds: here.building })

  it('are those who came there or were expected there, guests among them', async () => {
    const monday = { from: MONDAY, to: MONDAY, ...locationIds() }
    const { ids, totals } = await list({ ...monday, by: 'attendance' })
    expect(ids).toEqual(idsOf(['resident', 'traveler', 'missing', 'guest', 'invited']))
    const { days } = await client.getAttendanceFigures(monday)
    expect(totals).toEqual({ people: 5, planned: 4, seen: 3, noShow: 2 })
    expect(days).toMatchObject([{ planned: 4, seen: 3, noShow: 2 }])
    // By default, they are those who belong there, wherever they came.
    expect((await list(monday)).ids).toEqual(idsOf(['resident', 'traveler', 'missing', 'away']))
  })

  it.each([
    ['confirmed', ['resident', 'invited']],
    ['noShow', ['traveler', 'missing']],
    ['walkIn', ['guest']],
    ['unconfirmed', []],
    ['seen', ['resident', 'invited', 'guest']],
    ['planned', ['resident', 'traveler', 'missing', 'invited']],
  ] as const)('are those of a segment of its bar: %s', async (outcome: PeopleOutcome, names) => {
    const { ids } = await list({ from: MONDAY, to: MONDAY, ...locationIds(), by: 'attendance', outcome })
    expect(ids).toEqual(idsOf(names))
  })

  it('have as many days as the chart counts, in one building, in several and in all of them', async () => {
    for (const where of [locationIds(), { locationIds: `${here.building},${there.building}` }, {}]) {
      const { days } = await client.getAttendanceFigures({ ...PERIOD, ...where })
      const { totals, items } = await list({ ...PERIOD, ...where, by: 'attendance' })
      const counted = { planned: sumOf(days, 'planned'), seen: sumOf(days, 'seen'), noShow: sumOf(days, 'noShow') }
      expect(totals).toEqual({ people: items.length, ...counted })
      for (const name of ['planned', 'seen', 'noShow'] as const) {
        expect(items.reduce((sum, item) => sum + item[name], 0)).toBe(counted[name])
      }
    }
  })

  it('are of a group as of the day', async () => {
    const asked = { from: MONDAY, to: MONDAY, ...locationIds(), groupIds: group }
    expect((await list({ ...asked, by: 'attendance' })).ids).toEqual(idsOf(['resident', 'guest']))
    expect((await list(asked)).ids).toEqual(idsOf(['resident']))
  })

  it('come page by page, with the totals on the first', async () => {
    const asked = { from: MONDAY, to: MONDAY, ...locationIds(), by: 'attendance', limit: 3 } as const
    const first = await client.listPeopleFigures(asked)
    const second = await client.listPeopleFigures({ ...asked, cursor: first.nextCursor as string })
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([3, 2, null])
    expect([first.totals?.people, second.totals]).toEqual([5, null])
    const [one] = first.items
    const { totals } = await list({ ...asked, search: one?.userName as string })
    expect(totals?.people).toBe(1)
  })
})

it('totals of people by primary building are those of all pages', async () => {
  const first = await client.listPeopleFigures({ ...PERIOD, limit: 2 })
  expect(first.items).toHaveLength(2)
  const { items } = await list(PERIOD)
  const total = (name: 'planned' | 'seen' | 'noShow') => items.reduce((sum, item) => sum + item[name], 0)
  expect(first.totals).toEqual({ people: 6, planned: total('planned'), seen: total('seen'), noShow: total('noShow') })
  const { totals } = await list({ ...PERIOD, locationIds: here.building, outcome: 'noShow' })
  expect(totals?.people).toBe(2)
})
