import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bench, type Office, openOffice, shareBench } from './support.ts'

let bench: Bench
let office: Office
let home: string
let other: string
let user: string

const DAY = '2026-03-02'
const MORNING = '2026-03-02T08:00:00.000Z'
const NOON = '2026-03-02T12:00:00.000Z'
const EVENING = '2026-03-02T18:00:00.000Z'

beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openOffice(bench)
  home = await office.addLocation('UTC', { from: '2026-01-01' })
  other = await office.addLocation('UTC')
  user = await office.addUser(home)
})

describe('each row of the table of attendance', () => {
  it('office, seen in the planned location: confirmed', async () => {
    await office.plan(user, DAY, 'o')
    await office.see(user, home, NOON, MORNING, EVENING)
    expect(await office.rowOf(user, DAY)).toMatchObject({
      ...{ userId: user, day: DAY, plan: 'o', planOrigin: 'directory', plannedLocationId: home, attendanceType: 'confirmed' },
      ...{ attendanceLocationId: home, firstSeenAt: new Date(MORNING), lastSeenAt: new Date(EVENING), locationId: home },
      ...{ bookingId: null, bookingDepth: null, bookingLocationId: null, bookingZoneId: null, bookingPlaceId: null },
    })
  })

  it('office, not seen, where the location reports presence: noShow', async () => {
    await office.plan(user, DAY, 'o')
    expect(await office.rowOf(user, DAY)).toMatchObject({
      ...{
        plan: 'o',
        attendanceType: 'noShow',
        attendanceLocationId: null,
        firstSeenAt: null,
        lastSeenAt: null,
        locationId: home,
      },
    })
  })

  it('office, not seen, where the location does not report presence: unconfirmed', async () => {
    await office.plan(user, DAY, 'o', other)
    expect(await office.rowOf(user, DAY)).toMatchObject({ attendanceType: 'unconfirmed', plannedLocationId: other })
  })

  it('office, seen only in another location: walkIn there', async () => {
    await office.plan(user, DAY, 'o')
    await office.see(user, other, NOON)
    expect(await office.rowOf(user, DAY)).toMatchObject({
      ...{ attendanceType: 'walkIn', plannedLocationId: home, attendanceLocationId: other, locationId: other },
      firstSeenAt: new Date(NOON),
    })
  })

  it.each(['r', 'a'] as const)('%s, seen anywhere: walkIn', async (what) => {
    await office.plan(user, DAY, what)
    await office.see(user, home, NOON)
    expect(await office.rowOf(user, DAY)).toMatchObject({
      ...{ plan: what, plannedLocationId: null, attendanceType: 'walkIn', attendanceLocationId: home },
    })
  })

  it('no plan, seen anywhere: walkIn', async () => {
    await office.see(user, other, NOON)
    expect(await office.rowOf(user, DAY)).toMatchObject({
      ...{ plan: null, planOrigin: null, plannedLocationId: null, attendanceType: 'walkIn', locationId: other },
    })
  })

  it.each(['r', 'a'] as const)('%s, not seen: a row without attendance', async (what) => {
    await office.plan(user, DAY, what)
    expect(await office.rowOf(user, DAY)).toMatchObject({ plan: what, attendanceType: null, locationId: home })
  })

  it('neither plan nor presence: no row', async () => {
    expect(await office.rowOf(user, DAY)).toBeUndefined()
  })
})

describe('the planned location', () => {
  it('is that of the booking before that of the plan before the primary one', async () => {
    const third = await office.addLocation()
    await office.plan(user, DAY, 'o', other)
    expect(await office.rowOf(user, DAY)).toMatchObject({ plannedLocationId: other })
    const booking = await office.book(user, DAY, third)
    expect(await office.rowOf(user, DAY)).toMatchObject({
      ...{ plannedLocationId: third, bookingId: booking, bookingDepth: 1, bookingLocationId: third, locationId: third },
    })
    await office.see(user, other, NOON)
    expect(await office.rowOf(user, DAY)).toMatchObject({
      ...{ attendanceType: 'walkIn', attendanceLocationId: other, locationId: third },
    })
  })

  it('of a user without any is none: unconfirmed when not seen, walkIn when seen', async () => {
    const homeless = await office.addUser()
    await office.plan(homeless, DAY, 'o')
    expect(await office.rowOf(homeless, DAY)).toMatchObject({
      ...{ plannedLocationId: null, attendanceType: 'unconfirmed', locationId: null },
    })
    await office.see(homeless, home, NOON)
    expect(await office.rowOf(homeless, DAY)).toMatchObject({ attendanceType: 'walkIn', locationId: home })
  })

  it('is not changed by a canceled booking', async () => {
    await office.plan(user, DAY, 'o')
    const booking = await office.book(user, DAY, other)
    await office.pool.query(
      `update bookings set status = 'cancelled', changed_by = 'user', command_id = gen_random_uuid() where id = $1`,
      [booking],
    )
    expect(await office.rowOf(user, DAY)).toMatchObject({ plannedLocationId: home, bookingId: null, locationId: home })
  })

  it('of a live booking without a plan makes an office day', async () => {
    const client = await office.pool.connect()
    try {
      // Files that were imported before plans were required left such rows.
      await client.query('set session_replication_role = replica')
      await client.query(
        `insert into bookings (org_id, id, user_id, day, location_id, changed_by, command_id)
         values ($1, gen_random_uuid(), $2, $3, $4, 'directory', gen_random_uuid())`,
        [office.orgId, user, DAY, home],
      )
      await client.query('set session_replication_role = origin')
    } finally {
      client.release()
    }
    expect(await office.rowOf(user, DAY)).toMatchObject({
      ...{ plan: 'o', planOrigin: null, plannedLocationId: home, attendanceType: 'noShow' },
    })
  })

  it('is reported by depth: a zone 2, a place 3', async () => {
    const { orgId, pool } = office
    const ids = { level: crypto.randomUUID(), zone: crypto.randomUUID(), place: crypto.randomUUID() }
    await pool.query(`insert into levels (org_id, id, location_id, name) values ($1, $2, $3, 'L')`, [orgId, ids.level, home])
    await pool.query(`insert into zones (org_id, id, level_id, name, kind) values ($1, $2, $3, 'Z', 'individual')`, [
      ...[orgId, ids.zone, ids.level],
    ])
    await pool.query(`insert into places (org_id, id, zone_id, name) values ($1, $2, $3, 'P')`, [orgId, ids.place, ids.zone])
    await office.plan(user, DAY, 'o')
    const booking = await office.book(user, DAY, home)
    const move = (zone: string | null, place: string | null) =>
      pool.query('update bookings set zone_id = $2, place_id = $3, command_id = gen_random_uuid() where id = $1', [
        ...[booking, zone, place],
      ])
    await move(ids.zone, null)
    expect(await office.rowOf(user, DAY)).toMatchObject({ bookingDepth: 2, bookingZoneId: ids.zone, bookingPlaceId: null })
    await move(ids.zone, ids.place)
    expect(await office.rowOf(user, DAY)).toMatchObject({ bookingDepth: 3, bookingZoneId: ids.zone, bookingPlaceId: ids.place })
  })
})

describe('of several locations on one day', () => {
  it('the planned one counts, whenever it was seen, with its own times', async () => {
    await office.plan(user, DAY, 'o')
    await office.see(user, other, MORNING, EVENING)
    await office.see(user, home, NOON)
    expect(await office.rowOf(user, DAY)).toMatchObject({
      ...{ attendanceType: 'confirmed', attendanceLocationId: home, firstSeenAt: new Date(NOON), lastSeenAt: new Date(NOON) },
    })
  })

  it('else the one seen first, also when its event came last', async () => {
    const third = await office.addLocation()
    await office.plan(user, DAY, 'r')
    await office.see(user, other, NOON)
    await office.see(user, home, EVENING)
    await office.see(user, third, MORNING)
    expect(await office.rowOf(user, DAY)).toMatchObject({ attendanceType: 'walkIn', attendanceLocationId: third })
  })

  it('at the same moment the smaller id counts', async () => {
    await office.see(user, other, NOON)
    await office.see(user, home, NOON)
    expect(await office.rowOf(user, DAY)).toMatchObject({ attendanceLocationId: [home, other].sort()[0] })
  })
})
