import type { ParkingBookingRow } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { addCarPark, addPeople, readAsKey } from './support.ts'

let service: TestService
let org: TestOrganization
let locationId: string
let bayIds: string[]
let userId: string

const DAYS = ['2026-01-01', '2026-01-15', '2026-01-31', '2026-02-01']

beforeAll(async () => {
  service = await shareTestService()
  org = await service.createOrganization()
  ;({ locationId, bayIds } = await addCarPark(service, org.id))
  userId = (await addPeople(service, org.id, 1))[0] as string
  await service.database.pool.query(
    `insert into parking_bookings (org_id, id, user_id, day, location_id, bay_id, status, changed_by, created_at, updated_at)
     select $1, gen_random_uuid(), $2, day, $3, $4, status, 'directory', '2025-12-01T08:00:00Z', '2025-12-02T08:00:00Z'
     from unnest($5::date[]) day, unnest(array['cancelled', 'booked']) status`,
    [org.id, userId, locationId, bayIds[0], DAYS],
  )
})
afterAll(() => service?.[Symbol.asyncDispose]())

const read = (query: string, headers = {}) => readAsKey(service, org, `/v1/parking-bookings/basic?${query}`, headers)
const days = async (query: string) => (await read(query)).json<ParkingBookingRow[]>().map(({ day }) => day)

describe('GET /v1/parking-bookings', () => {
  it('returns whole rows, canceled ones too, by day and id', async () => {
    const answer = await read('startDate=2026-01-15&endDate=20260131')
    const rows = answer.json<ParkingBookingRow[]>()
    expect(answer.headers['warehouse-row-count']).toBe('4')
    expect(rows.map(({ day, parkingBookingId }) => `${day} ${parkingBookingId}`)).toEqual(
      rows.map(({ day, parkingBookingId }) => `${day} ${parkingBookingId}`).sort(),
    )
    expect(rows.map(({ status }) => status).sort()).toEqual(['booked', 'booked', 'cancelled', 'cancelled'])
    expect(rows[0]).toEqual({
      parkingBookingId: expect.any(String),
      userId,
      userName: userId,
      day: '2026-01-15',
      locationId,
      locationName: `Building ${locationId}`,
      bayId: bayIds[0],
      bayName: 'P-001',
      status: expect.any(String),
      createdAt: '2025-12-01T08:00:00.000Z',
      updatedAt: expect.stringMatching(/Z$/),
    })
  })

  it('takes 30 days after the first, both ends inclusive, and no day more', async () => {
    expect([...new Set(await days('startDate=2026-01-01&endDate=2026-01-31'))]).toEqual(DAYS.slice(0, 3))
    const { detail } = expectProblem(await read('startDate=2026-01-01&endDate=2026-02-01'), 'range_too_large')
    expect(detail).toContain('startDate=2026-01-01&endDate=2026-01-31')
  })

  it.each([
    ['endDate=2026-01-31', '/startDate'],
    ['startDate=2026-01-31', '/endDate'],
    ['startDate=2026-02-30&endDate=2026-03-01', '/startDate'],
    ['startDate=2026-1-5&endDate=2026-03-01', '/startDate'],
    ['startDate=today&endDate=2026-03-01', '/startDate'],
    ['startDate=2026-01-05&endDate=2026-01-04', '/endDate'],
    ['startDate=2026-01-05&endDate=', '/endDate'],
  ])('refuses %s and points to %s', async (query, pointer) => {
    const { errors } = expectProblem(await read(query), 'invalid_parameter')
    expect(errors?.map((fault) => fault.pointer)).toEqual([pointer])
  })

  it('refuses a misspelled parameter', async () => {
    const { errors } = expectProblem(await read('startdate=2026-01-05&endDate=2026-01-06'), 'unknown_parameter')
    expect(errors?.[0]?.message).toContain('Did you mean startDate?')
  })

  it('is cut to a building, of which an unknown one has none', async () => {
    const range = 'startDate=2026-01-15&endDate=2026-01-15'
    expect(await days(`${range}&locationId=${locationId.toUpperCase()}`)).toHaveLength(2)
    expect(await days(`${range}&locationId=${bayIds[0]}`)).toEqual([])
    expect(await days(`${range}&locationId=no-id`)).toEqual([])
  })

  it('answers 304 until a booking, its bay, its user or its building changes, as updatedAt says', async () => {
    const range = 'startDate=2026-01-15&endDate=2026-01-15'
    for (const [table, name] of [
      ['parking_bookings', undefined],
      ['parking_bays', 'name'],
      ['users', 'user_name'],
      ['locations', 'name'],
    ]) {
      const before = await read(range)
      const ifChanged = { 'if-none-match': before.headers.etag }
      expect((await read(range, ifChanged)).status).toBe(304)
      const renames = name ? `, ${name} = ${name} || ' renamed'` : ''
      await service.database.pool.query(`update ${table} set updated_at = now()${renames} where org_id = $1`, [org.id])
      const after = await read(range, ifChanged)
      expect(after.status).toBe(200)
      const [was = '', is = ''] = [before, after].map((answer) => answer.json<ParkingBookingRow[]>()[0]?.updatedAt)
      expect(is > was, `${table}: ${is} after ${was}`).toBe(true)
    }
  })

  it('takes the ETag of other days, or of another building, for no proof', async () => {
    const { etag } = (await read('startDate=2026-01-15&endDate=2026-01-15')).headers
    for (const query of [
      'startDate=2026-01-15&endDate=2026-01-16',
      `startDate=2026-01-15&endDate=2026-01-15&locationId=${locationId}`,
    ]) {
      expect((await read(query, { 'if-none-match': etag })).status).toBe(200)
    }
  })
})
