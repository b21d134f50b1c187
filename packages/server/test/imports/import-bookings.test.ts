import { afterAll, beforeAll, expect, test } from 'vitest'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { everything, newOrganization, officeFile, validationErrors } from './import-factory.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

interface Booking {
  readonly status: string
  readonly day: string
  readonly place_id: string
  readonly user_id: string
  readonly changed_by: string
}

const setUp = async () => {
  const { db } = database
  const orgId = await newOrganization(db)
  await importDirectory(db, orgId, officeFile())
  const apply = async (file: unknown) => (await importDirectory(db, orgId, file)).changes
  const live = async () => {
    const rows = (await everything(db, orgId)).bookings as Booking[]
    // Those of the files: assigned desks are booked for the days of the horizon as well.
    return rows.filter(({ status, changed_by }) => status === 'booked' && changed_by !== 'auto-booking')
  }
  return { apply, live, faults: (file: unknown) => validationErrors(db, orgId, file) }
}

const day = '2024-02-29'
const desk = (user: string, place: string) => ({ user, day, location: 'Berlin', level: 'Level 2', zone: 'North', place })
const south = (user: string, on = day) => ({ user, day: on, location: 'Berlin', level: 'Level 2', zone: 'South' })

test('a booking replaces another one of the user and day, and going back revives the first', async () => {
  const { apply, live } = await setUp()
  expect((await apply({ bookings: [desk('ada', 'D-2')] })).bookings).toEqual({ created: 1, updated: 0, unchanged: 0, removed: 1 })
  expect((await apply({ bookings: [desk('ada', 'D-2')] })).bookings).toEqual({ created: 0, updated: 0, unchanged: 1 })
  expect((await apply({ bookings: [desk('ada', 'D-1')] })).bookings).toEqual({ created: 0, updated: 1, unchanged: 0, removed: 1 })
  expect(await live()).toHaveLength(2)
})

test('a canceled one cancels the stored booking, once', async () => {
  const { apply, live } = await setUp()
  const file = { bookings: [{ ...desk('ada', 'D-1'), status: 'cancelled' }] }
  expect((await apply(file)).bookings).toEqual({ created: 0, updated: 1, unchanged: 0 })
  expect((await apply(file)).bookings).toEqual({ created: 0, updated: 0, unchanged: 1 })
  expect(await live()).toHaveLength(1)
})

test('a desk booked by another user is refused, unless the file frees it', async () => {
  const { apply, faults } = await setUp()
  expect(await faults({ bookings: [desk('cyd', 'D-1')] })).toEqual(['/bookings/0/place desk_taken'])
  await apply({ bookings: [desk('bob', 'D-2')] })
  expect((await apply({ bookings: [desk('ada', 'D-2'), desk('bob', 'D-1')] })).bookings).toMatchObject({ created: 2, removed: 2 })
  const freed = { dayPlans: [{ user: 'ada', day, plan: 'r' }], bookings: [desk('cyd', 'D-2')] }
  expect((await apply(freed)).bookings).toEqual({ created: 1, updated: 0, unchanged: 0, removed: 1 })
})

test('a full neighborhood is refused, counting what is stored', async () => {
  const { apply, faults } = await setUp()
  const file = { bookings: [south('ada'), south('cyd')] }
  expect(await faults(file)).toEqual(['/bookings/1/zone capacity_exceeded'])
  expect(await faults({ bookings: [...file.bookings, { ...south('bob'), status: 'cancelled' }] })).toEqual([])
  await apply({ bookings: [south('bob', '2024-03-01'), south('ada', '2024-03-01')] })
})

test('leavers lose their future bookings and keep the past', async () => {
  const { apply, live } = await setUp()
  await apply({ bookings: [south('bob', '2999-01-01'), south('ada', '2999-01-01')] })
  const leave = { users: [{ userName: 'bob', status: 'inactive' }] }
  expect((await apply(leave)).bookings).toEqual({ created: 0, updated: 0, unchanged: 0, removed: 1 })
  expect((await apply(leave)).bookings).toEqual({ created: 0, updated: 0, unchanged: 0 })
  expect((await live()).map((booking) => booking.day).sort()).toEqual([day, day, '2999-01-01'])
})

test('nodes can be given by id only, and past bookings may be on nodes that are inactive now', async () => {
  const { apply, live } = await setUp()
  const booked = (await live()).find(({ place_id }) => place_id !== null)
  const zone = { name: 'North', kind: 'individual', places: [{ name: 'D-1', status: 'inactive' }] }
  await apply({ locations: [{ name: 'Berlin', timeZone: 'Europe/Berlin', levels: [{ name: 'Level 2', zones: [zone] }] }] })
  const changes = await apply({ bookings: [{ user: 'cyd', day: '2024-03-04', location: 'Berlin', place: booked?.place_id }] })
  expect(changes.bookings.created).toBe(1)
})
