import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelBooking, findBooking, findBookingOfDay } from '../../src/planning/bookings/booking-service.ts'
import type { Actor } from '../../src/planning/commands/command.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import {
  ADMINISTRATOR,
  actionsOf,
  addBuilding,
  bookAs,
  changeRow,
  createOffice,
  dayAt,
  inconsistencies,
  type Office,
  outcomeOf,
  USER,
} from './support.ts'

type Building = Awaited<ReturnType<typeof addBuilding>>

let database: TestDatabase
let office: Office
let user: string
let other: string
let desk: string

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await createOffice(database.db)
  ;[user, other] = office.users as [string, string]
  desk = office.desks[0] as string
})

const set = (table: string, id: string, change: ReturnType<typeof sql>) => changeRow(database.db, office.orgId, table, id, change)
const bookDesk = (days = 1, { actor = USER, userId = user, placeId = desk } = {}) =>
  bookAs(office, actor, { userId, day: dayAt(office, days), node: { placeId } })
const outcome = (...request: Parameters<typeof bookDesk>) => outcomeOf(bookDesk(...request))

describe('booking', () => {
  test('plans the day in the office and books, as one action', async () => {
    const booking = await bookDesk()
    expect(booking).toMatchObject({ userId: user, day: dayAt(office, 1), status: 'booked', bookingDepth: 3, placeId: desk })
    expect(await findBooking(office.db, office.orgId, booking.bookingId)).toEqual(booking)
    const actions = await actionsOf(office, user)
    expect(actions.map(({ action, changedBy }) => [action, changedBy])).toEqual([
      ['planSet', 'user'],
      ['booked', 'user'],
    ])
    expect(new Set(actions.map(({ actionId }) => actionId)).size).toBe(1)
    expect(actions[1]).toMatchObject({ before: null, after: { depth: 3, placeId: desk, zoneId: office.zoneId } })
  })

  test('has an id that sorts after those of earlier bookings', async () => {
    const made = Date.now()
    const ids: string[] = []
    for (const days of [3, 1, 2]) {
      ids.push((await bookDesk(days)).bookingId)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect(ids.toSorted()).toEqual(ids)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    // The first twelve digits are the time: within a day of that of this process, whatever the clocks.
    const times = ids.map((id) => Number.parseInt(id.replace('-', '').slice(0, 12), 16))
    expect(times.every((time) => Math.abs(time - made) < 86_400_000)).toBe(true)
  })

  test('a zone, then the whole location, moves the booking, which keeps its id', async () => {
    const { bookingId } = await bookDesk()
    const day = dayAt(office, 1)
    const zone = await bookAs(office, USER, { userId: user, day, node: { zoneId: office.neighborhoodId } })
    const location = await bookAs(office, USER, { userId: user, day, node: { locationId: office.locationId } })
    expect([zone, location]).toMatchObject([
      { bookingId, bookingDepth: 2, placeId: null },
      { bookingId, bookingDepth: 1, zoneId: null },
    ])
    expect((await actionsOf(office, user)).map(({ action }) => action)).toEqual(['planSet', 'booked', 'moved', 'moved'])
    expect(await inconsistencies(office)).toEqual([])
  })

  test('what one has already changes nothing', async () => {
    const first = await bookDesk()
    expect(await bookDesk()).toEqual(first)
    expect(await actionsOf(office, user)).toHaveLength(2)
  })

  test('leaves the former booking where the new one is refused', async () => {
    const { bookingId } = await bookDesk()
    await bookDesk(1, { userId: other, placeId: office.desks[1] as string })
    expect(await outcome(1, { placeId: office.desks[1] as string })).toBe('desk_taken')
    expect(await findBookingOfDay(office.db, office.orgId, user, dayAt(office, 1))).toMatchObject({ bookingId, placeId: desk })
  })

  test('wants one node, of a kind that is booked that way', async () => {
    const day = dayAt(office, 1)
    const attempt = (node: object) => outcomeOf(bookAs(office, USER, { userId: user, day, node: node as { placeId: string } }))
    expect(await attempt({})).toBe('invalid_request')
    expect(await attempt({ placeId: desk, zoneId: office.zoneId })).toBe('invalid_request')
    expect(await attempt({ zoneId: office.zoneId })).toBe('invalid_request')
    await set('zones', office.zoneId, sql`kind = 'neighborhood', capacity = 4`)
    expect(await attempt({ placeId: desk })).toBe('invalid_request')
    expect(await attempt({ placeId: randomUUID() })).toBe('entity_not_found')
    expect(await outcomeOf(bookAs(office, USER, { userId: randomUUID(), day, node: { zoneId: office.zoneId } }))).toBe(
      'entity_not_found',
    )
  })

  test('of another organization is not there', async () => {
    const stranger = await createOffice(database.db)
    expect(await outcome(1, { placeId: stranger.desks[0] as string })).toBe('entity_not_found')
    const { bookingId } = await bookDesk()
    expect(await findBooking(office.db, stranger.orgId, bookingId)).toBeUndefined()
    expect(await outcomeOf(cancelBooking(office.db, stranger.orgId, USER, bookingId))).toBe('entity_not_found')
  })
})

describe('canceling', () => {
  test('frees the desk, leaves the plan, and is nothing when repeated', async () => {
    const { bookingId } = await bookDesk()
    expect(await cancelBooking(office.db, office.orgId, USER, bookingId, 'ill')).toMatchObject({
      status: 'cancelled',
      reason: 'ill',
    })
    await cancelBooking(office.db, office.orgId, USER, bookingId)
    expect((await actionsOf(office, user)).map(({ action }) => action)).toEqual(['planSet', 'booked', 'cancelled'])
    await bookDesk(1, { userId: other })
    expect(await inconsistencies(office)).toEqual([])
  })

  test('a past booking is for administrators', async () => {
    const { bookingId } = await bookDesk(-1, { actor: ADMINISTRATOR })
    expect(await outcomeOf(cancelBooking(office.db, office.orgId, USER, bookingId))).toBe('day_in_past')
    expect(await outcomeOf(cancelBooking(office.db, office.orgId, ADMINISTRATOR, bookingId))).toBe('ok')
  })
})

describe('the booking window', () => {
  test('of users begins today and ends after its days', async () => {
    expect([await outcome(-1), await outcome(0), await outcome(28), await outcome(29)]).toEqual([
      'day_in_past',
      'ok',
      'ok',
      'outside_booking_window',
    ])
  })

  test('of administrators has no beginning and ends later', async () => {
    const attempt = (days: number) => outcome(days, { actor: ADMINISTRATOR })
    expect([await attempt(-400), await attempt(365), await attempt(366)]).toEqual(['ok', 'ok', 'outside_booking_window'])
  })

  test('is that of the location', async () => {
    await set('locations', office.locationId, sql`booking_window_days = 3, administrator_window_days = 5`)
    expect([await outcome(3), await outcome(4)]).toEqual(['ok', 'outside_booking_window'])
    expect([await outcome(5, { actor: ADMINISTRATOR }), await outcome(6, { actor: ADMINISTRATOR })]).toEqual([
      'ok',
      'outside_booking_window',
    ])
  })

  test('is over where the day was booked, whatever time it is elsewhere', async () => {
    const [kiritimati, pagoPago] = (await Promise.all(
      ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((timeZone) => addBuilding(database.db, office.orgId, { timeZone })),
    )) as [Building, Building]
    const day = dayAt(pagoPago, 0)
    const at = (actor: Actor, { locationId }: Building) =>
      outcomeOf(bookAs(office, actor, { userId: user, day, node: { locationId } }))
    expect([await at(ADMINISTRATOR, kiritimati), await at(USER, pagoPago)]).toEqual(['ok', 'day_in_past'])
    expect(await findBookingOfDay(office.db, office.orgId, user, day)).toMatchObject({ locationId: kiritimati.locationId })
    expect([await at(USER, kiritimati), await at(ADMINISTRATOR, pagoPago)]).toEqual(['ok', 'ok'])
  })

  test('counts the local days of the location, wherever it is', async () => {
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const place = { ...(await addBuilding(database.db, office.orgId, { timeZone })), users: office.users }
      const attempt = (days: number) =>
        outcomeOf(bookAs(place, USER, { userId: user, day: dayAt(place, days), node: { locationId: place.locationId } }))
      expect([await attempt(-1), await attempt(0), await attempt(28), await attempt(29)]).toEqual([
        'day_in_past',
        'ok',
        'ok',
        'outside_booking_window',
      ])
    }
  })
})

describe('inactive users and nodes', () => {
  test.each([
    ['places', () => desk],
    ['zones', () => office.zoneId],
    ['levels', () => office.levelId],
    ['locations', () => office.locationId],
  ])('%s cannot be booked from today on, and lose the bookings after today', async (table, id) => {
    const today = await bookDesk(0)
    const tomorrow = await bookDesk(1, { userId: other })
    await set(table, id(), sql`status = 'inactive'`)
    expect([await outcome(1), await outcome(2)]).toEqual(['place_inactive', 'place_inactive'])
    expect(await outcome(-1, { actor: ADMINISTRATOR })).toBe('ok')
    expect(await findBooking(office.db, office.orgId, today.bookingId)).toMatchObject({ status: 'booked' })
    expect(await findBooking(office.db, office.orgId, tomorrow.bookingId)).toMatchObject({
      ...{ status: 'cancelled', changedBy: 'directory', reason: 'inactive' },
    })
    await cancelBooking(office.db, office.orgId, USER, today.bookingId)
    expect(await outcome(0)).toBe('place_inactive')
    expect(await inconsistencies(office)).toEqual([])
  })

  test('leavers keep today and the past, and lose what comes after', async () => {
    const [past, today, tomorrow] = [await bookDesk(-1, { actor: ADMINISTRATOR }), await bookDesk(0), await bookDesk(1)]
    await set('users', user, sql`status = 'inactive'`)
    const statuses = await Promise.all(
      [past, today, tomorrow].map(({ bookingId }) => findBooking(office.db, office.orgId, bookingId)),
    )
    expect(statuses.map((booking) => booking?.status)).toEqual(['booked', 'booked', 'cancelled'])
    expect(statuses[2]).toMatchObject({ changedBy: 'directory', reason: 'directory' })
    expect([await outcome(2), await outcome(-2, { actor: ADMINISTRATOR })]).toEqual(['user_inactive', 'ok'])
  })
})
