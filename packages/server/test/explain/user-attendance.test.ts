import type { AttendanceRow } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { basic } from '../../src/testing/test-service.ts'
import { type Bench, type Office, openOffice, shareBench } from '../attendance/support.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { type Answer, send } from '../http/support/send.ts'

let bench: Bench
let office: Office
let user: string
let location: string

beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openOffice(bench)
  location = await office.addLocation('Europe/Berlin')
  user = await office.addUser(location)
})

const ask = async (startDate: string, endDate: string, userId = user): Promise<Answer> => {
  const { headers } = await bench.service.signIn(office.orgId, ['analytics-administrator'])
  const path = `/api/users/${userId}/attendance?startDate=${startDate}&endDate=${endDate}`
  return send(bench.service.baseUrl, { path, headers })
}

describe('the attendance of a user', () => {
  it('is what the warehouse has of them, and of no one else', async () => {
    const other = await office.addUser(location)
    for (const id of [user, other]) {
      await office.plan(id, '2026-03-02', 'o')
      await office.book(id, '2026-03-02', location)
      await office.plan(id, '2026-03-03', 'r')
      await office.see(id, location, '2026-03-02T08:00:00Z', '2026-03-04T08:00:00Z')
    }
    const { items } = (await ask('2026-03-01', '2026-03-31')).json<{ items: AttendanceRow[] }>()
    const published = await send(bench.service.baseUrl, {
      path: '/v1/analytics/user-booking-attendance/basic?startDate=2026-03-01&endDate=2026-03-31',
      headers: basic(office.organization.keys['data-warehouse']),
    })
    expect(items).toEqual(published.json<AttendanceRow[]>().filter(({ userId }) => userId === user))
    expect(items.map(({ day, plan, attendanceType }) => [day.slice(0, 10), plan, attendanceType])).toEqual([
      ['2026-03-02', 'o', 'confirmed'],
      ['2026-03-03', 'r', null],
      ['2026-03-04', null, 'walkIn'],
    ])
  })

  it('is read for 31 days at most', async () => {
    expect((await ask('2026-01-01', '2026-01-31')).json()).toEqual({ items: [] })
    expectProblem(await ask('2026-01-01', '2026-02-01'), 'range_too_large')
  })

  it('of an unknown user is a 404', async () => {
    expectProblem(await ask('2026-01-01', '2026-01-31', location), 'entity_not_found')
  })
})
