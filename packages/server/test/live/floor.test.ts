import { randomUUID } from 'node:crypto'
import type { ColleagueDay, LiveFloor } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { send } from '../http/support/send.ts'
import { createFloor, type Floor, minutesAgo, submitOccupancy, submitPresence } from './support.ts'

let service: TestService
let floor: Floor
let viewer: SignedIn

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  floor = await createFloor(service)
  viewer = await floor.signIn()
})

const run = (text: string, ...values: unknown[]) => service.database.pool.query(text, values)

const get = async <T>(path: string, { headers }: SignedIn = viewer): Promise<T> => {
  const answer = await send(service.baseUrl, { method: 'GET', path, headers })
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return answer.json<T>()
}
const look = (who: SignedIn = viewer) => get<LiveFloor>(`/api/locations/${floor.ids.berlin}/live-floor`, who)
const hide = (userId: string) =>
  run(`update users set visibility = 'nobody' where org_id = $1 and id = $2`, floor.organization.id, userId)

/** Times are of today by the clock of the building, whatever time it is: it is noon there. */
beforeEach(async () => {
  const shift = 12 - new Date().getUTCHours()
  const zone = shift === 0 ? 'UTC' : `Etc/GMT${shift > 0 ? '-' : '+'}${Math.abs(shift)}`
  await run('update locations set time_zone = $2 where org_id = $1', floor.organization.id, zone)
})

const bookToday = async (userId: string, node: { zone: string; place?: string }) => {
  const { day } = await look()
  const values = [floor.organization.id, userId, day]
  await run(
    `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
     values ($1, $2, $3, 'o', 'day-plan', 'administrator', gen_random_uuid())`,
    ...values,
  )
  await run(
    `insert into bookings (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, command_id)
     values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, 'administrator', gen_random_uuid())`,
    ...[...values, floor.ids.berlin, node.zone, node.place ?? null],
  )
}

describe('the live floor', () => {
  it('names every user who was seen today, where and when last', async () => {
    const { ids } = floor
    await submitPresence(floor, [
      { timestamp: minutesAgo(30), locationId: ids.berlin, locationType: 'location' },
      { timestamp: minutesAgo(10) },
      { userId: ids.grace, timestamp: minutesAgo(5), locationId: ids.room, locationType: 'space' },
    ])
    const { people, presentCount, hiddenCount, day, timeZone } = await look()
    expect([presentCount, hiddenCount, day.length]).toEqual([2, 0, 10])
    expect(timeZone).toMatch(/^(UTC|Etc)/)
    expect(people.map(({ userId, placeId, spaceId, zoneId }) => ({ userId, placeId, spaceId, zoneId }))).toEqual([
      { userId: ids.grace, placeId: null, spaceId: ids.room, zoneId: null },
      { userId: ids.ada, placeId: ids.desk, spaceId: null, zoneId: ids.deskZone },
    ])
    expect(people.map(({ levelId }) => levelId)).toEqual([ids.level, ids.level])
  })

  it('no longer counts who was seen in another building since, nor who was here on another day', async () => {
    const { ids } = floor
    const elsewhere = randomUUID()
    await run(
      `insert into locations (org_id, id, name, time_zone) values ($1, $2, 'Elsewhere', 'UTC')`,
      floor.organization.id,
      elsewhere,
    )
    await submitPresence(floor, [
      { timestamp: minutesAgo(30) },
      { timestamp: minutesAgo(10), locationId: elsewhere, locationType: 'location' },
      { userId: ids.grace, timestamp: minutesAgo(26 * 60) },
    ])
    expect(await look()).toMatchObject({ presentCount: 0, people: [] })
    await submitPresence(floor, [{ timestamp: minutesAgo(1) }])
    expect(await look()).toMatchObject({ presentCount: 1, people: [{ userId: ids.ada }] })
  })

  it('only counts users who are visible to no one, except for themselves and for analysts', async () => {
    const { ids } = floor
    await submitPresence(floor, [{}])
    await hide(ids.ada)
    expect(await look()).toMatchObject({ presentCount: 1, hiddenCount: 1, people: [] })
    for (const who of [await floor.signIn([], ids.ada), await floor.signIn(['analytics-administrator'])]) {
      expect(await look(who)).toMatchObject({ presentCount: 1, hiddenCount: 0, people: [{ userId: ids.ada }] })
    }
    expect(await look(await floor.signIn(['bookings-administrator']))).toMatchObject({ people: [] })
  })

  it('counts seats, bookings of today and what sensors said last', async () => {
    const { ids } = floor
    await bookToday(ids.ada, { zone: ids.deskZone, place: ids.desk })
    await bookToday(ids.grace, { zone: ids.openZone })
    await submitOccupancy(floor, [
      { locationId: ids.desk, locationType: 'place', occupied: false, timestamp: minutesAgo(9) },
      { locationId: ids.desk, locationType: 'place', occupied: true, timestamp: minutesAgo(2) },
      { locationId: ids.ownDesk, locationType: 'place', occupied: false, timestamp: minutesAgo(2) },
      { occupancy: 3, timestamp: minutesAgo(3) },
    ])
    const { bookedCount, zones, desks, spaces } = await look()
    expect(bookedCount).toBe(2)
    expect(zones.find(({ zoneId }) => zoneId === ids.deskZone)).toMatchObject({ booked: 1, occupied: 1 })
    expect(zones.find(({ zoneId }) => zoneId === ids.openZone)).toMatchObject({ seats: 12, booked: 1, occupied: 0 })
    expect(desks).toHaveLength(2)
    expect(desks).toEqual(
      expect.arrayContaining([
        { placeId: ids.desk, isBooked: true, isOccupied: true },
        { placeId: ids.ownDesk, isBooked: false, isOccupied: false },
      ]),
    )
    expect(spaces).toEqual([expect.objectContaining({ spaceId: ids.room, isOccupied: true, occupancy: 3 })])
  })

  it('takes the last of two reports of one moment by their ids, as figures do', async () => {
    const { ids } = floor
    const at = { locationType: 'place', timestamp: minutesAgo(2) }
    await submitOccupancy(floor, [
      { ...at, locationId: ids.desk, eventId: 'desk-1', occupied: true },
      { ...at, locationId: ids.desk, eventId: 'desk-2', occupied: false },
      { ...at, locationId: ids.ownDesk, eventId: 'own-desk-2', occupied: true },
      { ...at, locationId: ids.ownDesk, eventId: 'own-desk-1', occupied: false },
    ])
    const { desks } = await look()
    expect(Object.fromEntries(desks.map(({ placeId, isOccupied }) => [placeId, isOccupied]))).toEqual({
      [ids.desk]: false,
      [ids.ownDesk]: true,
    })
  })

  it('answers many at once the same, and each what was stored before they asked', async () => {
    const before = Array.from({ length: 20 }, () => look())
    await submitPresence(floor, [{}])
    const after = await Promise.all(Array.from({ length: 20 }, () => look()))
    expect(after.map(({ presentCount }) => presentCount)).toEqual(Array(20).fill(1))
    await Promise.all(before)
  })

  it('continues after a failed read', async () => {
    const path = `/api/locations/${randomUUID()}/live-floor`
    const [missing, found] = await Promise.all([send(service.baseUrl, { method: 'GET', path, headers: viewer.headers }), look()])
    expect([missing.status, found.presentCount]).toEqual([404, 0])
    expect(await look()).toMatchObject({ presentCount: 0 })
  })
})

describe('colleagues of a day', () => {
  it('are found by the start of a name, except those who are visible to no one', async () => {
    const { ids } = floor
    await bookToday(ids.ada, { zone: ids.openZone })
    await bookToday(ids.grace, { zone: ids.openZone })
    const { day } = await look()
    const find = async (search: string) =>
      (await get<{ items: ColleagueDay[] }>(`/api/colleague-days?day=${day}&search=${search}`)).items.map(({ userId }) => userId)
    expect(await find('BYR')).toEqual([ids.ada])
    expect(await find('grace')).toEqual([ids.grace])
    expect([await find('yron'), await find('%25')]).toEqual([[], []])
    await hide(ids.ada)
    expect(await find('byr')).toEqual([])
  })
})

describe('workplace events', () => {
  it('show who organizes them', async () => {
    const { ids } = floor
    await run(
      `insert into workplace_events (org_id, id, name, starts_at, ends_at, location_id, organizer_user_id, is_private)
       values ($1, gen_random_uuid(), 'Lunch', now(), now() + interval '1 hour', $2, $3, false),
         ($1, gen_random_uuid(), 'Dinner', now() + interval '1 hour', now() + interval '2 hours', $2, $4, false),
         ($1, gen_random_uuid(), 'Coffee', now() + interval '2 hours', now() + interval '3 hours', $2, null, false)`,
      ...[floor.organization.id, ids.berlin, ids.ada, ids.grace],
    )
    const { items } = await get<{ items: { organizerName: string | null }[] }>('/api/events')
    expect(items.map(({ organizerName }) => organizerName)).toEqual([
      'Ada Byron',
      expect.stringMatching(/^grace\..*@example.com$/),
      null,
    ])
  })
})
