import { randomUUID } from 'node:crypto'
import type { UserAction } from '@rollcall/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { changeRow } from '../bookings/support.ts'
import { changedBy } from '../day-changes/support.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { addColleague, addOffice, dayFromToday, type Office } from '../planning/support.ts'
import { type Json, type Organization, setUp } from './support.ts'

let service: TestService
let organization: Organization
let office: Office
let ada: SignedIn
let booker: SignedIn
/** A zone on another level of the building. */
let attic: string

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
let [past, today, tomorrow] = ['', '', '']
beforeEach(async () => {
  organization = await setUp(service)
  office = await addOffice(service, organization.orgId)
  ;[past, today, tomorrow] = [dayFromToday(-7), dayFromToday(0), dayFromToday(1)]
  ada = await addColleague(service, organization.orgId, office)
  booker = await addColleague(service, organization.orgId, office, ['bookings-administrator'])
  const { ask } = organization
  const { levelId } = await ask('POST', '/api/levels', { levelName: 'Level 2', locationId: office.locationId })
  attic = (await ask('POST', '/api/zones', { levelId, zoneName: 'Attic', zoneType: 'individual' })).zoneId as string
})

const desk = () => office.deskIds[0] as string
const query = async <R extends Json>(text: string, ...values: unknown[]): Promise<R[]> =>
  (await service.database.pool.query(text, [organization.orgId, ...values])).rows as R[]
const book = async (day: string) => {
  const path = `/api/users/${ada.userId}/days/${day}/booking`
  const answer = await organization.call('PUT', path, { placeId: desk() }, booker)
  expect(answer.status, answer.text).toBe(200)
}
const bookings = () =>
  query<{ day: string; zone: string; status: string }>(
    'select day, zone_id as zone, status from bookings where org_id = $1 and place_id = $2 order by day, status',
    desk(),
  )
const move = (zoneId: string) => organization.call('PATCH', `/api/places/${desk()}`, { zoneId })
/** Everything until now was 30 days ago. */
const pass = () => query('update desk_history set valid_from = valid_from - 30, valid_to = valid_to - 30 where org_id = $1')

describe('a desk that moves to another level', () => {
  it('takes its bookings of today and later along, and leaves the past where it was', async () => {
    for (const day of [past, today, tomorrow]) await book(day)
    await pass()
    const changed = await changedBy(service.database.db, organization.orgId, async () => {
      expect((await move(attic)).json<Json>()).toMatchObject({ zoneId: attic, zoneName: 'Attic', levelName: 'Level 2' })
    })
    expect(await bookings()).toEqual([
      { day: past, zone: office.deskZoneId, status: 'booked' },
      { day: today, zone: attic, status: 'booked' },
      { day: tomorrow, zone: attic, status: 'booked' },
    ])
    // Only days whose bookings moved are to be published again.
    expect(changed).toEqual([`plans ${today}`, `plans ${tomorrow}`])
    const log = await query<{ day: string; changed_by: UserAction['changedBy']; reason: string; changed_by_user_id: string }>(
      `select day, changed_by, reason, changed_by_user_id from user_actions where org_id = $1 and action = 'moved' order by day`,
    )
    const moved = { changed_by: 'directory', reason: 'desk moved', changed_by_user_id: organization.workplaceAdmin.userId }
    expect(log).toEqual([today, tomorrow].map((day) => ({ day, ...moved })))
    const counters = await query('select day, zone_id as zone, taken from zone_days where org_id = $1 and taken > 0 order by day')
    expect(counters).toEqual([
      { day: past, zone: office.deskZoneId, taken: 1 },
      { day: today, zone: attic, taken: 1 },
      { day: tomorrow, zone: attic, taken: 1 },
    ])
  })

  it('is booked for a past day where it was then, and for today where it is', async () => {
    await pass()
    await move(attic)
    for (const day of [past, today]) await book(day)
    expect(await bookings()).toEqual([
      { day: past, zone: office.deskZoneId, status: 'booked' },
      { day: today, zone: attic, status: 'booked' },
    ])
    await expect(
      query('update bookings set zone_id = $2, command_id = gen_random_uuid() where org_id = $1', attic),
    ).rejects.toThrow('is not allowed')
  })

  it('counts as changed, whatever else it keeps', async () => {
    const path = `/api/places/${desk()}`
    const before = await organization.ask('GET', path)
    await move(attic)
    const after = await organization.ask('GET', path)
    expect(Date.parse(after.updatedAt as string)).toBeGreaterThan(Date.parse(before.updatedAt as string))
    expect(after).toMatchObject({ placeId: desk(), placeName: before.placeName, locationId: office.locationId, status: 'active' })
  })
})

it.each([
  ['a neighborhood', async () => office.openZoneId],
  [
    'a zone out of service',
    async () => {
      await organization.ask('PATCH', `/api/zones/${attic}`, { status: 'inactive' })
      return attic
    },
  ],
])('a desk that moves into %s loses its bookings after today', async (_, zone) => {
  for (const day of [past, today, tomorrow]) await book(day)
  expect((await move(await zone())).status).toBe(200)
  expect(await bookings()).toEqual([
    { day: past, zone: office.deskZoneId, status: 'booked' },
    { day: today, zone: office.deskZoneId, status: 'booked' },
    { day: tomorrow, zone: office.deskZoneId, status: 'cancelled' },
  ])
})

it('a desk that goes out of service as it moves keeps its booking of today where it was', async () => {
  for (const day of [today, tomorrow]) await book(day)
  const answer = await organization.call('PATCH', `/api/places/${desk()}`, { zoneId: attic, status: 'inactive' })
  expect(answer.status, answer.text).toBe(200)
  expect(await bookings()).toEqual([
    { day: today, zone: office.deskZoneId, status: 'booked' },
    { day: tomorrow, zone: office.deskZoneId, status: 'cancelled' },
  ])
  expect((await move(office.deskZoneId)).status).toBe(200)
  expect((await move(attic)).status).toBe(200)
})

it('a desk moves although its user of today has left, whose booking stays where it was', async () => {
  await book(today)
  await changeRow(service.database.db, organization.orgId, 'users', ada.userId, sql`status = 'inactive'`)
  const answer = await move(attic)
  expect(answer.status, answer.text).toBe(200)
  expect(await bookings()).toEqual([{ day: today, zone: office.deskZoneId, status: 'booked' }])
})

it('a desk moves to no other building, no unknown zone, and no zone that has a desk of its name', async () => {
  const elsewhere = await addOffice(service, organization.orgId)
  const { errors } = expectProblem(await move(elsewhere.deskZoneId), 'invalid_body')
  expect(errors?.map(({ pointer }) => pointer)).toEqual(['/zoneId'])
  expectProblem(await move(randomUUID()), 'entity_not_found')
  const { placeName } = await organization.ask('GET', `/api/places/${desk()}`)
  await organization.ask('POST', '/api/places', { placeName, zoneId: attic })
  expectProblem(await move(attic), 'name_taken')
  expect((await organization.ask('GET', `/api/places/${desk()}`)).zoneId).toBe(office.deskZoneId)
})

/** Moves the desk, and commits only when the work waits for it; returns what the work answers. */
const duringMove = async <T>(zoneId: string, work: () => Promise<T>): Promise<T> => {
  const { pool } = service.database
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('update places set zone_id = $3 where org_id = $1 and id = $2', [organization.orgId, desk(), zoneId])
    const working = work()
    const waiting = 'select from pg_stat_activity where datname = current_database() and $1 = any (pg_blocking_pids(pid))'
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await expect.poll(async () => (await pool.query(waiting, [rows[0]?.pid])).rowCount).toBe(1)
    await client.query('commit')
    return await working
  } finally {
    client.release()
  }
}

describe('a desk that moves while it is booked', () => {
  const path = () => `/api/users/${ada.userId}/days/${tomorrow}/booking`

  it('is booked where it is afterwards', async () => {
    const answer = await duringMove(attic, () => organization.call('PUT', path(), { placeId: desk() }, booker))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.json<Json>()).toMatchObject({ booking: { placeId: desk(), zoneId: attic, zoneName: 'Attic' } })
    expect(await bookings()).toEqual([{ day: tomorrow, zone: attic, status: 'booked' }])
  })

  it('is not booked in a neighborhood, and the answer says what to do', async () => {
    const answer = await duringMove(office.openZoneId, () => organization.call('PUT', path(), { placeId: desk() }, booker))
    expect(expectProblem(answer, 'invalid_request').detail).toBe(
      'Desks of a neighborhood are not booked one by one: book the zone.',
    )
    expect(await bookings()).toEqual([])
  })

  it('is swapped where it is afterwards', async () => {
    const [userId, otherUserId] = [ada.userId, booker.userId]
    const otherPlaceId = office.deskIds[1] as string
    await book(tomorrow)
    const other = `/api/users/${otherUserId}/days/${tomorrow}/booking`
    expect((await organization.call('PUT', other, { placeId: otherPlaceId }, booker)).status).toBe(200)
    const swap = { day: tomorrow, userId, placeId: desk(), otherUserId, otherPlaceId }
    const answer = await duringMove(attic, () => organization.call('POST', '/api/desk-swaps', swap, booker))
    expect(answer.status, answer.text).toBe(200)
    expect((await bookings()).filter(({ status }) => status === 'booked')).toEqual([
      { day: tomorrow, zone: attic, status: 'booked' },
    ])
  })
})

it('bookings and moves at the same time leave every booking at the place of its desk', async () => {
  const days = Array.from({ length: 4 }, (_, ahead) => dayFromToday(ahead))
  const answers = await Promise.all([
    ...days.map((day) => organization.call('PUT', `/api/users/${ada.userId}/days/${day}/booking`, { placeId: desk() }, booker)),
    move(attic),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await bookings()).toEqual(days.map((day) => ({ day, zone: attic, status: 'booked' })))
})
