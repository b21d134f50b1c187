import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient, type RollcallClient } from '../../../client/src/index.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { LONG_WAITS } from '../../src/testing/test-database.ts'
import { getGroupFigures } from '../../src/warehouse/analytics/group-figures.ts'
import { hasSecondReader } from '../../src/warehouse/analytics/parallel-reads.ts'
import { inSnapshot, readScope } from '../../src/warehouse/analytics/scope.ts'
import { type Bench, shareBench } from '../attendance/support.ts'
import { expectGroupDays } from './group-reference.ts'
import { type AnalyticsOffice, openAnalyticsOffice } from './office.ts'

const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY] = ['2026-03-30', '2026-03-31', '2026-04-01', '2026-04-02', '2026-04-03']

let bench: Bench
let office: AnalyticsOffice
let client: RollcallClient
let team: string
beforeAll(async () => {
  bench = await shareBench()
  office = await openAnalyticsOffice(bench)
  team = await office.addGroup()
  await office.run('update organizations set minimum_group_size = 1 where id = $1')
  client = createClient({
    baseUrl: bench.service.baseUrl,
    key: await bench.service.createKey(office.orgId, 'all-permissions'),
  })
})
afterAll(() => bench?.[Symbol.asyncDispose]())

/** Of the group, on Monday and Tuesday unless it says otherwise. */
const figures = async (from = MONDAY, to = TUESDAY) =>
  (await client.getGroupFigures({ from, to })).groups.find(({ groupId }) => groupId === team)

it('plans count towards who came only where presence is reported, whether there are others or not', async () => {
  const [reporting, silent] = [await office.addBuilding(), await office.addBuilding()]
  const [ada, bo] = [await office.addMember(reporting.building, team), await office.addMember(reporting.building, team)]
  const di = await office.addMember(silent.building, team)
  await office.plan(ada, MONDAY, 'o')
  await office.plan(bo, MONDAY, 'o')
  await office.plan(bo, TUESDAY, 'o')
  await office.see(ada, reporting.building, `${MONDAY}T09:00:00Z`)
  await office.plan(di, MONDAY, 'r')
  await office.refreshAt(WEDNESDAY)
  expect(await figures()).toMatchObject({
    members: 3,
    workdays: 2,
    averagePlanned: 1.5,
    seenPerPlanned: 1 / 3,
    noShowRate: 2 / 3,
  })
  await office.plan(di, TUESDAY, 'o')
  await office.refreshAt(WEDNESDAY)
  expect(await figures()).toMatchObject({ averagePlanned: 2, seenPerPlanned: 1 / 3, noShowRate: 2 / 3, averageDaily: 0.5 })
  expect(await figures(TUESDAY)).toMatchObject({ workdays: 1, averagePlanned: 2, seenPerPlanned: 0, noShowRate: 1 })
})

it('days before the first published one do not move the others', async () => {
  const first = await figures('2026-03-23', MONDAY)
  expect(first).toMatchObject({ workdays: 1, averagePlanned: 2, averageDaily: 1, weeklyPeak: 1, weeklyLow: 1, p90: 1 })
})

it('months of groups give what the rows of each building add up to, also where only some report presence', async () => {
  const own = await openAnalyticsOffice(bench)
  const [early, late, silent, mute] = [
    await own.addBuilding(),
    await own.addBuilding(),
    await own.addBuilding(),
    await own.addBuilding(),
  ]
  const above = await own.addGroup()
  const below = await own.addGroup(above)
  const [ada, bo] = [await own.addMember(early.building, below), await own.addMember(late.building, above)]
  const others = [
    await own.addMember(silent.building, below),
    await own.addMember(mute.building, below),
    await own.addMember(null, null),
  ]
  for (const day of ['2026-03-27', MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY]) {
    for (const person of [ada, bo, ...others]) await own.plan(person, day, 'o')
    if (day >= MONDAY && day !== THURSDAY) await own.see(ada, early.building, `${day}T09:00:00Z`)
  }
  await own.see(bo, late.building, `${WEDNESDAY}T09:00:00Z`)
  await own.run(
    `insert into outages (org_id, id, location_id, first_day, last_day, status)
     select org_id, gen_random_uuid(), id, '${THURSDAY}', '${THURSDAY}', 'accepted' from locations where org_id = $1`,
  )
  await own.refreshAt('2026-04-06')
  const days = new Map(await expectGroupDays(own, { from: TUESDAY, to: WEDNESDAY }))
  expect(days.get(`${below} ${TUESDAY}`)).toEqual([3, 1, 0, 0, 1])
  expect(days.get(`${above} ${TUESDAY}`)).toEqual([1, 0, 0, 0, 0])
  expect(days.get(`${above} ${WEDNESDAY}`)).toEqual([1, 1, 0, 0, 1])
  await expectGroupDays(own, { from: MONDAY, to: TUESDAY })
  // Before the first presence and on the day of the outage it is not known of any building who came.
  const all = new Map(await expectGroupDays(own, { from: '2025-12-15', to: '2026-12-15' }))
  expect(all.get(`${below} ${THURSDAY}`)?.[0]).toBe(3)
  expect(all.get(`${below} ${FRIDAY}`)).toEqual([3, 1, 0, 0, 1])
  expect(await expectGroupDays(own, { from: MONDAY, to: WEDNESDAY, groupIds: below })).toHaveLength(3)
  expect(await expectGroupDays(own, { from: MONDAY, to: WEDNESDAY, groupIds: above })).toHaveLength(6)
})

it('two connections, each of which adds up half of the days of groups in some buildings, give the same figures', async () => {
  for (let n = 0; n < 30; n += 1) await office.addGroup()
  await using own = openDatabase({ url: bench.service.database.url, poolSize: 4, ...LONG_WAITS })
  // The first half of the period ends with Monday.
  const buildings = await office.run(`select string_agg(id::text, ',') as ids from locations where org_id = $1`)
  const query = { from: '2025-09-29', to: '2026-09-28', locationIds: buildings.rows[0].ids as string }
  const read = (pool?: pg.Pool) =>
    inSnapshot(
      own.db,
      async (snapshot) => {
        const figures = await getGroupFigures(snapshot, await readScope(snapshot, office.orgId, query))
        return { figures, isShared: hasSecondReader(snapshot) }
      },
      pool,
    )
  const alone = await read()
  const shared = await read(own.pool)
  expect([alone.isShared, shared.isShared]).toEqual([false, true])
  expect(shared.figures.groups).toEqual(alone.figures.groups)
  expect(alone.figures.groups.find(({ groupId }) => groupId === team)).toMatchObject({ workdays: 2 })
})
