import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listDays, setDayPlan, setWeekPlan } from '../../src/planning/plans/plan-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { actionsOf, addBuilding, bookAs, dayAt, inconsistencies, USER } from '../bookings/support.ts'
import { createHr, type Hr } from './support.ts'

let service: TestService
let { org, office, user, addUser, event, canceled, submit, plans } = {} as Hr

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  ;({ org, office, user, addUser, event, canceled, submit, plans } = await createHr(service))
})

const setWeek = (plan: 'o' | 'r') =>
  setWeekPlan(
    office.db,
    org.id,
    USER,
    user,
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, plan, locationId: null })),
  )

describe('scheduled time off', () => {
  test('makes days from today on days away, and leaves the past', async () => {
    expect((await submit([event(-2, 1)])).said).toEqual(['0 Accepted'])
    expect(await plans(-1, 2)).toEqual([null, 'a time-off', 'a time-off', null])
  })

  test('cancels bookings of its days as one action, with its type as the reason', async () => {
    await bookAs(office, USER, { userId: user, day: dayAt(office, 1), node: { placeId: office.desks[0] as string } })
    await submit([event(1, 1, { timeOffType: 'holiday' })])
    const [plan, booking] = (await actionsOf(office, user)).slice(-2)
    expect([plan, booking]).toMatchObject([
      { action: 'planChanged', changedBy: 'time-off', reason: 'holiday', after: { plan: 'a', locationId: null } },
      { action: 'cancelled', changedBy: 'time-off', reason: 'holiday', after: null },
    ])
    expect(plan?.actionId).toBe(booking?.actionId)
    expect(await inconsistencies(office)).toEqual([])
  })

  test('counts from the local today of the user', async () => {
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const far = await addBuilding(service.database.db, org.id, { timeZone })
      await sql`update users set primary_location_id = ${far.locationId} where org_id = ${org.id} and id = ${user}`.execute(
        far.db,
      )
      const range = { startDate: dayAt(far, -3), endDate: dayAt(far, 0), eventId: timeZone }
      await submit([event(0, 0, range)])
      const { rows } = await sql<{ day: string }>`select day from day_plans where org_id = ${org.id} order by day desc`.execute(
        far.db,
      )
      expect(rows.map(({ day }) => day)).toContain(dayAt(far, 0))
      expect(rows.map(({ day }) => day)).not.toContain(dayAt(far, -1))
      await sql`delete from day_plans where org_id = ${org.id}`.execute(far.db)
    }
  })

  test('has no effect a second time', async () => {
    await submit([event(1, 2)])
    await submit([canceled(1, 2)])
    expect((await submit([event(1, 2), canceled(1, 2)])).said).toEqual(['0 Already recorded', '0 Already recorded'])
    expect(await plans(1, 2)).toEqual([null, null])
    expect((await submit([event(1, 2, { eventId: 'b' }), event(1, 2, { eventId: 'b' })])).said).toEqual([
      '0 Accepted',
      '0 Already recorded',
    ])
  })
})

describe('canceled time off', () => {
  test('gives days inside the horizon back to the week plan and takes the plan from those beyond', async () => {
    await setWeek('r')
    await setDayPlan(office.db, org.id, USER, { userId: user, day: dayAt(office, 2), plan: 'o' })
    await submit([event(1, 20)])
    expect(await plans(1, 20)).toEqual(Array(20).fill('a time-off'))
    await submit([canceled(1, 20)])
    expect(await plans(1, 20)).toEqual([...Array(14).fill('r week-plan'), ...Array(6).fill('forecast')])
    expect(await inconsistencies(office)).toEqual([])
  })

  test('touches nothing outside of its range, nor the past', async () => {
    const administrator = { changedBy: 'administrator', userId: null } as const
    const setDay = (day: number) =>
      setDayPlan(office.db, org.id, administrator, { userId: user, day: dayAt(office, day), plan: 'r' })
    for (const day of [-1, 0, 1, 2]) await setDay(day)
    await submit([canceled(-1, 1)])
    expect(await plans(-1, 2)).toEqual(['r day-plan', null, null, 'r day-plan'])
  })

  test('books the assigned desk again', async () => {
    await sql`update places set assigned_user_id = ${user} where org_id = ${org.id} and id = ${office.desks[0]}`.execute(
      office.db,
    )
    await setWeek('o')
    await submit([event(1, 1), canceled(1, 1)])
    const [day] = await listDays(office.db, org.id, user, dayAt(office, 1), dayAt(office, 1))
    expect(day).toMatchObject({ plan: 'o', origin: 'week-plan', booking: { placeId: office.desks[0] } })
    expect(await inconsistencies(office)).toEqual([])
  })

  test('within a call counts like one sent separately', async () => {
    const other = await addUser('bob@example.com')
    const steps = [
      event(1, 5),
      event(1, 1, { eventId: 'x', uid: other }),
      canceled(2, 3),
      event(3, 3, { eventId: 'c' }),
      canceled(5, 6, { eventId: 'd' }),
    ]
    expect((await submit(steps)).said).toEqual(Array(5).fill('0 Accepted'))
    expect(await plans(1, 6)).toEqual(['a time-off', null, 'a time-off', 'a time-off', 'a time-off', null])
    expect(await plans(1, 1, other)).toEqual(['a time-off'])
  })
})
