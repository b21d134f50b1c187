import { randomUUID } from 'node:crypto'
import { MAX_BOOKING_DAYS } from '@rollcall/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelBooking } from '../../src/planning/bookings/booking-service.ts'
import { listDeskBookings } from '../../src/planning/bookings/desk-bookings.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { ADMINISTRATOR, bookAs, createOffice, dayAt, type Office, outcomeOf } from './support.ts'

/** Where it is always a day or two earlier than at the second, and never the day of the clock of the database at both. */
const [EARLIEST, LATEST] = ['Etc/GMT+12', 'Pacific/Kiritimati']

let database: TestDatabase
let office: Office

beforeAll(async () => {
  database = await createTestDatabase()
  office = await createOffice(database.db, { timeZone: EARLIEST })
  const { db, orgId, locationId } = office
  await sql`
    update locations set administrator_window_days = ${MAX_BOOKING_DAYS}, bookable_on_closed_days = true
    where org_id = ${orgId} and id = ${locationId}`.execute(db)
})
afterAll(() => database?.[Symbol.asyncDispose]())

const read = (placeId: string, page: { limit?: number; after?: string } = {}) =>
  listDeskBookings(office.db, office.orgId, placeId, { limit: 100, after: undefined, ...page })

test('the bookings of a desk are those from today at its building to the last day that can be booked, page by page', async () => {
  const [desk, other] = office.desks as [string, string]
  const [ada, bob, cem] = office.users as [string, string, string]
  const bookDesk = (userId: string, day: string, placeId: string) =>
    bookAs(office, ADMINISTRATOR, { userId, day, node: { placeId } })
  // Of a day that is over once the building is elsewhere.
  await bookDesk(cem, dayAt(office, 0), desk)
  await sql`update locations set time_zone = ${LATEST} where org_id = ${office.orgId} and id = ${office.locationId}`.execute(
    office.db,
  )
  const days = [0, 3, MAX_BOOKING_DAYS].map((days) => dayAt({ timeZone: LATEST }, days)) as [string, string, string]
  await bookDesk(bob, days[2], desk)
  await bookDesk(ada, days[0], desk)
  await bookDesk(ada, days[1], desk)
  await bookDesk(bob, days[1], other)
  const canceled = await bookDesk(cem, dayAt({ timeZone: LATEST }, 1), desk)
  await cancelBooking(office.db, office.orgId, ADMINISTRATOR, canceled.bookingId)

  const booked = await read(desk)
  expect(booked.map(({ day, userId }) => [day, userId])).toEqual([
    [days[0], ada],
    [days[1], ada],
    [days[2], bob],
  ])
  expect(booked[0]).toEqual({ day: days[0], userId: ada, userName: `user ${ada}`, firstName: null, lastName: null })
  expect(await read(desk, { limit: 1, after: days[0] })).toEqual([booked[1]])
  expect((await read(other)).map(({ userId }) => userId)).toEqual([bob])
  expect(await read(office.desks[2] as string)).toEqual([])
})

test('a desk that there is not, or that is of another organization, is not found', async () => {
  const elsewhere = await createOffice(database.db, { desks: 1 })
  expect(await outcomeOf(read(elsewhere.desks[0] as string))).toBe('entity_not_found')
  expect(await outcomeOf(read(randomUUID()))).toBe('entity_not_found')
})
