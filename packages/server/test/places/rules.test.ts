import { randomUUID } from 'node:crypto'
import { ADMINISTRATOR_ROLES } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { addBuilding, type Json, type Organization, setUp } from './support.ts'

let service: TestService
let organization: Organization
let building: Awaited<ReturnType<typeof addBuilding>>

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  organization = await setUp(service)
  building = await addBuilding(organization)
})

const change = (path: string, body: Json) => organization.call('PATCH', path, body)
const pointers = (answer: Awaited<ReturnType<typeof change>>) =>
  expectProblem(answer, 'invalid_body').errors?.map(({ pointer }) => pointer)

describe('a location', () => {
  const own = () => `/api/locations/${building.locationId}`

  it('has the settings that were given, and is given others by default', async () => {
    expect(await organization.ask('GET', own())).toMatchObject({
      address: null,
      bookingHorizonDays: 14,
      bookingWindowDays: 28,
      administratorWindowDays: 365,
      refreshHour: 3,
      dayStartHour: 0,
      presenceFrom: null,
      presenceUntil: null,
    })
    const settings = { bookingHorizonDays: 0, bookingWindowDays: 550, administratorWindowDays: 1100, refreshHour: 23 }
    const days = { presenceFrom: '2026-01-05T23:00:00Z', presenceUntil: '2026-01-05' }
    const changed = await organization.ask('PATCH', own(), { ...settings, ...days, address: 'Somewhere 1' })
    expect(changed).toMatchObject({
      ...settings,
      presenceFrom: '2026-01-05',
      presenceUntil: '2026-01-05',
      address: 'Somewhere 1',
    })
    const cleared = await organization.ask('PATCH', own(), { presenceFrom: null, presenceUntil: null, address: '' })
    expect(cleared).toMatchObject({ ...settings, presenceFrom: null, presenceUntil: null, address: null })
  })

  it.each([
    ['bookingHorizonDays', 0, 90],
    ['bookingWindowDays', 0, 550],
    ['administratorWindowDays', 0, 1100],
    ['refreshHour', 0, 23],
    ['dayStartHour', 0, 6],
  ])('has %s from %i to %i', async (field, least, most) => {
    for (const value of [least, most])
      expect(await organization.ask('PATCH', own(), { [field]: value })).toMatchObject({ [field]: value })
    for (const value of [least - 1, most + 1, 1.5, null, '3'])
      expect(pointers(await change(own(), { [field]: value }))).toEqual([`/${field}`])
  })

  it('takes only time zones that are in the IANA database', async () => {
    const good = ['Pacific/Kiritimati', 'America/Argentina/Buenos_Aires', 'UTC', 'Asia/Kolkata']
    for (const timeZone of good) expect((await organization.ask('PATCH', own(), { timeZone })).timeZone).toBe(timeZone)
    expect((await organization.ask('PATCH', own(), { timeZone: 'europe/BERLIN' })).timeZone).toBe('Europe/Berlin')
    const bad = ['Mars/Olympus', '+02:00', '', 'Europe/Berlin ', 'Foo5Bar', 'EST5EDT4,M3.2.0', 'a'.repeat(101)]
    for (const timeZone of bad) {
      expect(pointers(await change(own(), { timeZone })), timeZone).toEqual(['/timeZone'])
      const created = await organization.call('POST', '/api/locations', { locationName: 'X', timeZone })
      expect(pointers(created), timeZone).toEqual(['/timeZone'])
    }
  })

  it('reports presence until no day before it began', async () => {
    await organization.ask('PATCH', own(), { presenceFrom: '2026-03-02' })
    expect(pointers(await change(own(), { presenceUntil: '2026-03-01' }))).toEqual(['/presenceUntil'])
    expect(pointers(await change(own(), { presenceFrom: '2026-02-30' }))).toEqual(['/presenceFrom'])
    expect(await organization.ask('PATCH', own(), { presenceUntil: '2026-03-02' })).toMatchObject({ presenceUntil: '2026-03-02' })
  })

  it('is identified by its exact name', async () => {
    expect((await organization.call('POST', '/api/locations', { locationName: 'berlin', timeZone: 'UTC' })).status).toBe(201)
  })
})

describe('a zone', () => {
  it('that is a neighborhood has a capacity', async () => {
    const body = { zoneName: 'East', zoneType: 'neighborhood', levelId: building.levelId }
    expect(pointers(await organization.call('POST', '/api/zones', body))).toEqual(['/capacity'])
    expect(pointers(await change(`/api/zones/${building.openZone}`, { capacity: null }))).toEqual(['/capacity'])
    expect(pointers(await change(`/api/zones/${building.deskZone}`, { zoneType: 'neighborhood' }))).toEqual(['/capacity'])
    for (const capacity of [-1, 100_001, 1.5]) {
      expect(pointers(await change(`/api/zones/${building.openZone}`, { capacity }))).toEqual(['/capacity'])
    }
    for (const capacity of [0, 100_000]) {
      expect(await organization.ask('PATCH', `/api/zones/${building.openZone}`, { capacity })).toMatchObject({ capacity })
    }
    const changed = { zoneType: 'neighborhood', capacity: 4, isOverflow: true }
    expect(await organization.ask('PATCH', `/api/zones/${building.deskZone}`, changed)).toMatchObject(changed)
  })

  it('keeps the capacity that is booked', async () => {
    const { pool } = service.database
    const zone = `/api/zones/${building.openZone}`
    await organization.ask('PATCH', zone, { capacity: 2 })
    for (let person = 0; person < 2; person++) {
      const { userId } = await service.signIn(organization.orgId)
      await pool.query(
        `insert into day_plans (org_id, user_id, day, plan, changed_by, command_id, origin)
         values ($1, $2, current_date + 2, 'o', 'directory', gen_random_uuid(), 'day-plan')`,
        [organization.orgId, userId],
      )
      await pool.query(
        `insert into bookings (org_id, id, user_id, day, location_id, zone_id, changed_by, command_id)
         values ($1, gen_random_uuid(), $2, current_date + 2, $3, $4, 'directory', gen_random_uuid())`,
        [organization.orgId, userId, building.locationId, building.openZone],
      )
    }
    expectProblem(await change(zone, { capacity: 1 }), 'zone_capacity_in_use')
    expectProblem(await change(zone, { zoneType: 'individual' }), 'zone_kind_in_use')
    expect(await organization.ask('PATCH', zone, { capacity: 2, status: 'inactive' })).toMatchObject({ capacity: 2 })
    const { rows } = await pool.query(`select status from bookings where org_id = $1`, [organization.orgId])
    expect(rows).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }])
    expect(await organization.ask('PATCH', zone, { capacity: 1 })).toMatchObject({ capacity: 1 })
    expect(await organization.ask('PATCH', zone, { zoneType: 'individual' })).toMatchObject({ zoneType: 'individual' })
  })
})

describe('a desk', () => {
  const add = (fields: Json) =>
    organization.call('POST', '/api/places', { placeName: 'D-1', zoneId: building.deskZone, ...fields })
  const person = async () => (await service.signIn(organization.orgId)).userId

  it('is assigned to active users of the organization, and unassigned again', async () => {
    const [assignedUserId, leaver] = [await person(), await person()]
    await organization.ask('PATCH', `/api/users/${leaver}`, { status: 'inactive' })
    const { userId: stranger } = await service.signIn((await service.createOrganization()).id)
    for (const [unknown, code] of [
      [leaver, 'user_inactive'],
      [stranger, 'entity_not_found'],
      [randomUUID(), 'entity_not_found'],
    ] as const) {
      expect(expectProblem(await add({ assignedUserId: unknown }), code).detail).toContain('assignedUserId')
    }
    const { placeId } = (await add({ assignedUserId })).json<Json>()
    expect(await organization.all(`/api/places?assignedUserId=${assignedUserId}`)).toMatchObject([{ placeId, assignedUserId }])
    expectProblem(await change(`/api/places/${placeId}`, { assignedUserId: leaver }), 'user_inactive')
    expect(await organization.ask('PATCH', `/api/places/${placeId}`, { x: 1 })).toMatchObject({ assignedUserId, x: 1 })
    expect(await organization.ask('PATCH', `/api/places/${placeId}`, { assignedUserId: null })).toMatchObject({
      assignedUserId: null,
    })
  })

  it('shows whose it is only to administrators, keys and its assignee, for every request', async () => {
    const [assignee, colleague] = [await service.signIn(organization.orgId), await service.signIn(organization.orgId)]
    const assignedUserId = assignee.userId
    const { placeId } = (await add({ assignedUserId })).json<Json>()
    const ask = async (path: string, by: SignedIn) => (await organization.call('GET', path, undefined, by)).json<Json>()
    const ofUser = async (by: SignedIn, id = assignedUserId) => (await ask(`/api/places?assignedUserId=${id}`, by)).items
    const administrators = ADMINISTRATOR_ROLES.map((role) => service.signIn(organization.orgId, [role]))
    for (const by of [...(await Promise.all(administrators)), assignee]) {
      const shown = { placeId, assignedUserId }
      expect(await ask(`/api/places/${placeId}`, by)).toMatchObject(shown)
      expect(await ask('/api/places', by)).toMatchObject({ items: [shown] })
      expect(await ofUser(by)).toMatchObject([shown])
    }
    expect(await ofUser(assignee, assignedUserId.toUpperCase())).toHaveLength(1)
    expect(await ask(`/api/places/${placeId}`, colleague)).toMatchObject({ placeId, assignedUserId: null })
    expect(await ask('/api/places', colleague)).toMatchObject({ items: [{ placeId, assignedUserId: null }] })
    expect(await ofUser(colleague)).toEqual([])
  })

  it('is not assigned to a user who leaves at the same moment', async () => {
    const { placeId } = (await add({})).json<Json>()
    for (let round = 0; round < 10; round++) {
      const leaver = await person()
      const [assigned, left] = await Promise.all([
        change(`/api/places/${placeId}`, { assignedUserId: leaver }),
        change(`/api/users/${leaver}`, { status: 'inactive' }),
      ])
      expect(left.status).toBe(200)
      if (assigned.status !== 200) expectProblem(assigned, 'user_inactive')
    }
  })

  it('is within 100 km of the origin of the floor plan', async () => {
    const { placeId } = (await add({ x: -100_000, y: 100_000 })).json<Json>()
    for (const field of ['x', 'y']) {
      for (const value of [-100_000.5, 100_001, '1']) {
        expect(pointers(await change(`/api/places/${placeId}`, { [field]: value }))).toEqual([`/${field}`])
      }
      expect(await organization.ask('PATCH', `/api/places/${placeId}`, { [field]: null })).toMatchObject({ [field]: null })
    }
  })
})

describe('positions of a level', () => {
  const put = (positions: unknown, levelId = building.levelId) =>
    organization.call('PUT', `/api/levels/${levelId}/positions`, { positions })
  const addDesks = async (count: number, zoneId: string): Promise<string[]> => {
    const { rows } = await service.database.pool.query<{ id: string }>(
      `insert into places (org_id, id, zone_id, name)
       select $1, gen_random_uuid(), $2, 'D-' || n from generate_series(1, $3) n returning id`,
      [organization.orgId, zoneId, count],
    )
    return rows.map(({ id }) => id)
  }
  const stored = async () => (await organization.all('/api/places')).map(({ placeId, x, y }) => ({ placeId, x, y }))

  it('are set for a thousand desks in one call, and for not one more', async () => {
    const desks = await addDesks(1001, building.deskZone)
    const positions = desks.slice(0, 1000).map((placeId, index) => ({ placeId, x: index, y: index / 2 }))
    expect((await put(positions)).status).toBe(200)
    expect(await stored()).toEqual(expect.arrayContaining([...positions, { placeId: desks[1000], x: null, y: null }]))
    expect(pointers(await put([...positions, { placeId: desks[1000], x: 0, y: 0 }]))).toEqual(['/positions'])
    expect(pointers(await put([]))).toEqual(['/positions'])
  })

  it('are stored all or none', async () => {
    const elsewhere = await addBuilding(organization, 'Other')
    const [desk, second] = (await addDesks(2, building.deskZone)) as [string, string]
    const [foreign] = (await addDesks(1, elsewhere.deskZone)) as [string]
    const at = (placeId: string) => ({ placeId, x: 1, y: 2 })
    for (const unknown of [foreign, randomUUID()]) {
      const { detail } = expectProblem(await put([at(desk), at(unknown)]), 'entity_not_found')
      expect(detail).toContain('positions/1/placeId')
    }
    expect(pointers(await put([at(desk), at(second), at(desk.toUpperCase())]))).toEqual(['/positions/2/placeId'])
    expect(pointers(await put([at(desk), { placeId: second, x: 100_001, y: 0 }]))).toEqual(['/positions/1/x'])
    expect((await stored()).filter(({ x }) => x !== null)).toEqual([])
    expectProblem(await put([at(foreign)], randomUUID()), 'entity_not_found')
  })

  it('of two calls at once end as one of them says, without a deadlock', async () => {
    const desks = await addDesks(200, building.deskZone)
    const calls = Array.from({ length: 8 }, (_, call) => {
      const order = call % 2 === 0 ? desks : [...desks].reverse()
      return put(order.map((placeId) => ({ placeId, x: call, y: call })))
    })
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200))
    expect(new Set((await stored()).map(({ x }) => x)).size).toBe(1)
  })
})
