import type { CalendarEffect, DayExplanation, FutureFigures, UserDay } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runHorizon } from '../../src/planning/horizon/horizon-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { listAttendance } from '../../src/warehouse/attendance/attendance-service.ts'
import { changedBy } from '../day-changes/support.ts'
import { type Organization, setUp } from '../places/support.ts'
import { addColleague, addOffice, dayFromToday, type Office } from '../planning/support.ts'
import { changesBy, refresh, rowsOf, segmentsOf } from '../refresh/support.ts'

let service: TestService
let organization: Organization
let office: Office
let ada: SignedIn

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  organization = await setUp(service)
  office = await addOffice(service, organization.orgId)
  ada = await addColleague(service, organization.orgId, office)
})

const SOON = dayFromToday(3)
const path = (what: string) => `/api/locations/${office.locationId}/${what}`
const close = (firstDay: string, lastDay = firstDay, query = '') =>
  organization.ask<CalendarEffect>('POST', `${path('closures')}${query}`, { firstDay, lastDay, reason: 'Water damage' })
const name = (day: string, query = '') =>
  organization.ask<CalendarEffect>('PUT', `${path(`holidays/${day}`)}${query}`, { name: 'Labor Day' })
const book = (day: string, node: object = { locationId: office.locationId }, by = ada) =>
  organization.call('PUT', `/api/users/me/days/${day}/booking`, node, by)
const dayOf = async (day: string): Promise<UserDay> => {
  const answer = await organization.call('GET', `/api/users/me/days?startDate=${day}&endDate=${day}`, undefined, ada)
  return answer.json<{ items: UserDay[] }>().items[0] as UserDay
}
const run = (statement: string, values: unknown[]) =>
  service.database.pool.query(statement, [organization.orgId, ...values]).then(({ rows }) => rows)
const plan = (day: string, what: 'o' | 'r' = 'o', userId = ada.userId) =>
  run(
    `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
     values ($1, $2, $3, $4, 'day-plan', 'directory', gen_random_uuid())`,
    [userId, day, what],
  )
const logOf = (day: string) =>
  run(`select action, changed_by, reason from user_actions where org_id = $1 and day = $2 order by action_no`, [day])

describe('no one is booked on a closed day', () => {
  it.each([
    ['a closure', () => close(SOON)],
    ['a holiday', () => name(SOON)],
  ])('of %s: bookings of desks, zones, the building and parking are refused', async (_, make) => {
    const bay = await organization.ask('POST', '/api/parking-bays', { bayName: 'P-1', locationId: office.locationId })
    await make()
    const nodes = [{ locationId: office.locationId }, { zoneId: office.openZoneId }, { placeId: office.deskIds[0] }]
    for (const node of nodes) expect((await book(SOON, node)).json()).toMatchObject({ status: 409, code: 'day_closed' })
    const parking = await organization.call('PUT', `/api/users/me/days/${SOON}/parking`, { bayId: bay.bayId }, ada)
    expect(parking.json()).toMatchObject({ status: 409, code: 'day_closed' })
    expect((await book(dayFromToday(4))).status).toBe(200)
  })

  it('unless the building allows it, and then until it no longer does', async () => {
    await name(SOON)
    await organization.ask('PATCH', path('calendar'), { bookableOnClosedDays: true })
    expect((await book(SOON)).status).toBe(200)
    expect(await organization.ask('PATCH', path('calendar'), { bookableOnClosedDays: false })).toMatchObject({
      ...{ bookingCount: 1, userCount: 1 },
    })
    expect((await dayOf(SOON)).booking).toBeNull()
  })

  it('by the horizon engine, neither a desk of choice nor the assigned one', async () => {
    await organization.ask('PATCH', `/api/places/${office.deskIds[0]}`, { assignedUserId: ada.userId })
    await name(SOON)
    await organization.call('PUT', `/api/users/me/days/${SOON}/plan`, { plan: 'o' }, ada)
    const bob = await addColleague(service, organization.orgId, office)
    for (const days of [2, 3, 4]) await plan(dayFromToday(days), 'o', bob.userId)
    await runHorizon(service.database.db, organization.orgId, office.locationId)
    const booked = await run(`select day from bookings where org_id = $1 and user_id = $2 order by day`, [bob.userId])
    expect(booked.map(({ day }) => day)).toEqual([dayFromToday(2), dayFromToday(4)])
    expect(await run('select from bookings where org_id = $1 and user_id = $2', [ada.userId])).toEqual([])
  })
})

describe('a day that becomes closed', () => {
  it('cancels its bookings and parking, which the log and the user find with the reason', async () => {
    const bay = await organization.ask('POST', '/api/parking-bays', { bayName: 'P-1', locationId: office.locationId })
    const bob = await addColleague(service, organization.orgId, office)
    await book(SOON, { placeId: office.deskIds[0] })
    await organization.call('PUT', `/api/users/me/days/${SOON}/parking`, { bayId: bay.bayId }, ada)
    await book(SOON, { zoneId: office.openZoneId }, bob)
    await book(dayFromToday(5), { placeId: office.deskIds[0] })
    const effect = { added: 2, changed: 0, removed: 0, bookingCount: 3, userCount: 2, restatedDays: 0 }
    const preview = await close(SOON, dayFromToday(4), '?dryRun=true')
    expect(preview).toMatchObject({ ...effect, dryRun: true })
    expect((await dayOf(SOON)).booking).not.toBeNull()
    expect(await close(SOON, dayFromToday(4))).toMatchObject({ ...effect, dryRun: false })
    expect(await dayOf(SOON)).toMatchObject({
      ...{ plan: 'o', dayType: 'closed', dayName: 'Water damage', booking: null },
      lostBooking: { placeName: 'Desk 0001', changedBy: 'administrator', reason: 'closed: Water damage' },
    })
    const parked = await run(`select status from parking_bookings where org_id = $1`, [])
    expect(parked).toEqual([{ status: 'cancelled' }])
    const canceled = { action: 'cancelled', changed_by: 'administrator', reason: 'closed: Water damage' }
    expect((await logOf(SOON)).filter(({ action }) => action === 'cancelled')).toEqual([canceled, canceled])
    expect((await dayOf(dayFromToday(5))).booking).toMatchObject({ placeId: office.deskIds[0] })
  })

  it('again changes nothing, and reopening leaves bookings to people and the next night', async () => {
    await book(SOON)
    const { entryId } = await close(SOON)
    expect(await close(SOON)).toMatchObject({ entryId, added: 0, bookingCount: 0 })
    expect(await organization.ask('DELETE', path(`closures/${entryId}`))).toMatchObject({ removed: 1, bookingCount: 0 })
    expect(await dayOf(SOON)).toMatchObject({ dayType: expect.stringMatching(/workday|weekend/), dayName: null, booking: null })
    expect((await book(SOON)).status).toBe(200)
  })

  it('while people book it: no booking is left', async () => {
    const people = [ada, ...(await Promise.all([1, 2, 3].map(() => addColleague(service, organization.orgId, office))))]
    const answers = await Promise.all([close(SOON), ...people.map((by) => book(SOON, undefined, by))])
    expect(answers.slice(1).every((answer) => 'status' in answer && [200, 409].includes(answer.status as number))).toBe(true)
    expect(await run(`select from bookings where org_id = $1 and status = 'booked'`, [])).toEqual([])
  })
})

describe('figures of the coming days', () => {
  it('count no office plan on a closed day, and say why', async () => {
    const analyst = await service.signIn(organization.orgId, ['analytics-administrator'])
    const figures = async () => {
      const answer = await organization.call('GET', '/api/analytics/future?days=5', undefined, analyst)
      return answer.json<FutureFigures>().locations[0]?.days.slice(2, 5)
    }
    for (const days of [2, 3, 4]) await plan(dayFromToday(days))
    const open = { planned: 1, booked: 0, dayType: null, dayName: null }
    expect(await figures()).toEqual([2, 3, 4].map((days) => ({ day: dayFromToday(days), ...open })))
    await name(SOON)
    expect(await figures()).toEqual([
      { day: dayFromToday(2), ...open },
      { day: SOON, planned: 0, booked: 0, dayType: 'holiday', dayName: 'Labor Day' },
      { day: dayFromToday(4), ...open },
    ])
  })
})

describe('the days of a user say what they are', () => {
  it('by the working days of the building', async () => {
    const [first, second] = [dayFromToday(1), dayFromToday(2)]
    const weekday = Temporal.PlainDate.from(first).dayOfWeek
    await organization.ask('PATCH', path('calendar'), { workingDays: [weekday] })
    expect([(await dayOf(first)).dayType, (await dayOf(second)).dayType]).toEqual(['workday', 'weekend'])
  })

  it('where a closure counts before a holiday', async () => {
    await name(SOON)
    expect(await dayOf(SOON)).toMatchObject({ dayType: 'holiday', dayName: 'Labor Day' })
    await close(SOON)
    expect(await dayOf(SOON)).toMatchObject({ dayType: 'closed', dayName: 'Water damage' })
  })
})

// A Monday to a Wednesday.
const [MONDAY, TUESDAY, WEDNESDAY] = ['2026-03-02', '2026-03-03', '2026-03-04'] as const
/** Stores an event as ingest does, without a source that sends it. */
const see = async (time: string) => {
  await service.database.pool.query('select ensure_event_partitions($1::date)', [time.slice(0, 10)])
  await run(
    `insert into presence_events (
       org_id, source_no, event_id, utc_day, occurred_at, user_id, node_type, node_id, location_id, local_day
     )
     values ($1, 1, $2::timestamptz::text, $2::timestamptz::date, $2::timestamptz, $3, 'location', $4, $4, $2::timestamptz::date)`,
    [time, ada.userId, office.locationId],
  )
}
const typesOf = async () => {
  const filter = { firstDay: MONDAY, lastDay: WEDNESDAY, userId: ada.userId }
  const rows = await listAttendance(service.database.db, organization.orgId, filter)
  return rows.map(({ plan: planned, attendanceType }) => [planned, attendanceType])
}

const explained = async (day: string) => {
  const reader = await service.signIn(organization.orgId, ['global-administrator'])
  const answer = await organization.call('GET', `/api/users/${ada.userId}/days/${day}/explanation`, undefined, reader)
  return answer.json<DayExplanation>().rule
}

describe('attendance of a closed day', () => {
  beforeEach(async () => {
    await organization.ask('PATCH', `/api/locations/${office.locationId}`, { presenceFrom: '2026-01-01' })
    for (const day of [MONDAY, TUESDAY, WEDNESDAY]) await plan(day)
  })

  it('has no office plan and no no-show; who comes is a walk-in', async () => {
    expect(await typesOf()).toEqual([
      ['o', 'noShow'],
      ['o', 'noShow'],
      ['o', 'noShow'],
    ])
    await name(MONDAY)
    await close(TUESDAY)
    await see(`${TUESDAY}T09:00:00Z`)
    expect(await typesOf()).toEqual([
      [null, null],
      [null, 'walkIn'],
      ['o', 'noShow'],
    ])
  })

  it('is restated when the calendar changes, in both directions and with the reason', async () => {
    const at = { pool: service.database.pool, orgId: organization.orgId }
    await refresh(at, new Date('2026-03-10T12:00:00Z'))
    const first = await segmentsOf(at, 'user-booking-attendance')
    const effect = await name(TUESDAY)
    expect(effect).toMatchObject({ added: 1, restatedDays: 1 })
    await refresh(at, new Date('2026-03-10T12:00:00Z'))
    const second = await segmentsOf(at, 'user-booking-attendance')
    const restated = { dataset: 'user-booking-attendance', day: TUESDAY, locationId: office.locationId, reason: 'corrected' }
    expect(changesBy(first, second)).toEqual([{ ...restated, revision: 2, rowCount: 1 }])
    expect(await rowsOf(at, TUESDAY, office.locationId)).toMatchObject([
      { plan: null, planOrigin: null, attendanceType: null, attendanceReason: 'closed', dayType: 'holiday' },
    ])
    expect(await explained(TUESDAY)).toMatchObject({ code: 'buildingClosed' })
    expect((await explained(TUESDAY)).text).toMatch(
      /^Planned for Office .*, where that day is a holiday \(Labor Day\), and seen nowhere: no office day/,
    )
    const counted = 'select day, planned, no_show from location_rollups where org_id = $1 and planned + no_show > 0 order by day'
    expect(await run(counted, [])).toEqual([
      { day: MONDAY, planned: 1, no_show: 1 },
      { day: WEDNESDAY, planned: 1, no_show: 1 },
    ])
    await organization.ask('DELETE', path(`holidays/${TUESDAY}`))
    await refresh(at, new Date('2026-03-10T12:00:00Z'))
    const third = await segmentsOf(at, 'user-booking-attendance')
    expect(changesBy(second, third)).toEqual([{ ...restated, revision: 3, rowCount: 1 }])
    expect(await rowsOf(at, TUESDAY, office.locationId)).toMatchObject([
      { plan: 'o', planOrigin: 'directory', attendanceType: 'noShow', attendanceReason: 'planned', dayType: 'workday' },
    ])
  })

  it('marks only days of the weekdays that became working days, or no longer are', async () => {
    await run(
      `insert into day_changes (org_id, topic, day, reason, changes, changed_at)
       select $1, 'plans', day, 'corrected', 1, now() from unnest($2::date[]) day on conflict do nothing`,
      [[MONDAY, TUESDAY, WEDNESDAY]],
    )
    const changed = await changedBy(service.database.db, organization.orgId, async () => {
      expect(await organization.ask('PATCH', path('calendar'), { workingDays: [1, 3, 4, 5, 6] })).toMatchObject({
        restatedDays: 1,
      })
    })
    expect(changed).toEqual([`directory ${TUESDAY}`])
  })
})
