import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applyUserAttributes } from '../../src/directory/attributes/attribute-service.ts'
import { mapAttribute } from '../../src/directory/attributes/mapping-service.ts'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { directoryConsequences } from '../../src/planning/consequences/directory-consequences.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { dayAt, inconsistencies } from '../bookings/support.ts'
import { createHr, type Hr } from '../timeoff/support.ts'

let service: TestService
let hr: Hr

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  hr = await createHr(service)
})

const EVERY_DAY = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekday) => [weekday, { plan: 'o' }]),
)
const HORIZON = Array(15).fill('o week-plan')
const load = (users: object[], more: object = {}) => importDirectory(service.database.db, hr.org.id, { users, ...more })
const idOf = async (userName: string): Promise<string> => {
  const { rows } = await service.database.pool.query('select id from users where org_id = $1 and user_name = $2', [
    ...[hr.org.id, userName],
  ])
  return rows[0].id
}
const ada = { userName: 'ada@example.com' }

describe('the days of the horizon are there at once', () => {
  test('for users whom an import adds or gives a week plan, except on the days that it sets', async () => {
    await load(
      [
        { userName: 'eve', primaryLocation: 'Office', weekPlan: EVERY_DAY },
        { ...ada, weekPlan: EVERY_DAY },
      ],
      {
        locations: [{ name: 'Office', timeZone: hr.office.timeZone }],
        dayPlans: [{ user: 'ada@example.com', day: dayAt(hr.office, 2), plan: 'r' }],
      },
    )
    expect(await hr.plans(0, 15, await idOf('eve'))).toEqual([...HORIZON, 'forecast'])
    expect(await hr.plans(0, 4)).toEqual(['o week-plan', 'o week-plan', 'r day-plan', 'o week-plan', 'o week-plan'])
    expect(await inconsistencies(hr.office)).toEqual([])
  })

  test('with the desk that an import assigns', async () => {
    const { pool } = service.database
    await pool.query('update places set assigned_user_id = $2 where org_id = $1 and id = $3', [
      ...[hr.org.id, hr.user, hr.office.desks[0]],
    ])
    await load([{ ...ada, weekPlan: EVERY_DAY }])
    const { rows } = await pool.query(
      `select from bookings where org_id = $1 and user_id = $2 and place_id = $3 and status = 'booked'`,
      [hr.org.id, hr.user, hr.office.desks[0]],
    )
    expect(rows).toHaveLength(15)
  })

  test('for a user who is active again, except for announced time off', async () => {
    await load([{ ...ada, weekPlan: EVERY_DAY }])
    await hr.submit([hr.event(3, 4)])
    await load([{ ...ada, status: 'inactive' }])
    expect((await hr.plans(1, 14)).every((plan) => plan === 'forecast')).toBe(true)
    await load([{ ...ada, status: 'active' }])
    const expected: string[] = [...HORIZON]
    expected[3] = expected[4] = 'a time-off'
    expect(await hr.plans(0, 14)).toEqual(expected)
  })

  test('announced time off comes back with its user, also beyond the horizon and without a week plan', async () => {
    await hr.submit([hr.event(1, 20), hr.event(20, 22, { eventId: 'b' }), hr.canceled(2, 2)])
    await load([{ ...ada, status: 'inactive' }])
    expect(await hr.plans(1, 22)).toEqual(Array(22).fill(null))
    await load([{ ...ada, status: 'active' }])
    expect(await hr.plans(0, 23)).toEqual([null, 'a time-off', null, ...Array(20).fill('a time-off'), null])
    expect(await inconsistencies(hr.office)).toEqual([])
  })

  test('for a user whom an attribute moves to a building with a longer horizon', async () => {
    const { db, pool } = service.database
    await load([{ ...ada, weekPlan: EVERY_DAY }], { locations: [{ name: 'Far', timeZone: hr.office.timeZone }] })
    await pool.query(`update locations set booking_horizon_days = 20 where org_id = $1 and name = 'Far'`, [hr.org.id])
    await mapAttribute(db, directoryConsequences, hr.org.id, {
      attribute: 'site',
      groupType: null,
      isPrimaryGroup: false,
      isPrimaryLocation: true,
    })
    await applyUserAttributes(db, directoryConsequences, hr.org.id, [
      { userName: 'ada@example.com', attributes: { site: 'Far' } },
    ])
    expect(await hr.plans(0, 21)).toEqual([...Array(21).fill('o week-plan'), 'forecast'])
  })

  test('importing the same file again writes none of them again', async () => {
    const file = [{ ...ada, weekPlan: EVERY_DAY }]
    await load(file)
    const written = async () =>
      (await service.database.pool.query('select max(updated_at) as at from day_plans where org_id = $1', [hr.org.id])).rows
    const before = await written()
    await load(file)
    expect(await written()).toEqual(before)
  })
})
