import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Plan } from '../../src/planning/plans/day-plans.ts'
import { getWeekPlan, listDays, setDayPlan, setWeekPlan } from '../../src/planning/plans/plan-service.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import {
  actionsOf,
  addBuilding,
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
const days = (first: number, last: number) => listDays(office.db, office.orgId, user, dayAt(office, first), dayAt(office, last))
const letters = async (first: number, last: number) => (await days(first, last)).map(({ plan, origin }) => `${plan} ${origin}`)
const storedDays = async () => {
  const { rows } = await sql<{ day: string }>`
    select day from day_plans where org_id = ${office.orgId} and user_id = ${user} order by day`.execute(office.db)
  return rows.map(({ day }) => day)
}
const setDaysOff = (day: number) =>
  sql`
  insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
  values (${office.orgId}, ${user}, ${dayAt(office, day)}, 'a', 'time-off', 'time-off', gen_random_uuid())
  on conflict (org_id, user_id, day) do update
  set plan = 'a', origin = 'time-off', command_id = gen_random_uuid()`.execute(office.db)

describe('the week plan', () => {
  test('is replaced as a whole, and logged as one action', async () => {
    await setWeek('r')
    await setWeekPlan(office.db, office.orgId, USER, user, [
      { weekday: 1, plan: 'o', locationId: office.locationId },
      { weekday: 2, plan: 'r', locationId: null },
    ])
    expect(await getWeekPlan(office.db, office.orgId, user)).toEqual([
      { weekday: 1, plan: 'o', locationId: office.locationId },
      { weekday: 2, plan: 'r', locationId: null },
    ])
    const changed = (await actionsOf(office, user)).filter(({ action }) => action === 'weekPlanChanged')
    expect(changed).toHaveLength(2)
    const remote = { plan: 'r', locationId: null }
    expect(changed[1]).toMatchObject({
      before: { 1: remote, 3: remote, 4: remote, 5: remote, 6: remote, 7: remote },
      after: { 1: { plan: 'o', locationId: office.locationId } },
    })
    expect(changed[1]?.before).not.toHaveProperty('2')
  })

  test('becomes day plans up to the end of the horizon, and a forecast after it', async () => {
    await setWeek('o')
    expect(await storedDays()).toEqual(Array.from({ length: 15 }, (_, n) => dayAt(office, n)))
    const shown = await days(-1, 15)
    expect(shown.map(({ plan, isForecast }) => [plan, isForecast])).toEqual([
      [null, false],
      ...Array.from({ length: 15 }, () => ['o', false]),
      ['o', true],
    ])
  })

  test('changes the days that follow it, and neither explicit plans nor time off', async () => {
    await setWeek('o')
    await setDay(1, 'o', { locationId: office.locationId })
    await setDaysOff(2)
    await setWeek('r')
    expect(await letters(0, 3)).toEqual(['r week-plan', 'o day-plan', 'a time-off', 'r week-plan'])
    await setWeekPlan(office.db, office.orgId, USER, user, [])
    expect(await letters(0, 3)).toEqual(['null null', 'o day-plan', 'a time-off', 'null null'])
    expect(await inconsistencies(office)).toEqual([])
  })

  test('has the horizon and the today of the primary location', async () => {
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const far = await createOffice(database.db, { timeZone, users: 1 })
      await sql`update locations set booking_horizon_days = 2 where org_id = ${far.orgId}`.execute(far.db)
      const [userId] = far.users as [string]
      await setWeekPlan(far.db, far.orgId, USER, userId, week('r'))
      const stored = await sql<{ day: string }>`select day from day_plans where org_id = ${far.orgId} order by day`.execute(
        far.db,
      )
      expect(stored.rows.map(({ day }) => day)).toEqual([dayAt(far, 0), dayAt(far, 1), dayAt(far, 2)])
    }
  })

  test('of a user without primary location has the today of the organization and 14 days', async () => {
    await sql`update users set primary_location_id = null where org_id = ${office.orgId}`.execute(office.db)
    await sql`update organizations set time_zone = 'Pacific/Kiritimati' where id = ${office.orgId}`.execute(office.db)
    await setWeek('r')
    expect(await storedDays()).toEqual(Array.from({ length: 15 }, (_, n) => dayAt({ timeZone: 'Pacific/Kiritimati' }, n)))
  })

  test('is refused for a leaver, an unknown user, and a location that is unknown or inactive', async () => {
    const attempt = (userId: string, locationId: string | null) =>
      outcomeOf(setWeekPlan(office.db, office.orgId, USER, userId, week('o', locationId)))
    expect(await attempt(randomUUID(), null)).toBe('entity_not_found')
    expect(await attempt(user, randomUUID())).toBe('entity_not_found')
    const closed = await addBuilding(database.db, office.orgId)
    await sql`update locations set status = 'inactive' where org_id = ${office.orgId} and id = ${closed.locationId}`.execute(
      office.db,
    )
    expect(await attempt(user, closed.locationId)).toBe('place_inactive')
    await sql`update users set status = 'inactive' where org_id = ${office.orgId}`.execute(office.db)
    expect(await attempt(user, null)).toBe('user_inactive')
  })
})
