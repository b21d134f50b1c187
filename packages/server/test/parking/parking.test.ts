import type { ParkingBookingRow } from '@rollcall/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { awaitSteadyDay, WITHIN_MS } from '../../src/testing/steady-day.ts'
import type { SignedIn, TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { changeRow } from '../bookings/support.ts'
import { afterWaiting } from '../http/support/after-waiting.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { addCarPark, addPeople, callAs, dayIn } from './support.ts'

let service: TestService
let org: TestOrganization
let user: SignedIn
let other: SignedIn
let booker: SignedIn

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await service.createOrganization()
  user = await service.signIn(org.id)
  other = await service.signIn(org.id)
  booker = await service.signIn(org.id, ['bookings-administrator'])
})

const park = (as: SignedIn, day: string, body: object, userId = 'me') =>
  callAs(service, as, 'PUT', `/api/users/${userId}/days/${day}/parking`, body)
const cancel = (as: SignedIn, day: string, userId = 'me') =>
  callAs(service, as, 'DELETE', `/api/users/${userId}/days/${day}/parking`)
const parked = async (path: string, as = booker) =>
  (await callAs(service, as, 'GET', path)).json<{ items: ParkingBookingRow[]; nextCursor: string | null }>()
const query = (text: string, ...values: unknown[]) => service.database.pool.query(text, [org.id, ...values])

describe('booking a bay', () => {
  it('answers the booking, and answers the same again', async () => {
    const { locationId, bayIds } = await addCarPark(service, org.id)
    const first = await park(user, dayIn(1), { bayId: bayIds[0] })
    const booking = first.json<ParkingBookingRow>()
    expect(booking).toMatchObject({
      userId: user.userId,
      day: dayIn(1),
      locationId,
      bayId: bayIds[0],
      bayName: 'P-001',
      status: 'booked',
    })
    expect((await park(user, dayIn(1), { bayId: bayIds[0]?.toUpperCase() })).json()).toEqual(booking)
    expect((await park(user, dayIn(1), { locationId })).json()).toEqual(booking)
  })

  it('moves the booking of the day in one step', async () => {
    const here = await addCarPark(service, org.id, { bays: 2 })
    const there = await addCarPark(service, org.id)
    const { parkingBookingId } = (await park(user, dayIn(1), { bayId: here.bayIds[0] })).json<ParkingBookingRow>()
    expect((await park(user, dayIn(1), { bayId: here.bayIds[1] })).json()).toMatchObject({
      parkingBookingId,
      bayId: here.bayIds[1],
    })
    const moved = { parkingBookingId, locationId: there.locationId, bayId: there.bayIds[0] }
    expect((await park(user, dayIn(1), { locationId: there.locationId })).json()).toMatchObject(moved)
    expect((await park(other, dayIn(1), { bayId: here.bayIds[0] })).status).toBe(200)
  })

  it('keeps what one has when the other bay is taken', async () => {
    const { bayIds } = await addCarPark(service, org.id, { bays: 2 })
    await park(user, dayIn(1), { bayId: bayIds[0] })
    await park(other, dayIn(1), { bayId: bayIds[1] })
    expectProblem(await park(user, dayIn(1), { bayId: bayIds[1] }), 'bay_taken')
    const { items } = await parked('/api/users/me/parking', user)
    expect(items.map(({ bayId, status }) => [bayId, status])).toEqual([[bayIds[0], 'booked']])
  })

  it('is dated by when it was made or moved, and not by when it began to wait for another one', async () => {
    const { locationId, bayIds } = await addCarPark(service, org.id, { bays: 2 })
    const name = `rollcall.parking.${org.id}.${locationId}.${dayIn(1)}`
    const lock = ['select pg_advisory_xact_lock(hashtextextended($1, 0))', name] as const
    for (const bayId of bayIds) {
      const { answer, released } = await afterWaiting(service, lock, () => park(user, dayIn(1), { bayId }))
      const { updatedAt } = answer.json<ParkingBookingRow>()
      expect(updatedAt >= released, `${updatedAt} after ${released}`).toBe(true)
    }
  })

  it('finds the next free bay, by name, until there is none', async () => {
    const { locationId, bayIds } = await addCarPark(service, org.id, { bays: 2 })
    await query(`update parking_bays set status = 'inactive' where org_id = $1 and id = $2`, bayIds[0])
    expect((await park(user, dayIn(1), { locationId })).json()).toMatchObject({ bayId: bayIds[1] })
    expectProblem(await park(other, dayIn(1), { locationId }), 'no_free_bay')
    expect((await park(other, dayIn(2), { locationId })).status).toBe(200)
  })

  it.each([[{}], [{ bayId: null, locationId: '' }]])('needs to know where: %j', async (body) => {
    const { code } = (await park(user, dayIn(1), body)).json<{ code: string }>()
    expect(['invalid_request', 'invalid_body']).toContain(code)
  })

  it('takes either a bay or a building', async () => {
    const { locationId, bayIds } = await addCarPark(service, org.id)
    expectProblem(await park(user, dayIn(1), { locationId, bayId: bayIds[0] }), 'invalid_request')
  })

  it('is not for other users, but for those who book for others', async () => {
    const { locationId } = await addCarPark(service, org.id)
    expectProblem(await park(other, dayIn(1), { locationId }, user.userId), 'role_not_allowed')
    expect((await park(booker, dayIn(1), { locationId }, user.userId)).json()).toMatchObject({ userId: user.userId })
  })
})

describe('canceling', () => {
  it('frees the bay, and may be repeated', async () => {
    const { bayIds } = await addCarPark(service, org.id)
    await park(user, dayIn(0), { bayId: bayIds[0] })
    expect((await cancel(user, dayIn(0))).json()).toEqual({ message: 'Parking canceled' })
    expect((await cancel(user, dayIn(0))).json()).toEqual({ message: 'No parking was booked' })
    expect((await park(other, dayIn(0), { bayId: bayIds[0] })).status).toBe(200)
    const { items } = await parked('/api/users/me/parking', user)
    expect(items.map(({ status }) => status)).toEqual(['cancelled'])
  })

  it('of a past day is for those who book for others', async () => {
    const { bayIds } = await addCarPark(service, org.id)
    await park(booker, dayIn(-1), { bayId: bayIds[0] }, user.userId)
    expectProblem(await cancel(user, dayIn(-1)), 'day_in_past')
    expect((await cancel(booker, dayIn(-1), user.userId)).status).toBe(200)
  })
})

describe.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])('the days that may be booked in %s', (timeZone) => {
  it('are for users those from the local today to the end of the window', async () => {
    const { locationId } = await addCarPark(service, org.id, { bays: 9, timeZone })
    await query('update locations set booking_window_days = 7 where org_id = $1 and id = $2', locationId)
    const answers = await Promise.all([-1, 0, 7, 8].map((days) => park(user, dayIn(days, timeZone), { locationId })))
    expect(answers.map((answer) => answer.json().code ?? answer.status)).toEqual([
      'day_in_past',
      200,
      200,
      'outside_booking_window',
    ])
  })

  it('are for administrators all up to the end of their window', async () => {
    const { locationId } = await addCarPark(service, org.id, { bays: 9, timeZone })
    await query('update locations set administrator_window_days = 30 where org_id = $1 and id = $2', locationId)
    const days = [-400, -1, 30, 31]
    const answers = await Promise.all(days.map((each) => park(booker, dayIn(each, timeZone), { locationId }, user.userId)))
    expect(answers.map((answer) => answer.json().code ?? answer.status)).toEqual([200, 200, 200, 'outside_booking_window'])
  })
})

it('a bay stays where it was once the day is over there, whatever time it is elsewhere', async () => {
  await awaitSteadyDay(WITHIN_MS, ['UTC', 'Pacific/Pago_Pago', 'Pacific/Kiritimati'])
  const [there, here] = [
    await addCarPark(service, org.id, { timeZone: 'Pacific/Kiritimati' }),
    await addCarPark(service, org.id, { timeZone: 'Pacific/Pago_Pago' }),
  ]
  const day = dayIn(0, 'Pacific/Pago_Pago')
  expect((await park(booker, day, { locationId: there.locationId }, user.userId)).status).toBe(200)
  for (const choice of [{ locationId: here.locationId }, { bayId: here.bayIds[0] }])
    expectProblem(await park(user, day, choice), 'day_in_past')
  expect((await park(user, day, { bayId: there.bayIds[0] })).status).toBe(200)
  expect((await parked('/api/users/me/parking', user)).items).toMatchObject([{ locationId: there.locationId, status: 'booked' }])
  expect((await park(booker, day, { locationId: here.locationId }, user.userId)).status).toBe(200)
})

describe('what is no longer in use', () => {
  const statuses = async () => {
    const { rows } = await query('select day, status from parking_bookings where org_id = $1 order by day')
    return rows.map(({ day, status }) => [day, status])
  }

  it.each([
    ['users', 'user_inactive'],
    ['parking_bays', 'place_inactive'],
    ['locations', 'place_inactive'],
  ] as const)('in %s loses its bookings after today, and takes no new ones', async (table, code) => {
    const { locationId, bayIds } = await addCarPark(service, org.id)
    for (const days of [-1, 0, 1]) await park(booker, dayIn(days), { locationId }, user.userId)
    const id = { users: user.userId, parking_bays: bayIds[0], locations: locationId }[table]
    await changeRow(service.database.db, org.id, table, id, sql`status = 'inactive'`)
    expect(await statuses()).toEqual([
      [dayIn(-1), 'booked'],
      [dayIn(0), 'booked'],
      [dayIn(1), 'cancelled'],
    ])
    expectProblem(await park(booker, dayIn(1), { bayId: bayIds[0] }, user.userId), code)
    expect((await park(booker, dayIn(-2), { bayId: bayIds[0] }, user.userId)).status).toBe(200)
  })

  it('has no free bays', async () => {
    const { locationId } = await addCarPark(service, org.id)
    await query(`update locations set status = 'inactive' where org_id = $1 and id = $2`, locationId)
    expectProblem(await park(user, dayIn(1), { locationId }), 'place_inactive')
    expect((await parked(`/api/locations/${locationId}/free-bays?day=${dayIn(1)}`)).items).toEqual([])
  })

  it('never keeps a booking that was made while it was put out of use', async () => {
    for (let round = 0; round < 10; round++) {
      const { locationId, bayIds } = await addCarPark(service, org.id)
      const [answer] = await Promise.all([
        park(user, dayIn(round), { locationId }),
        changeRow(service.database.db, org.id, 'parking_bays', bayIds[0], sql`status = 'inactive'`),
      ])
      expect([200, 409]).toContain(answer.status)
    }
    const { rows } = await query(
      `select from parking_bookings b join parking_bays p using (org_id) where b.bay_id = p.id and b.org_id = $1
       and b.status = 'booked' and p.status = 'inactive' and b.day > current_date`,
    )
    expect(rows).toEqual([])
  })
})

describe('at once', () => {
  const each = (userIds: string[], body: object) => Promise.all(userIds.map((id) => park(booker, dayIn(1), body, id)))
  const outcomes = (answers: Awaited<ReturnType<typeof each>>) =>
    Object.fromEntries(
      Map.groupBy(answers, (answer) => answer.json().code ?? answer.status)
        .entries()
        .map(([code, all]) => [code, all.length]),
    )

  it('one of 100 who want the same bay gets it', async () => {
    const { bayIds } = await addCarPark(service, org.id)
    const people = await addPeople(service, org.id, 100)
    expect(outcomes(await each(people, { bayId: bayIds[0] }))).toEqual({ 200: 1, bay_taken: 99 })
  })

  it('ten of 100 who want any of ten bays get one each', async () => {
    const { locationId } = await addCarPark(service, org.id, { bays: 10 })
    const people = await addPeople(service, org.id, 100)
    const answers = await each(people, { locationId })
    expect(outcomes(answers)).toEqual({ 200: 10, no_free_bay: 90 })
    const bays = answers.flatMap((answer) => answer.json<{ bayId?: string }>().bayId ?? [])
    expect(new Set(bays).size).toBe(10)
  })

  it('one user who asks for many bays ends with one', async () => {
    const { bayIds } = await addCarPark(service, org.id, { bays: 10 })
    const there = await addCarPark(service, org.id, { bays: 10 })
    const answers = await Promise.all([...bayIds, ...there.bayIds].map((bayId) => park(user, dayIn(1), { bayId })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { rows } = await query(`select id from parking_bookings where org_id = $1 and status = 'booked'`)
    expect(rows).toHaveLength(1)
  })
})

describe('the lists', () => {
  it('are paged completely, by day and id, with each filter', async () => {
    const here = await addCarPark(service, org.id, { bays: 3 })
    const there = await addCarPark(service, org.id, { bays: 3 })
    const people = await addPeople(service, org.id, 5)
    const made: ParkingBookingRow[] = []
    for (const [index, id] of people.entries()) {
      for (const days of [1, 2, 3]) {
        const { locationId } = index < 3 ? here : there
        made.push((await park(booker, dayIn(days), { locationId }, id)).json())
      }
    }
    const position = ({ day, parkingBookingId }: ParkingBookingRow) => `${day} ${parkingBookingId}`
    made.sort((a, b) => (position(a) < position(b) ? -1 : 1))
    const all = async (filters: string) => {
      const items: ParkingBookingRow[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await parked(`/api/parking-bookings?limit=2${filters}${cursor && `&cursor=${cursor}`}`)
        items.push(...page.items)
        cursor = page.nextCursor
      }
      return items
    }
    expect(await all('')).toEqual(made)
    expect(await all(`&locationId=${there.locationId}`)).toEqual(made.filter(({ locationId }) => locationId === there.locationId))
    expect(await all(`&userId=${people[0]}&startDate=${dayIn(2)}`)).toEqual(
      made.filter(({ userId, day }) => userId === people[0] && day >= dayIn(2)),
    )
    expect(await all(`&endDate=${dayIn(1)}&status=booked`)).toEqual(made.filter(({ day }) => day === dayIn(1)))
    expect(await all('&userId=unknown')).toEqual([])
    expect(await all('&status=cancelled')).toEqual([])
  })

  it('show free bays by name, page by page', async () => {
    const { locationId, bayIds } = await addCarPark(service, org.id, { bays: 5 })
    await park(user, dayIn(1), { bayId: bayIds[1] })
    const path = `/api/locations/${locationId}/free-bays?limit=3&day=${dayIn(1).replaceAll('-', '')}`
    const first = await parked(path)
    const second = await parked(`${path}&cursor=${first.nextCursor}`)
    expect([...first.items, ...second.items].map(({ bayName }) => bayName)).toEqual(['P-001', 'P-003', 'P-004', 'P-005'])
    expect(second.nextCursor).toBeNull()
  })
})
