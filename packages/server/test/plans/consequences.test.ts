import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findBookingOfDay } from '../../src/planning/bookings/booking-service.ts'
import { runHorizon } from '../../src/planning/horizon/horizon-service.ts'
import type { Plan } from '../../src/planning/plans/day-plans.ts'
import { clearDayPlan, getWeekPlan, listDays, setDayPlan, setWeekPlan } from '../../src/planning/plans/plan-service.ts'
import { transact } from '../../src/platform/transactions/transact.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { findAttendance } from '../../src/warehouse/attendance/attendance-service.ts'
import {
  ADMINISTRATOR,
  actionsOf,
  addBuilding,
  bookAs,
  changeRow,
  createOffice,
  dayAt,
  inconsistencies,
  liveBookings,
  type Office,
  outcomeOf,
  USER,
} from '../bookings/support.ts'

let database: TestDatabase
let berlin: Office
let munich: Awaited<ReturnType<typeof addBuilding>>
let ada: string
let bob: string

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.[Symbol.asyncDispose]())
beforeEach(async () => {
  berlin = await createOffice(database.db)
  munich = await addBuilding(database.db, berlin.orgId, { desks: 2 })
  ;[ada, bob] = berlin.users as [string, string]
})

const set = (table: string, id: string | undefined, change: RawBuilder<unknown>) =>
  changeRow(berlin.db, berlin.orgId, table, id, change)
const setDay = (days: number, plan: Plan, locationId: string | null = null) =>
  setDayPlan(berlin.db, berlin.orgId, USER, { userId: ada, day: dayAt(berlin, days), plan, locationId })
const setWeek = (plan: Plan, locationId: string | null = null, userId = ada) =>
  setWeekPlan(
    berlin.db,
    berlin.orgId,
    USER,
    userId,
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, plan, locationId })),
  )
const bookFor = (userId: string, days: number, node: { placeId: string } | { locationId: string }) =>
  bookAs(berlin, USER, { userId, day: dayAt(berlin, days), node })
const bookedAt = async (userId: string, days: number) =>
  (await findBookingOfDay(berlin.db, berlin.orgId, userId, dayAt(berlin, days)))?.placeId
const run = (locationId = berlin.locationId) => runHorizon(berlin.db, berlin.orgId, locationId)
const day = async (days: number) => (await listDays(berlin.db, berlin.orgId, ada, dayAt(berlin, days), dayAt(berlin, days)))[0]

describe('a user who leaves', () => {
  test('is expected no more: plans and bookings after today go, as pairs, and the past stays', async () => {
    await setWeek('o')
    await bookFor(ada, 2, { placeId: berlin.desks[0] as string })
    await setDayPlan(berlin.db, berlin.orgId, ADMINISTRATOR, { userId: ada, day: dayAt(berlin, -2), plan: 'o' })
    await set('users', ada, sql`status = 'inactive'`)
    const { rows } = await sql<{ day: string }>`
      select day from day_plans where org_id = ${berlin.orgId} and user_id = ${ada} order by day`.execute(berlin.db)
    expect(rows.map((row) => row.day)).toEqual([dayAt(berlin, -2), dayAt(berlin, 0)])
    const last = (await actionsOf(berlin, ada)).filter((action) => action.day === dayAt(berlin, 2)).slice(-2)
    expect(last.map(({ action, changedBy, reason }) => [action, changedBy, reason]).sort()).toEqual([
      ['cancelled', 'directory', 'directory'],
      ['planRemoved', 'directory', 'directory'],
    ])
    expect(last[0]?.actionId).toBe(last[1]?.actionId)
    expect(await inconsistencies(berlin)).toEqual([])
    const later = { userId: ada, day: dayAt(berlin, 3), moment: new Date(Date.now() + 30 * 86_400_000) }
    expect(await findAttendance(berlin.db, berlin.orgId, later)).toBeUndefined()
  })

  const planning: Record<string, () => Promise<unknown>> = {
    'a day': () => setDay(3, 'r'),
    'a usual week': () => setWeek('o'),
    'a day that is given back to the week': () =>
      clearDayPlan(berlin.db, berlin.orgId, USER, { userId: ada, day: dayAt(berlin, 2) }),
  }
  test.for(Object.entries(planning))('is refused %s that is planned meanwhile', async ([, plan]) => {
    await setDay(2, 'a')
    // Wrapped, because the transaction would wait for a promise that it returns, which waits for the transaction.
    const { outcome } = await transact(berlin.db, async (trx) => {
      await changeRow(trx, berlin.orgId, 'users', ada, sql`status = 'inactive'`)
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      const started = outcomeOf(plan())
      const waiting = 'select from pg_stat_activity where datname = current_database() and $1 = any (pg_blocking_pids(pid))'
      await expect.poll(async () => (await database.pool.query(waiting, [rows[0]?.pid])).rowCount).toBe(1)
      return { outcome: started }
    })
    expect(await outcome).toBe('user_inactive')
    const { rows } = await sql`select from day_plans where org_id = ${berlin.orgId} and user_id = ${ada}`.execute(berlin.db)
    expect(rows).toEqual([])
    expect(await getWeekPlan(berlin.db, berlin.orgId, ada)).toEqual([])
  })
})

describe('a move to another primary location', () => {
  test('leaves the past where it was planned, and takes along what follows the week plan', async () => {
    await setWeek('o')
    await setDayPlan(berlin.db, berlin.orgId, ADMINISTRATOR, { userId: ada, day: dayAt(berlin, -5), plan: 'o' })
    await bookFor(ada, 3, { locationId: berlin.locationId })
    await run()
    await set('users', ada, sql`primary_location_id = ${munich.locationId}`)
    const past = await findAttendance(berlin.db, berlin.orgId, { userId: ada, day: dayAt(berlin, -5) })
    expect(past?.plannedLocationId).toBe(berlin.locationId)
    expect(await day(2)).toMatchObject({ plan: 'o', origin: 'week-plan', locationId: munich.locationId, booking: null })
    expect(await day(3)).toMatchObject({ origin: 'day-plan', locationId: berlin.locationId })
    expect(await inconsistencies(berlin)).toEqual([])
  })
})

describe('an office day that is planned in another building', () => {
  beforeEach(async () => {
    await setWeek('o', berlin.locationId)
    await run()
  })

  test('loses its booking in the old one, whether by the day, the week or its return to the week', async () => {
    await setDay(1, 'o', munich.locationId)
    expect(await day(1)).toMatchObject({ locationId: munich.locationId, booking: null })
    await bookFor(ada, 1, { placeId: munich.desks[0] as string })
    await clearDayPlan(berlin.db, berlin.orgId, USER, { userId: ada, day: dayAt(berlin, 1) })
    expect(await day(1)).toMatchObject({ locationId: berlin.locationId, booking: null })
    await setWeek('o', munich.locationId)
    const live = (await liveBookings(berlin)).filter(({ user_id, day: on }) => user_id === ada && on > dayAt(berlin, 1))
    expect(live).toEqual([])
    expect(await inconsistencies(berlin)).toEqual([])
  })

  test('is moved by booking there, without a moment between', async () => {
    const before = await findBookingOfDay(berlin.db, berlin.orgId, ada, dayAt(berlin, 2))
    await bookFor(ada, 2, { placeId: munich.desks[0] as string })
    const after = await findBookingOfDay(berlin.db, berlin.orgId, ada, dayAt(berlin, 2))
    expect(after).toMatchObject({ bookingId: before?.bookingId, locationId: munich.locationId })
    expect(
      (await actionsOf(berlin, ada))
        .slice(-2)
        .map(({ action }) => action)
        .sort(),
    ).toEqual(['moved', 'planChanged'])
  })

  test('stays where it is booked when it is planned once more without naming a building', async () => {
    await bookFor(ada, 2, { placeId: munich.desks[0] as string })
    await setDay(2, 'o')
    expect(await day(2)).toMatchObject({ locationId: munich.locationId, booking: { placeId: munich.desks[0] } })
  })
})

describe('an assigned desk', () => {
  const assign = (userId: string | null) => set('places', berlin.desks[0], sql`assigned_user_id = ${userId}`)

  test('is booked for its new assignee in the next night, except on days that people chose themselves', async () => {
    await assign(ada)
    await setWeek('o', berlin.locationId)
    await setWeek('o', berlin.locationId, bob)
    await run()
    expect([await bookedAt(ada, 1), await bookedAt(ada, 5)]).toEqual([berlin.desks[0], berlin.desks[0]])
    await bookFor(ada, 3, { placeId: berlin.desks[1] as string })
    await bookFor(ada, 3, { placeId: berlin.desks[0] as string })
    await assign(bob)
    await run()
    expect([await bookedAt(bob, 1), await bookedAt(bob, 5)]).toEqual([berlin.desks[0], berlin.desks[0]])
    expect([await bookedAt(ada, 1), await bookedAt(ada, 3)]).toEqual([null, berlin.desks[0]])
    expect(await inconsistencies(berlin)).toEqual([])
  })

  test('is booked by itself inside the horizon only', async () => {
    await assign(ada)
    await setDay(14, 'o')
    await setDay(15, 'o')
    expect([await bookedAt(ada, 14), await bookedAt(ada, 15)]).toEqual([berlin.desks[0], undefined])
  })

  test('is released on days when its assignee works in another building', async () => {
    await sql`update organizations set auto_release = true where id = ${berlin.orgId}`.execute(berlin.db)
    await assign(ada)
    await setDay(1, 'o', munich.locationId)
    await setDay(2, 'o', berlin.locationId)
    await bookFor(ada, 3, { placeId: munich.desks[0] as string })
    const taken = (days: number) => outcomeOf(bookFor(bob, days, { placeId: berlin.desks[0] as string }))
    expect([await taken(1), await taken(2), await taken(3)]).toEqual(['ok', 'desk_taken', 'ok'])
  })
})

describe('whether a day is over', () => {
  test('is decided where it is spent, not where the user is at home', async () => {
    const kiritimati = await addBuilding(database.db, berlin.orgId, { timeZone: 'Pacific/Kiritimati' })
    const pagoPago = await addBuilding(database.db, berlin.orgId, { timeZone: 'Pacific/Pago_Pago' })
    // A day behind: over in Kiritimati, not over in Pago Pago.
    const today = dayAt({ timeZone: 'Pacific/Pago_Pago' }, 0)
    await set('users', ada, sql`primary_location_id = ${pagoPago.locationId}`)
    await bookAs(berlin, ADMINISTRATOR, { userId: ada, day: today, node: { locationId: kiritimati.locationId } })
    const plan = (given: Plan, locationId: string | null = null) =>
      outcomeOf(setDayPlan(berlin.db, berlin.orgId, USER, { userId: ada, day: today, plan: given, locationId }))
    expect(await plan('r')).toBe('day_in_past')
    expect(await outcomeOf(clearDayPlan(berlin.db, berlin.orgId, USER, { userId: ada, day: today }))).toBe('day_in_past')
    await set('users', bob, sql`primary_location_id = ${kiritimati.locationId}`)
    const ofBob = (locationId: string | null) =>
      outcomeOf(setDayPlan(berlin.db, berlin.orgId, USER, { userId: bob, day: today, plan: 'o', locationId }))
    expect([await ofBob(null), await ofBob(pagoPago.locationId)]).toEqual(['day_in_past', 'ok'])
  })
})

describe('two week plans at once', () => {
  test('are never mixed', async () => {
    for (let round = 0; round < 10; round++) {
      await Promise.all([setWeek('o'), setWeek('r')])
      const plans = new Set((await getWeekPlan(berlin.db, berlin.orgId, ada)).map(({ plan }) => plan))
      expect(plans.size).toBe(1)
      await setWeekPlan(berlin.db, berlin.orgId, USER, ada, [])
    }
  })
})
