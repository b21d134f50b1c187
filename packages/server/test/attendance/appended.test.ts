import type { AttendanceRow } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { basic } from '../../src/testing/test-service.ts'
import { send } from '../http/support/send.ts'
import { refresh } from '../refresh/support.ts'
import { type Bench, type Office, openOffice, shareBench } from './support.ts'

const DAY = '2026-03-02'
const SATURDAY = '2026-03-07'
const at = (time: string) => `${DAY}T${time}:00.000Z`

let bench: Bench
let office: Office
let home: string
let other: string
let user: string

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

/** The published row of the day. */
const readRow = async (day = DAY, moment = '2026-03-09T12:00:00Z'): Promise<AttendanceRow | undefined> => {
  await refresh(office, new Date(moment))
  const path = `/v1/analytics/user-booking-attendance/basic?startDate=${day}&endDate=${day}`
  const answer = await send(bench.service.baseUrl, { path, headers: basic(office.organization.keys['data-warehouse']) })
  return answer.json<AttendanceRow[]>()[0]
}
const planAs = (what: 'o' | 'r' | 'a', origin: string, changedBy: string) =>
  office.pool.query(
    `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
     values ($1, $2, $3, $4, $5, $6, gen_random_uuid())`,
    [office.orgId, user, DAY, what, origin, changedBy],
  )

describe('the reason', () => {
  it('planned: seen in the planned building, for whole minutes', async () => {
    await office.plan(user, DAY, 'o')
    await office.see(user, home, at('08:00'), `${DAY}T16:12:59.999Z`)
    expect(await readRow()).toMatchObject({
      ...{ attendanceType: 'confirmed', attendanceReason: 'planned', plannedLocationId: home, presenceMinutes: 492 },
      ...{ locationIds: [home], dayType: 'workday' },
    })
  })

  it('planned: not seen in a building that reports presence', async () => {
    await office.plan(user, DAY, 'o')
    expect(await readRow()).toMatchObject({
      ...{
        attendanceType: 'noShow',
        attendanceReason: 'planned',
        plannedLocationId: home,
        presenceMinutes: null,
        locationIds: [],
      },
    })
  })

  it('notReporting: not seen in a building that reports no presence', async () => {
    await office.plan(user, DAY, 'o', other)
    expect(await readRow()).toMatchObject({
      ...{ attendanceType: 'unconfirmed', attendanceReason: 'notReporting', plannedLocationId: other },
    })
  })

  it('elsewhere: seen only in another building', async () => {
    await office.plan(user, DAY, 'o')
    await office.see(user, other, at('12:00'))
    expect(await readRow()).toMatchObject({
      ...{ attendanceType: 'walkIn', attendanceReason: 'elsewhere', plannedLocationId: home, presenceMinutes: 0 },
      locationIds: [other],
    })
  })

  it.each([
    ['r', 'remote'],
    ['a', 'away'],
  ] as const)('of plan %s is %s, seen or not', async (what, attendanceReason) => {
    await office.plan(user, DAY, what)
    expect(await readRow()).toMatchObject({ attendanceType: null, attendanceReason, plannedLocationId: null })
    await office.see(user, other, at('12:00'))
    expect(await readRow()).toMatchObject({ attendanceType: 'walkIn', attendanceReason, plannedLocationId: null })
  })

  it('unplanned: seen without a plan', async () => {
    await office.see(user, other, at('12:00'))
    expect(await readRow()).toMatchObject({ attendanceType: 'walkIn', attendanceReason: 'unplanned', planOrigin: null })
  })

  it('is null for an office day that is not over', async () => {
    await office.plan(user, DAY, 'o')
    expect(await office.rowOf(user, DAY, new Date(at('12:00')))).toMatchObject({ attendanceType: null, attendanceReason: null })
    expect(await office.rowOf(user, DAY, new Date('2026-03-03T00:00:00Z'))).toMatchObject({ attendanceReason: 'planned' })
  })
})

it.each([
  ['day-plan', 'user', 'day-plan'],
  ['day-plan', 'administrator', 'day-plan'],
  ['day-plan', 'directory', 'directory'],
  ['day-plan', 'presence', 'presence'],
  ['week-plan', 'directory', 'week-plan'],
  ['time-off', 'time-off', 'time-off'],
])('a plan of origin %s that is set by %s comes from %s', async (origin, changedBy, planOrigin) => {
  await planAs('a', origin, changedBy)
  expect(await readRow()).toMatchObject({ plan: 'a', planOrigin })
})

it('lists all buildings of the day in the order of first seen, and a late event there restates the row', async () => {
  const third = await office.addLocation('UTC')
  await office.plan(user, DAY, 'o')
  await office.see(user, other, at('10:00'))
  await office.see(user, home, at('09:00'), at('15:00'))
  const before = await readRow()
  expect(before).toMatchObject({ attendanceLocationId: home, presenceMinutes: 360, locationIds: [home, other] })
  await office.see(user, third, at('08:00'))
  const after = await readRow()
  expect(after).toMatchObject({ attendanceLocationId: home, presenceMinutes: 360, locationIds: [third, home, other] })
  expect(String(after?.updatedAt) > String(before?.updatedAt)).toBe(true)
})

it('names Saturdays and Sundays the weekend', async () => {
  await office.plan(user, SATURDAY, 'o')
  expect(await readRow(SATURDAY)).toMatchObject({ dayType: 'weekend' })
})
