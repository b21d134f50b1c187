import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '../../../client/src/index.ts'
import { daysFrom, weekdayOf } from '../../src/platform/time/day.ts'
import { type Bench, shareBench } from '../attendance/support.ts'
import { type AnalyticsOffice, openAnalyticsOffice } from './office.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

type Building = Awaited<ReturnType<AnalyticsOffice['addBuilding']>>

/** An office in which one more person comes each week, on every workday from the first day on. */
const openWith = async (
  firstDay: string,
  lastDay: string,
  lived?: (office: AnalyticsOffice, here: Building) => Promise<void>,
) => {
  const office = await openAnalyticsOffice(bench)
  const here = await office.addBuilding()
  await office.run('update organizations set minimum_group_size = 1 where id = $1')
  const people = [await office.addMember(here.building, null), await office.addMember(here.building, null)]
  for (const day of [...daysFrom(firstDay, lastDay)].filter((each) => weekdayOf(each) <= 5)) {
    const isFirstWeek = day < '2026-03-16'
    for (const [index, person] of people.entries()) {
      await office.plan(person, day, 'o')
      if (index === 0 || !isFirstWeek) await office.see(person, here.building, `${day}T09:00:00Z`)
    }
  }
  await lived?.(office, here)
  await office.refreshAt('2026-04-06')
  const key = await bench.service.createKey(office.orgId, 'all-permissions')
  return createClient({ baseUrl: bench.service.baseUrl, key })
}

const WEEK = ['2026-03-16', '2026-03-17', '2026-03-18', '2026-03-19', '2026-03-20']

it('Monday to Friday is compared with Monday to Friday of the week before', async () => {
  const client = await openWith('2026-03-09', '2026-03-20')
  const { previous, kpis } = await client.getAttendanceFigures({ from: '2026-03-16', to: '2026-03-20' })
  expect(previous).toMatchObject({ from: '2026-03-09', to: '2026-03-13', daysBack: 7, days: WEEK, hidden: false })
  expect([previous.kpis.averageDaily, previous.current.averageDaily, kpis.averageDaily]).toEqual([1, 2, 2])
  expect(previous.current).toEqual(kpis)
  const desks = await client.getDeskFigures({ from: '2026-03-16', to: '2026-03-20' })
  expect(desks.previous).toMatchObject({ from: '2026-03-09', daysBack: 7, days: WEEK })
  expect(desks.previous.current).toEqual(desks.totals)
  const { previous: ofMonth } = await client.getAttendanceFigures({ from: '2026-03-02', to: '2026-04-01' })
  expect(ofMonth).toMatchObject({ from: '2026-01-26', to: '2026-02-25', daysBack: 35 })
})

it('only days are compared that are published in both periods', async () => {
  const client = await openWith('2026-03-12', '2026-03-20')
  const { previous, kpis } = await client.getAttendanceFigures({ from: '2026-03-16', to: '2026-03-20' })
  expect(previous.days).toEqual(['2026-03-19', '2026-03-20'])
  expect([previous.kpis.workdays, previous.current.workdays, kpis.workdays]).toEqual([2, 2, 5])
  const { previous: ofDesks, totals } = await client.getDeskFigures({ from: '2026-03-16', to: '2026-03-20' })
  expect([ofDesks.totals.deskDays, ofDesks.current.deskDays, totals.deskDays]).toEqual([14, 14, 35])
})

it('there is no comparison where nothing is published before, or presence was not reported', async () => {
  const nothing = { averageDaily: null, averagePlanned: null, attendanceRate: null, workdays: 0 }
  const fresh = await openWith('2026-03-16', '2026-03-20')
  const { previous } = await fresh.getAttendanceFigures({ from: '2026-03-16', to: '2026-03-20' })
  expect(previous).toMatchObject({ days: [], hidden: false, kpis: nothing, current: nothing })
  const { previous: ofDesks } = await fresh.getDeskFigures({ from: '2026-03-16', to: '2026-03-20' })
  expect(ofDesks).toMatchObject({ days: [], totals: { deskDays: 0, utilization: null } })

  const withReaders = await openWith('2026-03-09', '2026-03-20', async (office, { building }) => {
    await office.run(`update locations set presence_from = '2026-03-16' where org_id = $1 and id = $2`, building)
  })
  const { previous: unmeasured } = await withReaders.getAttendanceFigures({ from: '2026-03-16', to: '2026-03-20' })
  expect(unmeasured).toMatchObject({ days: [], kpis: nothing })
})

it('periods that share only published weekends are not compared', async () => {
  const client = await openWith('2026-03-13', '2026-03-20', async (office, { building }) => {
    const guest = await office.addMember(building, null)
    for (const day of ['2026-03-14', '2026-03-21']) await office.see(guest, building, `${day}T09:00:00Z`)
  })
  const period = { from: '2026-03-21', to: '2026-03-26' }
  expect((await client.getAttendanceFigures(period)).previous.days).not.toEqual([])
  const weekend = await client.getAttendanceFigures({ from: '2026-03-21', to: '2026-03-22' })
  expect(weekend.previous).toMatchObject({ days: [], kpis: { workdays: 0, seenPerPlanned: null, noShowRate: null } })
})

it('a new building does not prevent a comparison, but one that got readers later does', async () => {
  const openNextTo = (from: string, presenceFrom: string | null) =>
    openWith('2026-03-09', '2026-03-20', async (office) => {
      const other = await office.addBuilding()
      await office.run('update locations set presence_from = $3 where org_id = $1 and id = $2', other.building, presenceFrom)
      const person = await office.addMember(other.building, null)
      for (const day of daysFrom(from, '2026-03-20')) {
        await office.plan(person, day, 'o')
        await office.see(person, other.building, `${day}T09:00:00Z`)
      }
    })
  const daysOf = async (client: Awaited<ReturnType<typeof openWith>>) =>
    (await client.getAttendanceFigures({ from: '2026-03-16', to: '2026-03-20' })).previous.days
  expect(await daysOf(await openNextTo('2026-03-18', null))).toEqual(WEEK)
  expect(await daysOf(await openNextTo('2026-03-09', '2026-03-18'))).toEqual(WEEK.slice(0, 2))
})

it('days before are withheld by themselves, where fewer people took part in them', async () => {
  const client = await openWith('2026-03-09', '2026-03-20', async (office, { building }) => {
    for (let person = 0; person < 3; person++) {
      await office.plan(await office.addMember(building, null), '2026-03-18', 'r')
    }
    await office.run('update organizations set minimum_group_size = 5 where id = $1')
  })
  const { hidden, kpis, previous } = await client.getAttendanceFigures({ from: '2026-03-16', to: '2026-03-20' })
  expect([hidden, kpis.averageDaily]).toEqual([false, 2])
  expect(previous).toMatchObject({
    ...{ hidden: true, withheld: { reason: 'fewPeople', name: null }, days: [] },
    ...{ kpis: { averageDaily: null }, current: { averageDaily: null } },
  })
  const { previous: ofDesks } = await client.getDeskFigures({ from: '2026-03-16', to: '2026-03-20' })
  expect(ofDesks).toMatchObject({ hidden: true, days: [], totals: { usedDeskDays: null }, current: { usedDeskDays: null } })
})
