import { randomUUID } from 'node:crypto'
import type { ForecastFigures } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, daysFrom, utcDay, weekdayOf } from '../../src/platform/time/day.ts'
import { awaitSteadyDay, FILE_MS, WITHIN_MS } from '../../src/testing/steady-day.ts'
import { createReportReader } from '../../src/warehouse/analytics/report-content.ts'
import { type Bench, openOffice, shareBench } from '../attendance/support.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { send } from '../http/support/send.ts'
import { noonUtc, refresh } from '../refresh/support.ts'

await awaitSteadyDay(FILE_MS)
const TODAY = utcDay(Date.now())
const FIRST_DAY = daysAfter(TODAY, -42)
/** The last working days before today, the latest first. */
const WORKED = [...daysFrom(FIRST_DAY, daysAfter(TODAY, -1))].filter((day) => weekdayOf(day) <= 5).reverse()
const [HOLIDAY, OUTAGE, SILENT] = [WORKED[3], WORKED[7], WORKED[11]] as [string, string, string]
/** The day of this weekday that is 7 to 13 days ahead. */
const ahead = (weekday: number): string =>
  [...daysFrom(daysAfter(TODAY, 7), daysAfter(TODAY, 13))].find((day) => weekdayOf(day) === weekday) as string
const [TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY] = [2, 3, 4, 5, 6].map(ahead) as [string, string, string, string, string]

let bench: Bench
let orgId: string
let headers: Record<string, string>
let berlin: string
let munich: string
let oslo: string

const openPlanned = async () => {
  const office = await openOffice(bench)
  const run = (statement: string, ...values: unknown[]) => office.pool.query(statement, [office.orgId, ...values])
  /** People of a building who plan to come, or to stay away, on every working day from the first one on. */
  const addPeople = async (count: number, locationId: string, plan: 'o' | 'r', firstDay = FIRST_DAY) => {
    const people = await Promise.all(Array.from({ length: count }, () => office.addUser(locationId)))
    await run(
      `insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, command_id)
       select $1, u.id, d.day, $3, $4, 'day-plan', 'directory', gen_random_uuid()
       from unnest($2::uuid[]) u (id), generate_series($5::date, $6::date, '1 day') d (day)
       where extract(isodow from d.day) < 6`,
      ...[people, plan, plan === 'o' ? locationId : null, firstDay, daysAfter(TODAY, 13)],
    )
    return people
  }
  const see = (people: readonly string[], locationId: string, days: readonly string[]) =>
    office.record(
      days.flatMap((day) =>
        people.map((userId) => ({
          ...{ eventId: randomUUID() as string, userId, timestamp: `${day}T09:00:00Z` },
          ...{ locationId, locationType: 'location' as const },
        })),
      ),
    )
  return { ...office, run, addPeople, see }
}

/** In Berlin eight people plan to come and six do, and one more on Tuesdays; Munich has new readers, and Oslo has none. */
beforeAll(async () => {
  bench = await shareBench()
  const office = await openPlanned()
  orgId = office.orgId
  headers = (await bench.service.signIn(orgId, ['bookings-administrator'])).headers
  ;[berlin, munich, oslo] = [await office.addLocation(), await office.addLocation(), await office.addLocation()]
  const people = await office.addPeople(8, berlin, 'o')
  const [guest] = await office.addPeople(1, berlin, 'r')
  const open = WORKED.filter(isOpen)
  await office.see(people.slice(0, 6), berlin, open)
  await office.see(
    [guest as string],
    berlin,
    open.filter((day) => weekdayOf(day) === 2),
  )
  await office.run(`insert into holidays (org_id, location_id, day, name) values ($1, $2, $3, 'A holiday')`, berlin, HOLIDAY)
  await office.run(
    `insert into outages (org_id, id, location_id, first_day, last_day, status) values ($1, gen_random_uuid(), $2, $3, $3, 'accepted')`,
    ...[berlin, OUTAGE],
  )
  await office.run(
    `insert into closures (org_id, id, location_id, first_day, last_day, reason) values ($1, gen_random_uuid(), $2, $3, $3, 'Painters')`,
    ...[berlin, WEDNESDAY],
  )
  await changePlans(office, people[0] as string)
  await office.see(await office.addPeople(5, munich, 'o', WORKED[8]), munich, WORKED.slice(0, 9))
  await office.addPeople(5, oslo, 'o')
  await refresh(office, noonUtc(TODAY))
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const [OFFICE, REMOTE] = [() => ({ plan: 'o', locationId: berlin }), () => ({ plan: 'r', locationId: null })]

/**
 * Logs changes of plans: on Thursdays, a person who decided two days before to come, and an imported plan of the day before; on Mondays,
 * time off that was announced a day late.
 */
const changePlans = async ({ run }: Awaited<ReturnType<typeof openPlanned>>, userId: string) => {
  const log = async (day: string, daysBefore: number, changedBy: string, before: object, after: object) => {
    const recorded = daysAfter(day, -daysBefore)
    await bench.service.database.pool.query('select ensure_user_action_partition($1::date)', [recorded])
    await run(
      `insert into user_actions (org_id, user_id, recorded_on, recorded_at, action_id, day, action, changed_by, before, after)
       values ($1, $2, $3::date, ($3::date + time '10:00') at time zone 'UTC', gen_random_uuid(), $4, 'planChanged', $5, $6, $7)`,
      ...[userId, recorded, day, changedBy, before, after],
    )
  }
  for (const day of WORKED.filter((each) => weekdayOf(each) === 4)) {
    await log(day, 2, 'user', REMOTE(), OFFICE())
    await log(day, 1, 'directory', REMOTE(), OFFICE())
  }
  for (const day of WORKED.filter((each) => weekdayOf(each) === 1)) {
    await log(day, -1, 'time-off', OFFICE(), { plan: 'a', locationId: null })
  }
}

const get = (query: Record<string, string> = {}, by = headers) =>
  send(bench.service.baseUrl, { method: 'GET', path: `/api/analytics/forecast?${new URLSearchParams(query)}`, headers: by })
const forecastOf = async (locationId: string) => {
  const { locations } = (await get({ locationIds: locationId })).json<ForecastFigures>()
  expect(locations.map((location) => location.locationId)).toEqual([locationId])
  const [location] = locations as [ForecastFigures['locations'][number]]
  return { ...location, on: (day: string) => location.days.find((each) => each.day === day) }
}

describe('GET /api/analytics/forecast', () => {
  it('forecasts the days of a building from what became of plans before', async () => {
    const { on, ...location } = await forecastOf(berlin)
    // Of 30 working days, the holiday, the outage and the day on which no one was seen do not count.
    expect(location).toMatchObject({ hidden: false, state: 'forecast', measuredDays: 27, neededDays: 10 })
    expect(location.days.map(({ day }) => day)).toEqual([...daysFrom(TODAY, daysAfter(TODAY, 13))])
    const usual = { planned: 8, booked: 0, dayType: null, dayName: null }
    const days = (weekday: number) => WORKED.filter((day) => weekdayOf(day) === weekday && isOpen(day)).length
    expect(on(FRIDAY)).toEqual({
      ...{ day: FRIDAY, ...usual, expected: 6, low: 6, high: 6 },
      basis: { latePlans: 0, showRate: 0.75, unplanned: 0, days: days(5) },
    })
    expect(on(TUESDAY)).toMatchObject({ ...usual, expected: 7, low: 7, high: 7, basis: { unplanned: 1, days: days(2) } })
    // Today being one, the first of them is before anyone came, and is not published.
    const saturdays = weekdayOf(TODAY) === 6 ? 5 : 6
    expect(on(SATURDAY)).toMatchObject({ planned: 0, expected: 0, low: 0, high: 0, basis: { showRate: 0.75, days: saturdays } })
  })

  it('adds people who usually decide late, but no imported plans', async () => {
    const { on, days } = await forecastOf(berlin)
    expect(on(THURSDAY)).toMatchObject({ planned: 8, expected: 6.75, basis: { latePlans: 1, showRate: 0.75 } })
    const soon = days.slice(0, 2).filter(({ day }) => weekdayOf(day) === 4)
    expect(soon.map(({ basis }) => basis?.latePlans)).toEqual(soon.map(() => 0))
  })

  it('counts time off that was announced late as plans that come to nothing', async () => {
    const { days } = await forecastOf(berlin)
    const mondays = days.filter(({ day }) => weekdayOf(day) === 1)
    const expected = { planned: 8, expected: 5.25, basis: { latePlans: -1, showRate: 0.75 } }
    expect(mondays).toMatchObject([expected, expected])
  })

  it('expects no one on a closed day', async () => {
    expect((await forecastOf(berlin)).on(WEDNESDAY)).toEqual({
      ...{ day: WEDNESDAY, dayType: 'closed', dayName: 'Painters', planned: 0, booked: 0 },
      ...{ expected: 0, low: 0, high: 0, basis: null },
    })
  })

  it.each([
    ['of new readers', () => munich, { state: 'notEnoughDays', measuredDays: 9 }],
    ['without readers', () => oslo, { state: 'notReporting', measuredDays: 0 }],
  ] as const)('gives no figure for a building %s, but its plans', async (_, building, expected) => {
    const { on, ...location } = await forecastOf(building())
    expect(location).toMatchObject({ ...expected, hidden: false })
    expect(on(FRIDAY)).toMatchObject({ planned: 5, expected: null, low: null, high: null, basis: null })
  })

  it('lists all active buildings, and withholds figures of fewer people than the minimum', async () => {
    const { locations } = (await get()).json<ForecastFigures>()
    expect(locations.map(({ locationId }) => locationId).sort()).toEqual([berlin, munich, oslo].sort())
    await bench.service.database.pool.query('update organizations set minimum_group_size = 10 where id = $1', [orgId])
    const { on, ...location } = await forecastOf(berlin)
    await bench.service.database.pool.query('update organizations set minimum_group_size = 5 where id = $1', [orgId])
    expect(location).toMatchObject({ hidden: true, withheld: { reason: 'fewPeople', name: null } })
    expect(on(FRIDAY)).toMatchObject({ planned: 8, expected: null, low: null, high: null, basis: null })
  })

  it('has nothing for an organization without buildings, or with ids of another one', async () => {
    const other = await openOffice(bench)
    const { headers: otherHeaders } = await bench.service.signIn(other.orgId, ['global-administrator'])
    expect((await get({}, otherHeaders)).json()).toEqual({ locations: [] })
    expect((await get({ locationIds: berlin }, otherHeaders)).json()).toEqual({ locations: [] })
    const empty = await other.addLocation()
    const { locations } = (await get({}, otherHeaders)).json<ForecastFigures>()
    expect(locations).toMatchObject([{ locationId: empty, state: 'notReporting', measuredDays: 0 }])
  })

  it('is added up in reports for the days that are ahead in all of their buildings', async () => {
    const office = await openPlanned()
    const [east, west] = [await office.addLocation('Pacific/Kiritimati'), await office.addLocation('Etc/GMT+9')]
    for (const building of [east, west]) await office.see(await office.addPeople(6, building, 'o'), building, WORKED)
    await refresh(office, noonUtc(TODAY))
    const { headers: by } = await bench.service.signIn(office.orgId, ['bookings-administrator'])
    await awaitSteadyDay(WITHIN_MS, ['Pacific/Kiritimati', 'Etc/GMT+9'])
    const { locations } = (await get({}, by)).json<ForecastFigures>()
    const [days, others] = locations.map((location) => location.days.map(({ day }) => day)) as [string[], string[]]
    const question = { page: '/analytics/forecast', search: '', day: TODAY } as const
    const { content } = await createReportReader()(office.db, office.orgId, question)
    expect(content.tables[0]?.rows.map(({ day, values }) => [day, ...values])).toEqual(
      days.filter((day) => others.includes(day) && weekdayOf(day) <= 5).map((day) => [day, 12]),
    )
  })

  it('is for administrators, and refuses an empty list of ids', async () => {
    const employee = await bench.service.signIn(orgId)
    expectProblem(await get({}, employee.headers), 'role_not_allowed')
    expectProblem(await get({}, {}), 'session_missing')
    expectProblem(await get({ locationIds: ' , ' }), 'invalid_parameter')
  })
})

const isOpen = (day: string) => ![HOLIDAY, OUTAGE, SILENT].includes(day)
