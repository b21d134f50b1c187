import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Plan } from '../../src/planning/plans/day-plans.ts'
import { clearDayPlan, listDays, setDayPlan, setWeekPlan } from '../../src/planning/plans/plan-service.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import {
  ADMINISTRATOR,
  actionsOf,
  addBuilding,
  bookAs,
  createOffice,
  dayAt,
  inconsistencies,
  type Office,
  outcomeOf,
  USER,
} from '../bookings/support.ts'

let database: TestDatabase
let office: Office
let user: string

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await createOffice(database.db)
  user = office.users[0] as string
})

const week = (plan: Plan, locationId: string | null = null) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, plan, locationId }))
const setWeek = (plan: Plan, locationId?: string) => setWeekPlan(office.db, office.orgId, USER, user, week(plan, locationId))
const setDay = (days: number, plan: Plan, { actor = USER, locationId = null as string | null } = {}) =>
  setDayPlan(office.db, office.orgId, actor, { userId: user, day: dayAt(office, days), plan, locationId })
const clear = (days: number, actor = USER) =>
  clearDayPlan(office.db, office.orgId, actor, { userId: user, day: dayAt(office, days) })
const days = (first: number, last: number) => listDays(office.db, office.orgId, user, dayAt(office, first), dayAt(office, last))
const letters = async (first: number, last: number) => (await days(first, last)).map(({ plan, origin }) => `${plan} ${origin}`)
const storedDays = async () => {
  const { rows } = await sql<{ day: string }>`
    select day from day_plans where org_id = ${office.orgId} and user_id = ${user} order by day`.execute(office.db)
  return rows.map(({ day }) => day)
}
const assign = () =>
  sql`
  update places set assigned_user_id = ${user} where org_id = ${office.orgId} and id = ${office.desks[0]}`.execute(office.db)
const setDaysOff = (day: number) =>
  sql`
  insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
  values (${office.orgId}, ${user}, ${dayAt(office, day)}, 'a', 'time-off', 'time-off', gen_random_uuid())
  on conflict (org_id, user_id, day) do update
  set plan = 'a', origin = 'time-off', command_id = gen_random_uuid()`.execute(office.db)

describe('a day plan', () => {
  test('can be set from today on by users, and earlier by administrators', async () => {
    expect(await outcomeOf(setDay(-1, 'r'))).toBe('day_in_past')
    expect([await outcomeOf(setDay(0, 'r')), await outcomeOf(setDay(-1, 'r', { actor: ADMINISTRATOR }))]).toEqual(['ok', 'ok'])
    expect(await letters(-1, 0)).toEqual(['r day-plan', 'r day-plan'])
  })

  test('counts the local day of the user', async () => {
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const far = await createOffice(database.db, { timeZone, users: 1 })
      const attempt = (n: number) =>
        outcomeOf(setDayPlan(far.db, far.orgId, USER, { userId: far.users[0] as string, day: dayAt(far, n), plan: 'r' }))
      expect([await attempt(-1), await attempt(0)]).toEqual(['day_in_past', 'ok'])
    }
  })

  test('does not touch time off, nor does clearing it', async () => {
    await setDaysOff(1)
    expect([await outcomeOf(setDay(1, 'o')), await outcomeOf(clear(1))]).toEqual(['time_off', 'time_off'])
    expect(await letters(1, 1)).toEqual(['a time-off'])
  })

  test('that is cleared returns to the week plan within the horizon, and is deleted beyond it', async () => {
    await setWeek('r')
    for (const day of [1, 14, 15]) await setDay(day, 'a')
    for (const day of [1, 14, 15]) await clear(day)
    expect(await letters(1, 1)).toEqual(['r week-plan'])
    expect((await days(14, 15)).map(({ plan, isForecast }) => [plan, isForecast])).toEqual([
      ['r', false],
      ['r', true],
    ])
    expect(await storedDays()).not.toContain(dayAt(office, 15))
    expect(await inconsistencies(office)).toEqual([])
  })

  test('that is set again as it is logs nothing', async () => {
    await setDay(1, 'r')
    await setDay(1, 'r')
    expect(await actionsOf(office, user)).toHaveLength(1)
  })

  test('in another location cancels the booking, as one action', async () => {
    await bookAs(office, USER, { userId: user, day: dayAt(office, 1), node: { placeId: office.desks[1] as string } })
    const elsewhere = await addBuilding(database.db, office.orgId)
    await setDay(1, 'o', { locationId: elsewhere.locationId })
    const [changed, canceled] = (await actionsOf(office, user)).slice(-2)
    expect([changed?.action, canceled?.action]).toEqual(['planChanged', 'cancelled'])
    expect(changed?.actionId).toBe(canceled?.actionId)
  })
})

describe('an assigned desk', () => {
  beforeEach(assign)

  test('is booked as soon as the day becomes an office day, by the same action', async () => {
    await setDay(1, 'o')
    const actions = await actionsOf(office, user)
    expect(actions).toMatchObject([
      { action: 'planSet', changedBy: 'user' },
      { action: 'booked', changedBy: 'auto-booking', reason: 'assigned desk', after: { placeId: office.desks[0] } },
    ])
    expect(actions[0]?.actionId).toBe(actions[1]?.actionId)
  })

  test('is booked on all office days of a new week plan', async () => {
    await setWeek('o')
    expect((await days(0, 14)).every(({ booking }) => booking?.placeId === office.desks[0])).toBe(true)
    await setWeek('r')
    expect((await days(0, 14)).some(({ booking }) => booking)).toBe(false)
    expect(await inconsistencies(office)).toEqual([])
  })

  test('is not booked if it is taken, elsewhere or inactive, or if the user has a booking', async () => {
    const day = dayAt(office, 1)
    await sql`update places set assigned_user_id = null where org_id = ${office.orgId}`.execute(office.db)
    await bookAs(office, USER, { userId: office.users[1] as string, day, node: { placeId: office.desks[0] as string } })
    await assign()
    await setDay(1, 'o')
    const elsewhere = await addBuilding(database.db, office.orgId)
    await setDay(2, 'o', { locationId: elsewhere.locationId })
    await bookAs(office, USER, { userId: user, day: dayAt(office, 3), node: { zoneId: office.neighborhoodId } })
    await setDay(3, 'o')
    await sql`update places set status = 'inactive' where org_id = ${office.orgId} and id = ${office.desks[0]}`.execute(office.db)
    await setDay(4, 'o')
    expect((await days(1, 4)).map(({ booking }) => booking?.bookingDepth ?? null)).toEqual([null, null, 2, null])
  })
})

test('the days of a user name plan, place and booking', async () => {
  await bookAs(office, USER, { userId: user, day: dayAt(office, 1), node: { placeId: office.desks[0] as string } })
  expect(await days(1, 1)).toMatchObject([
    {
      day: dayAt(office, 1),
      plan: 'o',
      origin: 'day-plan',
      isForecast: false,
      locationId: office.locationId,
      locationName: office.locationId,
      booking: {
        bookingId: expect.any(String),
        bookingDepth: 3,
        locationId: office.locationId,
        locationName: office.locationId,
        zoneId: office.zoneId,
        zoneName: 'Desks',
        placeId: office.desks[0],
        placeName: 'Desk 0000',
      },
    },
  ])
})
