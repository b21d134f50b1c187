import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ImportRefused, importDirectory } from '../../src/operations/imports/import-service.ts'
import { runHorizon } from '../../src/planning/horizon/horizon-service.ts'
import { awaitSteadyDay } from '../../src/testing/steady-day.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { dayAhead, everything, newOrganization, validationErrors, wholeWeek } from './import-factory.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

let [day, next] = ['', '']
// The horizon counts days from the present one, which is another one after midnight.
beforeEach(async () => {
  await awaitSteadyDay()
  day = dayAhead(3)
  next = dayAhead(4)
})

const zones = (assigned: Record<string, string | null>) => [
  {
    name: 'Berlin',
    timeZone: 'UTC',
    levels: [
      {
        name: 'L',
        zones: [
          { name: 'N', kind: 'individual', places: ['1', '2'].map((name) => ({ name, assignedUser: assigned[name] })) },
          { name: 'S', kind: 'neighborhood', capacity: 1 },
        ],
      },
    ],
  },
]
const desk = (user: string, place: string, on = day) => ({ user, day: on, location: 'Berlin', level: 'L', zone: 'N', place })

interface Stored {
  user: string
  day: string
  [column: string]: unknown
}

/** Ada's desk is 1, Bob's is 2. Days ahead follow her week plan, and so do Bob's. */
const setUp = async (adasPlan: string, bobsPlan = 'r') => {
  const { db } = database
  const orgId = await newOrganization(db)
  await importDirectory(db, orgId, {
    locations: [...zones({ '1': 'ada', '2': 'bob' }), { name: 'Madrid', timeZone: 'UTC' }],
    users: [
      { userName: 'ada', primaryLocation: 'Berlin', weekPlan: wholeWeek(adasPlan) },
      { userName: 'bob', primaryLocation: 'Berlin', weekPlan: wholeWeek(bobsPlan) },
      { userName: 'cyd', primaryLocation: 'Berlin' },
    ],
  })
  const locations = (await everything(db, orgId)).locations as { id: string }[]
  for (const { id } of locations) await runHorizon(db, orgId, id)
  const named = async (table: string): Promise<Stored[]> => {
    const all = (await everything(db, orgId)) as Record<string, Record<string, unknown>[]>
    const nameOf = (id: unknown) => {
      const { name, user_name } =
        [...(all.users ?? []), ...(all.places ?? []), ...(all.locations ?? [])].find((row) => row.id === id) ?? {}
      return (name ?? user_name ?? null) as string
    }
    return (all[table] ?? []).map((row) => ({
      ...row,
      day: String(row.day),
      user: nameOf(row.user_id),
      place: nameOf(row.place_id),
      location: nameOf(row.location_id),
    }))
  }
  return {
    /** Imports the file twice, and proves that the second time changes nothing. */
    apply: async (file: unknown) => {
      const { changes } = await importDirectory(db, orgId, file)
      const before = await everything(db, orgId)
      const again = await importDirectory(db, orgId, file)
      for (const { created, updated, removed } of Object.values(again.changes)) {
        expect([created, updated, removed]).toEqual([0, 0, undefined])
      }
      expect(await everything(db, orgId)).toEqual(before)
      return changes
    },
    faults: (file: unknown) => validationErrors(db, orgId, file),
    /** The faults of a check, after which everything is as it was. */
    check: async (file: unknown) => {
      const before = await everything(db, orgId)
      const refused = await importDirectory(db, orgId, file, { dryRun: true }).catch((error: unknown) => error)
      expect(await everything(db, orgId)).toEqual(before)
      return refused instanceof ImportRefused ? refused.faults.map(({ pointer, code }) => `${pointer} ${code}`) : refused
    },
    planOf: async (user: string, on: string) => {
      return (await named('day_plans')).find((row) => row.user === user && row.day === on)
    },
    /** The live booking. */
    bookingOf: async (user: string, on: string) => {
      return (await named('bookings')).find((row) => row.user === user && row.day === on && row.status === 'booked')
    },
  }
}

const week = (user: string, plan: string) => ({ userName: user, weekPlan: wholeWeek(plan) })

test('a day that the file plans keeps that plan and its booking when the file changes the week plan which it followed', async () => {
  const { apply, planOf, bookingOf } = await setUp('o')
  const { bookings } = await apply({ users: [week('ada', 'r')], dayPlans: [{ user: 'ada', day, plan: 'o' }] })
  expect(await planOf('ada', day)).toMatchObject({ plan: 'o', origin: 'day-plan', location: 'Berlin' })
  expect(await planOf('ada', next)).toMatchObject({ plan: 'r', origin: 'week-plan' })
  expect(await bookingOf('ada', day)).toMatchObject({ place: '1' })
  expect(await bookingOf('ada', next)).toBeUndefined()
  expect(bookings.removed).toBe(14)
})

test('a day that the file books is an office day of its own when the file changes the week plan which it followed', async () => {
  const { apply, planOf, bookingOf } = await setUp('o')
  const stored = await bookingOf('ada', day)
  const { bookings } = await apply({ users: [week('ada', 'r')], bookings: [desk('ada', '1'), desk('ada', '2', next)] })
  expect(bookings).toEqual({ created: 1, updated: 0, unchanged: 1, removed: 14 })
  expect(await bookingOf('ada', day)).toMatchObject({ id: stored?.id, place: '1' })
  expect(await bookingOf('ada', next)).toMatchObject({ place: '2' })
  for (const on of [day, next]) expect(await planOf('ada', on)).toMatchObject({ plan: 'o', origin: 'day-plan' })
})

test('a booking that is stored already makes its day explicit, so that a later week plan leaves it', async () => {
  const { apply, planOf, bookingOf } = await setUp('o')
  expect((await apply({ bookings: [desk('ada', '1')] })).bookings).toEqual({ created: 0, updated: 0, unchanged: 1 })
  expect(await planOf('ada', day)).toMatchObject({ origin: 'day-plan' })
  await apply({ users: [week('ada', 'a')] })
  expect(await bookingOf('ada', day)).toMatchObject({ place: '1' })
})

test('a day plan of the file that equals the week plan is explicit, so that a later week plan does not change it', async () => {
  const { apply, planOf } = await setUp('r')
  expect((await apply({ dayPlans: [{ user: 'ada', day, plan: 'r' }] })).dayPlans).toEqual({
    created: 0,
    updated: 1,
    unchanged: 0,
  })
  await apply({ users: [week('ada', 'a')] })
  expect(await planOf('ada', day)).toMatchObject({ plan: 'r', origin: 'day-plan' })
  expect(await planOf('ada', next)).toMatchObject({ plan: 'a', origin: 'week-plan' })
})

test('days that become office days get the assigned desk, around the bookings of the file', async () => {
  const { apply, bookingOf } = await setUp('r')
  await apply({ users: [week('ada', 'o')], bookings: [desk('bob', '1')] })
  expect(await bookingOf('bob', day)).toMatchObject({ place: '1', changed_by: 'directory' })
  expect(await bookingOf('ada', day)).toBeUndefined()
  expect(await bookingOf('ada', next)).toMatchObject({ place: '1', changed_by: 'auto-booking' })
})

test('days that become office days get the desk that the file assigns', async () => {
  const { apply, bookingOf } = await setUp('r')
  await apply({ locations: zones({ '1': null, '2': 'ada' }), users: [week('ada', 'o')] })
  expect(await bookingOf('ada', day)).toMatchObject({ place: '2', changed_by: 'auto-booking' })
})

test('an assigned desk is not booked where the file says that the booking is canceled', async () => {
  const { apply, bookingOf } = await setUp('r')
  await apply({ users: [week('ada', 'o')], bookings: [{ ...desk('ada', '1'), status: 'cancelled' }] })
  expect(await bookingOf('ada', day)).toBeUndefined()
  expect(await bookingOf('ada', next)).toMatchObject({ place: '1' })
})

test('a day plan that moves to another building frees the desk for the file', async () => {
  const { apply, bookingOf } = await setUp('o')
  const moved = { user: 'ada', day, plan: 'o', location: 'Madrid' }
  const { bookings } = await apply({ dayPlans: [moved], bookings: [desk('cyd', '1')] })
  expect(bookings).toEqual({ created: 1, updated: 0, unchanged: 0, removed: 1 })
  expect(await bookingOf('cyd', day)).toMatchObject({ place: '1' })
  expect(await bookingOf('ada', day)).toBeUndefined()
})

test('a week plan of the file frees the desk on the days that follow it', async () => {
  const { apply, bookingOf } = await setUp('o')
  const { bookings } = await apply({ users: [week('ada', 'r')], bookings: [desk('cyd', '1')] })
  expect(bookings).toEqual({ created: 1, updated: 0, unchanged: 0, removed: 15 })
  expect(await bookingOf('cyd', day)).toMatchObject({ place: '1' })
})

test('a desk that is taken is found by a check as by an import, and neither changes anything', async () => {
  const { check, faults } = await setUp('o')
  const file = { dayPlans: [{ user: 'cyd', day, plan: 'o' }], bookings: [desk('cyd', '1'), desk('cyd', '1', next)] }
  const expected = ['/bookings/0/place desk_taken', '/bookings/1/place desk_taken']
  expect(await check(file)).toEqual(expected)
  expect(await faults(file)).toEqual(expected)
})

test('a zone has room for as many as its capacity, in the order of the file, and takes back a booking that was canceled', async () => {
  const { apply, faults, bookingOf } = await setUp('r')
  const south = (user: string) => ({ user, day, location: 'Berlin', level: 'L', zone: 'S' })
  await apply({ bookings: [south('bob')] })
  await apply({ bookings: [{ ...south('bob'), status: 'cancelled' }] })
  expect(await faults({ bookings: [south('cyd'), south('bob')] })).toEqual(['/bookings/1/zone capacity_exceeded'])
  expect((await apply({ bookings: [south('bob')] })).bookings).toEqual({ created: 0, updated: 1, unchanged: 0 })
  expect(await bookingOf('bob', day)).toMatchObject({ changed_by: 'directory' })
})

test('a day plan that stays in the building, named or by the primary location, does not free the desk', async () => {
  const { faults } = await setUp('o')
  for (const location of ['Berlin', undefined]) {
    const stays = { user: 'ada', day, plan: 'o', location }
    expect(await faults({ dayPlans: [stays], bookings: [desk('cyd', '1')] })).toEqual(['/bookings/0/place desk_taken'])
  }
})

test('a day plan that moves by the primary location of the file frees the capacity of a zone', async () => {
  const { apply, faults, bookingOf } = await setUp('r')
  const south = (user: string) => ({ user, day, location: 'Berlin', level: 'L', zone: 'S' })
  await apply({ dayPlans: [{ user: 'bob', day, plan: 'o' }], bookings: [south('bob')] })
  const plans = [{ user: 'bob', day, plan: 'o' }]
  expect(await faults({ dayPlans: plans, bookings: [south('cyd')] })).toEqual(['/bookings/0/zone capacity_exceeded'])
  await apply({ users: [{ userName: 'bob', primaryLocation: 'Madrid' }], dayPlans: plans, bookings: [south('cyd')] })
  expect(await bookingOf('bob', day)).toBeUndefined()
})

test('a booking that the file keeps while its day plan moves stays the same booking, and is not counted as lost', async () => {
  const { apply, bookingOf } = await setUp('o')
  const stored = await bookingOf('ada', day)
  const { bookings } = await apply({
    dayPlans: [{ user: 'ada', day, plan: 'o', location: 'Madrid' }],
    bookings: [desk('ada', '1')],
  })
  expect(bookings).toEqual({ created: 0, updated: 1, unchanged: 0 })
  expect(await bookingOf('ada', day)).toMatchObject({ id: stored?.id, place: '1' })
})

test('a booking that falls with a plan of the file and that the file cancels or replaces is counted once', async () => {
  const { apply } = await setUp('o', 'o')
  const { bookings } = await apply({
    dayPlans: [
      { user: 'ada', day, plan: 'r' },
      { user: 'bob', day, plan: 'o', location: 'Madrid' },
    ],
    bookings: [
      { ...desk('ada', '1'), status: 'cancelled' },
      { user: 'bob', day, location: 'Madrid' },
    ],
  })
  expect(bookings).toEqual({ created: 1, updated: 1, unchanged: 0, removed: 1 })
})

test('automatic bookings of a desk that the file assigns are canceled, except those in the file', async () => {
  const { apply, bookingOf } = await setUp('r', 'o')
  expect(await bookingOf('bob', day)).toMatchObject({ place: '2', changed_by: 'auto-booking' })
  await apply({ locations: zones({ '2': 'cyd' }), bookings: [desk('cyd', '2'), desk('bob', '2', next)] })
  expect(await bookingOf('cyd', day)).toMatchObject({ place: '2' })
  expect(await bookingOf('bob', day)).toBeUndefined()
  expect(await bookingOf('bob', next)).toMatchObject({ place: '2' })
})
