import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unpackDesks } from '../../src/warehouse/analytics/desk-bits.ts'
import { runRefresh } from '../../src/warehouse/refresh/refresh-service.ts'
import { type Bench, shareBench } from '../attendance/support.ts'
import { noonUtc } from '../refresh/support.ts'
import { expectGroupDays } from './group-reference.ts'
import { CHANGES, MONDAY, openLived, TUESDAY, WEDNESDAY } from './lived-office.ts'
import type { AnalyticsOffice } from './office.ts'
import { forgetRollups } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const THURSDAY = '2026-04-02'

/** Within a month, across its end, and from within a month to within another. */
const PERIODS = [
  { from: MONDAY, to: MONDAY },
  { from: TUESDAY, to: WEDNESDAY },
  { from: '2026-01-15', to: '2026-07-14' },
]

/** The rollups are what they would be if there had been none before, and months of groups are what their rows add up to. */
const expectExact = async (office: AnalyticsOffice, day: string) => {
  for (const period of PERIODS) await expectGroupDays(office, period)
  const stored = await office.rollups()
  const segments = await office.segments()
  expect(stored).toEqual(await office.rollupsFromScratch(noonUtc(day)))
  expect(await office.segments()).toEqual(segments)
  return stored
}

const zeros = (some: Record<number, number>) => Array.from({ length: 24 }, (_, hour) => some[hour] ?? 0)

describe('a refresh that publishes days', () => {
  it('counts their rows, people by hour, occupied rooms, desks and persons', async () => {
    const { office, here, there, team, other, people } = await openLived(bench)
    const stored = await office.rollups()
    const counts = {
      planned: 0,
      remote: 0,
      away: 0,
      confirmed: 0,
      no_show: 0,
      unconfirmed: 0,
      walk_in: 0,
      booked: 0,
      elsewhere: 0,
      released: 0,
    }
    const rowsOf = (rows: { row: Record<string, unknown> }[], day: string, id: string | null) =>
      rows.map(({ row }) => row).filter((row) => row.day === day && (id === null || row.location_id === id))
    expect(rowsOf(stored.locations, MONDAY, here.building)).toEqual([
      {
        ...{ ...counts, day: MONDAY, location_id: here.building, planned: 2, confirmed: 1, no_show: 1, booked: 2 },
        ...{ people_by_hour: zeros({ 8: 1 }), spaces_by_hour: zeros({ 9: 1, 10: 1 }), visitors_by_hour: null, capacity: 7 },
      },
    ])
    expect(rowsOf(stored.locations, MONDAY, there.building)).toEqual([
      {
        ...{ ...counts, day: MONDAY, location_id: there.building, planned: 1, walk_in: 1, no_show: 1 },
        ...{ people_by_hour: zeros({ 9: 1, 10: 1 }), spaces_by_hour: null, visitors_by_hour: null, capacity: 7 },
      },
    ])
    expect(new Set(rowsOf(stored.groups, TUESDAY, null).map(({ group_id }) => group_id))).toEqual(
      new Set([team, other, '00000000-0000-0000-0000-000000000000']),
    )
    expect(
      rowsOf(stored.zones, TUESDAY, here.building)
        .map(({ zone_id, booked, used }) => [zone_id, booked, used])
        .sort(),
    ).toEqual(
      [
        [here.zone, 1, 1],
        [here.neighborhood, 1, 0],
      ].sort(),
    )
    expect(stored.months.map(({ row }) => row)).toContainEqual({
      ...{ month: '2026-03-01', group_id: team, days: '30,31' },
      ...{ planned: '2,1', confirmed: '1,1', walk_in: '0,0', no_show: '1,0' },
    })
    const [first, last] = [1 << 29, 1 << 30]
    expect(stored.desks.map(({ row }) => row)).toEqual([
      { location_id: here.building, month: '2026-03-01', desks: expect.any(String) },
    ])
    const [month] = stored.desks as { row: { desks: string } }[]
    expect(unpackDesks(Buffer.from(month?.row.desks.slice(2) as string, 'hex'))).toEqual(
      new Map([[here.desks[0], { booked: first | last, used: first | last }]]),
    )
    expect(stored.people.map(({ row }) => row)).toContainEqual({
      ...{ month: '2026-03-01', user_id: people[1], planned: first | last, seen: 0, no_show: first | last },
      involved: first | last,
    })
    await expectExact(office, WEDNESDAY)
  })

  it('leaves out what is not over', async () => {
    const { office } = await openLived(bench)
    const days = (await office.rollups()).locations.map(({ row }) => row.day)
    expect(new Set(days)).toEqual(new Set([MONDAY, TUESDAY]))
    await office.refreshAt(THURSDAY)
    const { people, locations } = await expectExact(office, THURSDAY)
    expect(new Set(locations.map(({ row }) => row.day))).toEqual(new Set([MONDAY, TUESDAY, WEDNESDAY]))
    expect(new Set(people.map(({ row }) => row.month))).toEqual(new Set(['2026-03-01', '2026-04-01']))
  })

  it('counts the rows of one published building, and those of the others once they are published', async () => {
    const { office, here, there } = await openLived(bench)
    await runRefresh({ pool: office.pool }, office.orgId, { moment: noonUtc(THURSDAY), locationIds: [here.building] })
    const isThere = async () =>
      (await office.rollups()).locations.some(({ row }) => row.day === WEDNESDAY && row.location_id === there.building)
    expect(await isThere()).toBe(false)
    await office.refreshAt(THURSDAY)
    expect(await isThere()).toBe(true)
    await expectExact(office, THURSDAY)
  })
})

it('a day that opens again in one building is left out there until it is published again, also of the months of groups', async () => {
  const { office, here, there } = await openLived(bench)
  const rowsThere = async () =>
    (await office.rollups()).groups.filter(({ row }) => row.day === TUESDAY && row.location_id === there.building).length
  expect(await rowsThere()).toBeGreaterThan(0)
  await office.run(
    `with reopened as (
      update published_locations set published_through = '${MONDAY}' where org_id = $1 and location_id = $2
    )
    insert into day_change_ticks (org_id, topic, day, reason) values ($1, 'directory', '${TUESDAY}', 'corrected')`,
    there.building,
  )
  await runRefresh({ pool: office.pool }, office.orgId, { moment: noonUtc(WEDNESDAY), locationIds: [here.building] })
  expect(await rowsThere()).toBe(0)
  for (const period of PERIODS) await expectGroupDays(office, period)
  await office.refreshAt(WEDNESDAY)
  expect(await rowsThere()).toBeGreaterThan(0)
  await expectExact(office, WEDNESDAY)
})

describe('rollups are exact after', () => {
  it.each(Object.entries(CHANGES))('%s', async (_name, change) => {
    const lived = await openLived(bench)
    await change(lived)
    await lived.office.refreshAt(WEDNESDAY)
    await expectExact(lived.office, WEDNESDAY)
  })

  it('all of it, one after the other, with a refresh now and then', async () => {
    const lived = await openLived(bench)
    for (const [index, change] of Object.values(CHANGES).entries()) {
      await change(lived)
      if (index % 4 === 3) await lived.office.refreshAt(WEDNESDAY)
    }
    await lived.office.refreshAt(THURSDAY)
    await expectExact(lived.office, THURSDAY)
  })
})

it('a refresh that is given up leaves the rollups as they were', async () => {
  const { office, people, here } = await openLived(bench)
  const before = await office.rollups()
  await office.see(people[1], here.building, `${MONDAY}T12:00:00Z`)
  const givenUp = new AbortController()
  const refreshing = runRefresh({ pool: office.pool }, office.orgId, {
    moment: noonUtc(THURSDAY),
    signal: givenUp.signal,
    onProgress: () => givenUp.abort(),
  })
  await expect(refreshing).rejects.toThrow()
  expect(await office.rollups()).toEqual(before)
  await office.refreshAt(THURSDAY)
  await expectExact(office, THURSDAY)
})

it('days that were published before there were rollups get theirs by the next refresh, and no new revision', async () => {
  const { office } = await openLived(bench)
  const [rollups, segments] = [await office.rollups(), await office.segments()]
  await forgetRollups(bench.service, office.orgId)
  expect((await office.rollups()).locations).toEqual([])
  expect(await office.refreshAt(WEDNESDAY)).toMatchObject({ days: 2, segments: 0, restated: 0 })
  expect(await office.rollups()).toEqual(rollups)
  expect(await office.segments()).toEqual(segments)
  expect(await office.refreshAt(WEDNESDAY)).toMatchObject({ days: 0 })
})

it('a refresh of all days that changes nothing writes no rollups', async () => {
  const { office } = await openLived(bench)
  // The second number changes if a row is only locked.
  const versionsOf = async (table: string) =>
    (await office.run(`select xmin::text, xmax::text from ${table} where org_id = $1 order by 1, 2`)).rows
  const versions = async () => [
    (await office.run('select xmin::text from location_rollups where org_id = $1 order by 1')).rows,
    (await office.run('select xmin::text from group_months where org_id = $1 order by 1')).rows,
    await versionsOf('person_months'),
  ]
  const before = await versions()
  await runRefresh({ pool: office.pool }, office.orgId, { moment: noonUtc(WEDNESDAY), all: true })
  expect(await versions()).toEqual(before)
})
