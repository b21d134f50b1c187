import type { PolicyFigures } from '@rollcall/contract'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { LONG_WAITS, TEST_TIMEOUT_MS } from '../../src/testing/test-database.ts'
import type { SignedIn } from '../../src/testing/test-service.ts'
import { createOpenWeeks } from '../../src/warehouse/analytics/open-weeks.ts'
import { hasSecondReader } from '../../src/warehouse/analytics/parallel-reads.ts'
import { inSnapshot } from '../../src/warehouse/analytics/scope.ts'
import { type Bench, openBench } from '../attendance/support.ts'
import { send } from '../http/support/send.ts'
import { refresh } from '../refresh/support.ts'
import { type Groups, openGroups } from './support.ts'

const [MON, TUE, WED, THU, FRI, SAT, SUN] = [2, 3, 4, 5, 6, 7, 8].map((day) => `2026-03-0${day}`) as [string, ...string[]] &
  [string, string, string, string, string, string, string]
const [NEXT_MON, NEXT_SUN] = ['2026-03-09', '2026-03-15']
const AFTER = new Date('2026-03-16T12:00:00Z')
const START = '2026-01-01'

let bench: Bench
let office: Groups
let admin: SignedIn
let building: string
let company: string
let product: string
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openGroups(bench)
  admin = await bench.service.signIn(office.orgId, ['workplace-administrator'])
  building = await office.addBuilding()
  company = await office.addGroup(null, 'Company')
  product = await office.addGroup(company, 'Product')
  await office.setPolicy(company, START, { kind: 'daysPerWeek', days: 2 })
})

/** Adds a person of a group, who comes on some days and is off on others. */
const add = async (group: string, came: readonly string[] = [], off: readonly string[] = [], where = building) => {
  const person = await office.addPerson(group, where)
  await office.come(person, where, ...came)
  await office.takeOff(person, ...off)
  return person
}
const addMany = async (count: number, group: string) => {
  for (let n = 0; n < count; n += 1) await add(group)
}
const read = async (from: string, to: string, query = '') =>
  (
    await send(bench.service.baseUrl, { path: `/api/analytics/policy?from=${from}&to=${to}${query}`, headers: admin.headers })
  ).json<PolicyFigures>()
const weeksOf = async (from: string, to: string, query = '') =>
  Object.fromEntries((await read(from, to, query)).groups.map(({ groupName, weeks }) => [groupName, weeks]))

it('counts people, days and results of the groups and of those below them, at all buildings or some', async () => {
  const other = await office.addBuilding()
  const sales = await office.addGroup(company, 'Sales')
  await office.setPolicy(sales, START, { kind: 'weekdays', weekdays: [2, 4] })
  // Three of two days, two, one, none, nothing required, and one of one.
  await add(product, [MON, TUE, WED])
  await add(product, [MON, FRI])
  await add(product, [SAT])
  await add(product)
  await add(product, [], [MON, TUE, WED, THU, FRI])
  await add(product, [THU], [MON])
  // Both named days, others only, one of them, more than them, and the only one that is not off.
  await add(sales, [TUE, THU], [], other)
  await add(sales, [MON, WED], [], other)
  await add(sales, [TUE], [], other)
  await add(sales, [TUE, THU, FRI], [], other)
  await add(sales, [THU], [TUE], other)
  await refresh(office, AFTER)
  const week = { week: '2026-W10', day: SUN }
  const ofProduct = { ...week, people: 6, required: 9, attended: 7, met: 3, partly: 1, missed: 1, exempt: 1 }
  const ofSales = { ...week, people: 5, required: 9, attended: 6, met: 3, partly: 1, missed: 1, exempt: 0 }
  const ofAll = { ...week, people: 11, required: 18, attended: 13, met: 6, partly: 2, missed: 2, exempt: 1 }
  expect(await weeksOf(MON, SUN)).toEqual({ Company: [ofAll], Product: [ofProduct], Sales: [ofSales] })
  const { publishedThrough, refreshedAt } = await read(MON, SUN)
  expect(publishedThrough.filter(({ locationId }) => locationId === other)).toMatchObject([{ publishedDays: 7 }])
  expect(refreshedAt).not.toBeNull()
  expect(await weeksOf(MON, SUN, `&locationIds=${other}`)).toEqual({ Company: [ofSales], Sales: [ofSales] })
  expect(await weeksOf(MON, SUN, `&groupIds=${product}`)).toEqual({ Product: [ofProduct] })
  const second = { week: '2026-W11', day: NEXT_SUN, attended: 0, met: 0, partly: 0, exempt: 0 }
  expect(await weeksOf(SUN, NEXT_SUN, `&groupIds=${product}`)).toEqual({
    Product: [ofProduct, { ...second, people: 6, required: 12, missed: 6 }],
  })
  expect(await weeksOf(MON, SAT)).toEqual({ Company: [], Product: [], Sales: [] })
})

it('counts a person whose policy changes from a month to weeks once in the week in which the month ends', async () => {
  await office.setPolicy(product, START, { kind: 'daysPerMonth', days: 1 })
  await office.setPolicy(product, '2026-02-16', { kind: 'daysPerWeek', days: 1 })
  const sunday = '2026-03-01'
  // Both are met by one person, and the month only by another.
  await add(product, ['2026-02-03', '2026-02-24'])
  await add(product, ['2026-02-03'])
  await addMany(4, product)
  const week = { week: '2026-W09', day: sunday, people: 6 }
  const open = await inSnapshot(office.db, (snapshot) =>
    createOpenWeeks().read(snapshot, office.orgId, new Date('2026-02-25T12:00:00Z')),
  )
  expect(open.filter(({ day }) => day === sunday)).toEqual([
    { ...week, groupId: product, locationId: building, metAlready: 1, expected: 1 },
  ])
  await refresh(office, AFTER)
  expect(await weeksOf(sunday, sunday, `&groupIds=${product}`)).toEqual({
    Product: [{ ...week, required: 12, attended: 4, met: 1, partly: 1, missed: 4, exempt: 0 }],
  })
})

/** What a week or month that is not over says of a person. */
interface Judged {
  readonly userId: string
  readonly groupId: string
  readonly locationId: string
  readonly week: string
  readonly day: string
  readonly met: boolean
  readonly expected: boolean
}

it('counts weeks that are not over alike by one connection and by two, with and without policies by month', async () => {
  await using own = openDatabase({ url: bench.service.database.url, poolSize: 4, ...LONG_WAITS })
  const sales = await office.addGroup(null, 'Sales')
  await office.setPolicy(sales, START, { kind: 'weekdays', weekdays: [2, 4] })
  const days = Array.from({ length: 26 }, (_, n) => Temporal.PlainDate.from('2026-02-10').add({ days: n }).toString())
  for (let n = 0; n < 12; n += 1) {
    const person = await add(n % 2 ? sales : product, ['2026-02-23', '2026-02-24'].slice(n % 3))
    // Many different weeks.
    await office.plan(
      person,
      'o',
      days.filter((_, index) => (index * 7 + n * 5) % 11 < 4),
    )
  }
  // A Wednesday; the month ends with the week.
  const now = new Date('2026-02-25T12:00:00Z')
  const [sunday, next] = ['2026-03-01', '2026-03-08']
  const inOrder = <T extends { groupId: string; day: string }>(weeks: readonly T[]) =>
    weeks.toSorted((one, other) => (one.day + one.groupId < other.day + other.groupId ? -1 : 1))
  const open = (pool?: pg.Pool) =>
    inSnapshot(
      own.db,
      async (snapshot) => {
        const weeks = await createOpenWeeks().read(snapshot, office.orgId, now)
        return { weeks: inOrder(weeks), isShared: hasSecondReader(snapshot) }
      },
      pool,
    )
  /** Person by person, of all weeks at once; the later of two policies of a week counts for the group. */
  const plainly = async () => {
    const judged: Judged[] = await office.run(
      `select w.user_id as "userId", w.primary_group_id as "groupId", w.location_id as "locationId", w.week, w.day::text,
         w.attended >= w.required as met, w.expected >= w.required as expected
       from policy_weeks($1, $2, $3, $4) w
       where w.required > 0 and not w.is_over
       order by w.first_day_judged desc`,
      ...[sunday, next, now.toISOString()],
    )
    const people = Map.groupBy(judged, ({ userId, day }) => `${userId} ${day}`)
    const once = [...people.values()].map((rows) => ({ rows, ...(rows[0] as Judged) }))
    const groups = Map.groupBy(once, ({ groupId, locationId, day }) => `${groupId} ${locationId} ${day}`)
    return inOrder(
      [...groups.values()].map((some) => {
        const { groupId, locationId, week, day } = some[0] as (typeof some)[number]
        const count = (name: 'met' | 'expected') => some.filter(({ rows }) => rows.every((row) => row[name])).length
        const of = { groupId, locationId, week, day, people: some.length }
        return { ...of, metAlready: count('met'), expected: count('expected') }
      }),
    )
  }
  for (const setMore of [
    () => undefined,
    () => office.setPolicy(sales, '2026-02-01', { kind: 'daysPerMonth', days: 3 }),
    // The month is judged to its end, and the next week already by days of weeks.
    () => office.setPolicy(sales, '2026-02-23', { kind: 'daysPerWeek', days: 1 }),
  ]) {
    await setMore()
    const expected = await plainly()
    expect(expected.length).toBeGreaterThan(2)
    expect(await open()).toEqual({ weeks: expected, isShared: false })
    // A connection that was lent before may not be back yet.
    const shared = await vi.waitFor(
      async () => {
        const found = await open(own.pool)
        expect(found.isShared).toBe(true)
        return found
      },
      { timeout: TEST_TIMEOUT_MS },
    )
    expect(shared.weeks).toEqual(expected)
  }
})

it('withholds a group of four people, and one that would reveal it, but not groups of five', async () => {
  const [sales, legal] = [await office.addGroup(company, 'Sales'), await office.addGroup(company, 'Legal')]
  await addMany(6, product)
  await addMany(5, sales)
  await addMany(4, legal)
  await office.addPerson(legal, building, NEXT_MON)
  await refresh(office, AFTER)
  const shown = async (from: string, to: string) => {
    const { groups, minimumGroupSize } = await read(from, to)
    expect(minimumGroupSize).toBe(5)
    return groups.map(({ groupName, hidden, withheld, weeks, forecast }) => {
      // What is hidden shows nothing of the coming weeks either.
      expect(forecast.map(({ people }) => people)).toEqual(
        hidden ? [] : ({ Company: [16, 16], Product: [6, 6] }[groupName] ?? [5, 5]),
      )
      return [groupName, withheld, weeks.map(({ people }) => people)]
    })
  }
  expect(await shown(NEXT_MON, NEXT_SUN)).toEqual([
    ['Company', null, [16]],
    ['Legal', null, [5]],
    ['Product', null, [6]],
    ['Sales', null, [5]],
  ])
  // In the week before, the fifth had not joined yet.
  expect(await shown(MON, NEXT_SUN)).toEqual([
    ['Company', null, [15, 16]],
    ['Legal', { reason: 'fewPeople', name: null }, []],
    ['Product', null, [6, 6]],
    ['Sales', { reason: 'otherGroup', name: 'Legal' }, []],
  ])
})

it('does not let people of one week hide among those of a group that has people in another week only', async () => {
  const [old, young] = [await office.addGroup(company, 'Old'), await office.addGroup(company, 'Young')]
  await office.setPolicy(old, NEXT_MON, { kind: 'none' })
  await office.setPolicy(young, START, { kind: 'none' })
  await office.setPolicy(young, NEXT_MON, { kind: 'daysPerWeek', days: 2 })
  await addMany(6, product)
  await addMany(3, old)
  await addMany(3, young)
  await refresh(office, AFTER)
  const { groups } = await read(MON, NEXT_SUN)
  expect(groups.map(({ groupName, withheld, weeks }) => [groupName, withheld, weeks.map(({ people }) => people)])).toEqual([
    ['Company', null, [9, 9]],
    ['Old', { reason: 'fewPeople', name: null }, []],
    // It would reveal each of the others in the week in which that one has people.
    ['Product', { reason: 'otherGroup', name: 'Old' }, []],
    ['Young', { reason: 'fewPeople', name: null }, []],
  ])
  expect((await read(NEXT_MON, NEXT_SUN)).groups.map(({ groupName, hidden }) => [groupName, hidden])).toEqual([
    ['Company', false],
    ['Product', true],
    ['Young', true],
  ])
})

/** A time zone in which it is about noon, so that the day of a test does not change meanwhile. */
const noonZone = (): string => {
  const ahead = 12 - new Date().getUTCHours()
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

it('expects of this week and the next who has met the policy, and who will if the plans come true', async () => {
  const timeZone = noonZone()
  await office.run('update organizations set time_zone = $2 where id = $1', timeZone)
  await office.run(`update locations set time_zone = $2, working_days = '{1,2,3,4,5,6,7}' where org_id = $1`, timeZone)
  const now = Temporal.Now.plainDateISO(timeZone)
  const today = now.toString()
  const next = (weekday: number) => now.add({ days: 7 + weekday - now.dayOfWeek }).toString()
  await office.setPolicy(company, now.subtract({ days: 7 }).toString(), { kind: 'daysPerWeek', days: 1 })
  await office.setPolicy(company, next(1), { kind: 'daysPerWeek', days: 2 })
  const people = []
  for (let n = 0; n < 7; n += 1) people.push(await office.addPerson(product, building))
  const [seen, both, planned, late, remote, free, away] = people as [string, string, string, string, string, string, string]
  await office.come(seen, building, today)
  await office.come(both, building, today)
  await office.plan(both, 'o', [today, next(1), next(7)])
  await office.plan(planned, 'o', [today, next(2), next(3), next(4)])
  await office.plan(late, 'o', [today, next(5)])
  await office.plan(remote, 'r', [today, next(1), next(2)])
  await office.takeOff(away, ...[1, 2, 3, 4, 5, 6, 7].map(next))
  expect(free).toBeDefined()
  const { groups } = await read(MON, SUN)
  const weeks = groups.find(({ groupId }) => groupId === product)?.forecast.map(({ week: _, ...counts }) => counts)
  expect(weeks).toEqual([
    { day: now.add({ days: 7 - now.dayOfWeek }).toString(), people: 7, metAlready: 2, expected: 4 },
    { day: next(7), people: 6, metAlready: 0, expected: 2 },
  ])
})

it('expects nothing while no policy does, and counts once one does', async () => {
  for (let n = 0; n < 5; n += 1) await office.addPerson(product, building)
  const forecast = async () => (await read(MON, SUN)).groups.flatMap(({ forecast: weeks }) => weeks.map(({ people }) => people))
  await office.run('delete from attendance_policies where org_id = $1')
  expect(await forecast()).toEqual([])
  await office.setPolicy(product, START, { kind: 'none' })
  expect(await forecast()).toEqual([])
  await office.setPolicy(company, START, { kind: 'daysPerWeek', days: 1 })
  // The nearest policy counts, and that of the group itself still expects nothing.
  expect(await forecast()).toEqual([])
  await office.run('delete from attendance_policies where org_id = $1 and group_id = $2', product)
  // This week and the next, of the group and of the one above it.
  expect(await forecast()).toEqual([5, 5, 5, 5])
})

it('counts the weeks that are not over again after everything that changes them', async () => {
  const now = Temporal.Now.plainDateISO('UTC')
  const next = (weekday: number) => now.add({ days: 7 + weekday - now.dayOfWeek }).toString()
  const people: string[] = []
  for (let n = 0; n < 7; n += 1) people.push(await office.addPerson(product, building))
  const sales = await office.addGroup(null, 'Sales')
  const forecast = async () => {
    const { groups } = await read(MON, SUN)
    return groups.find(({ groupId }) => groupId === product)?.forecast.find(({ day }) => day === next(7))
  }
  const seen = [await forecast()]
  const changes: Record<string, () => unknown> = {
    plan: () => office.plan(people[0] as string, 'o', [next(2), next(3)]),
    timeOff: () => office.takeOff(people[2] as string, ...[1, 2, 3, 4, 5].map(next)),
    policy: () => office.setPolicy(company, next(1), { kind: 'daysPerWeek', days: 3 }),
    closure: () =>
      office.run(
        `insert into closures (org_id, id, location_id, first_day, last_day, reason) values ($1, gen_random_uuid(), $2, $3, $3, 'Works')`,
        building,
        next(5),
      ),
    group: () => office.run('update users set primary_group_id = $2 where org_id = $1 and id = $3', sales, people[3]),
    parent: () => office.run('update groups set parent_id = null where org_id = $1 and id = $2', product),
  }
  for (const [name, change] of Object.entries(changes)) {
    await change()
    const after = await forecast()
    expect(after, name).not.toEqual(seen.at(-1))
    expect(await forecast(), name).toEqual(after)
    seen.push(after)
  }
})

it('counts days that are published, and those that have changed since, as they are', async () => {
  const timeZone = noonZone()
  await office.run('update organizations set time_zone = $2 where id = $1', timeZone)
  await office.run(`update locations set time_zone = $2, working_days = '{1,2,3,4,5,6,7}' where org_id = $1`, timeZone)
  const now = Temporal.Now.plainDateISO(timeZone)
  // Of a month, so that published days count on each day of the week.
  const firstOfMonth = now.add({ days: 7 - now.dayOfWeek + 7 }).with({ day: 1 })
  const past = [3, 2, 1].map((days) => now.subtract({ days }).toString()) as [string, string, string]
  await office.setPolicy(company, firstOfMonth.toString(), { kind: 'daysPerMonth', days: 2 })
  const people = []
  for (let n = 0; n < 6; n += 1) people.push(await add(product, [past[0]], n === 0 ? [past[1]] : []))
  /** What is expected by the figures, and by all plans and presence. */
  const both = async () => {
    const { groups } = await read(MON, SUN)
    const shown = groups.find(({ groupId }) => groupId === product)?.forecast
    const plainly = await office.run(
      `select to_char(w.day, 'IYYY-"W"IW') as week, w.day::text, count(*)::integer as people,
         (count(*) filter (where w.attended >= w.required))::integer as "metAlready",
         (count(*) filter (where w.expected >= w.required))::integer as expected
       from policy_weeks($1, $2::date, $2::date + 7, now()) w
       where w.required > 0 and not w.is_over and w.primary_group_id = $3
       group by w.day
       order by w.day`,
      now.add({ days: 7 - now.dayOfWeek }).toString(),
      product,
    )
    expect(shown).toEqual(plainly)
    return shown
  }
  const seen = [await both()]
  await refresh(office, new Date())
  expect(await both()).toEqual(seen[0])
  const { rows: sums } = await office.pool.query('select 1 from person_months where org_id = $1', [office.orgId])
  expect(sums.length).toBeGreaterThan(0)
  await office.come(people[1] as string, building, past[1])
  await office.run(`insert into day_change_ticks (org_id, topic, day, reason) values ($1, 'presence', $2, 'lateEvents')`, past[1])
  await office.takeOff(people[2] as string, past[2])
  await both()
})
