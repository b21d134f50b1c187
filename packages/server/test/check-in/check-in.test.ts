import type { DayExplanation, DeskCode, DeskToday, UserDay } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { releaseUnconfirmed } from '../../src/planning/check-in/release-job.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { listAttendance } from '../../src/warehouse/attendance/attendance-service.ts'
import { type Organization, setUp } from '../places/support.ts'
import { addColleague, addOffice, dayFromToday, type Office, outcome } from '../planning/support.ts'

let service: TestService
let organization: Organization
let office: Office
let ada: SignedIn
let [today, tomorrow] = ['', '']

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  organization = await setUp(service)
  office = await addOffice(service, organization.orgId)
  ;[today, tomorrow] = [dayFromToday(0), dayFromToday(1)]
  ada = await addColleague(service, organization.orgId, office)
  // Tests run on any day of the week.
  await run(`update locations set working_days = '{1,2,3,4,5,6,7}' where org_id = $1`)
})

const run = async (statement: string, ...values: unknown[]) =>
  (await service.database.pool.query(statement, [organization.orgId, ...values])).rows
const as = (who: SignedIn) => (method: string, path: string, body?: object) => organization.call(method, path, body, who)
const book = (who: SignedIn, placeId = office.deskIds[0], day = today) =>
  as(who)('PUT', `/api/users/me/days/${day}/booking`, { placeId })
const checkIn = (who: SignedIn, day = today, userId = 'me') => as(who)('POST', `/api/users/${userId}/days/${day}/check-in`)
const codesOf = async (zoneId = office.deskZoneId) =>
  (await organization.ask<{ items: DeskCode[] }>('GET', `/api/zones/${zoneId}/desk-codes`)).items
const codeOf = async (n: number) => (await codesOf())[n]?.code as string
const look = (who: SignedIn, code: string) => as(who)('GET', `/api/users/me/desk-codes/${code}`)
const scan = (who: SignedIn, code: string, body = {}) => as(who)('POST', `/api/users/me/desk-codes/${code}/check-in`, body)
const actionsOf = (who: SignedIn) =>
  run(`select action, changed_by from user_actions where org_id = $1 and user_id = $2 order by action_no`, who.userId)

describe('check-in in the app', () => {
  it('confirms the booking of today once, however often it is repeated, and is logged', async () => {
    await book(ada)
    const answers = await Promise.all([checkIn(ada), checkIn(ada), checkIn(ada)])
    expect(answers.map(outcome)).toEqual([200, 200, 200])
    const [first, ...others] = answers.map((answer) => answer.json<UserDay>().booking?.checkedInAt)
    expect(first).toMatch(/^20.*Z$/)
    expect(others).toEqual([first, first])
    expect((await checkIn(ada)).json<UserDay>()).toMatchObject({ booking: { checkedInAt: first }, checkInBy: null })
    expect((await actionsOf(ada)).filter(({ action }) => action === 'checkedIn')).toEqual([
      { action: 'checkedIn', changed_by: 'user' },
    ])
  })

  it('is refused on another day, without a booking, for others, and without a session', async () => {
    expect(outcome(await checkIn(ada))).toBe('nothing_booked')
    await book(ada)
    await book(ada, office.deskIds[0], tomorrow)
    expect(outcome(await checkIn(ada, tomorrow))).toBe('check_in_not_today')
    expect(outcome(await checkIn(ada, dayFromToday(-1)))).toBe('check_in_not_today')
    expect(outcome(await checkIn(ada, '2026-02-30'))).toBe('invalid_parameter')
    const bob = await addColleague(service, organization.orgId, office)
    expect(outcome(await checkIn(bob, today, ada.userId))).toBe('role_not_allowed')
    expect(outcome(await checkIn({ ...bob, headers: {} }))).toBe('session_missing')
    const admin = await service.signIn(organization.orgId, ['bookings-administrator'])
    expect(outcome(await checkIn(admin, today, ada.userId))).toBe(200)
    const stranger = await service.signIn((await service.createOrganization()).id, ['global-administrator'])
    expect(outcome(await checkIn(stranger, today, ada.userId))).toBe('entity_not_found')
  })

  it('says by when it is needed, says so again after a cancellation, and says why it comes too late', async () => {
    const path = `/api/locations/${office.locationId}`
    await organization.ask('PATCH', path, { checkInMode: 'by-time', checkInBy: '00:00' })
    const booked = (await book(ada)).json<UserDay>()
    const by = Date.parse(booked.checkInBy as string)
    expect(by - Date.parse(booked.booking?.updatedAt as string)).toBeLessThanOrEqual(30 * 60_000)
    expect((await book(ada, office.deskIds[0], tomorrow)).json<UserDay>().checkInBy).not.toBeNull()
    await as(ada)('DELETE', `/api/users/me/days/${today}/booking`)
    const again = (await book(ada)).json<UserDay>()
    expect(Date.parse(again.checkInBy as string)).toBeGreaterThan(by)

    await run(`update bookings set release_at = now() - interval '1 second' where org_id = $1 and day = $2`, today)
    await run(`update bookings set updated_at = now() - interval '1 day' where org_id = $1`)
    await run(`update locations set check_in_changed_at = now() - interval '1 day' where org_id = $1`)
    expect(await releaseUnconfirmed(service.database.db, { write: async () => undefined })).toMatchObject({ released: 1 })
    const late = await checkIn(ada)
    expect(late.json()).toMatchObject({ code: 'nothing_booked', detail: expect.stringContaining('The booking was released at ') })
    const shown = await as(ada)('GET', `/api/users/me/days?startDate=${today}&endDate=${today}`)
    expect(shown.json<{ items: UserDay[] }>().items[0]).toMatchObject({
      ...{ plan: 'o', booking: null, checkInBy: null },
      lostBooking: {
        changedBy: 'auto-release',
        placeName: 'Desk 0001',
        reason: expect.stringMatching(/^not confirmed by \d\d:\d\d$/),
      },
    })
    expect(outcome(await book(ada))).toBe(200)
  })

  it('is no longer asked for once the building does without it, also after the reminder', async () => {
    await book(ada)
    const path = `/api/locations/${office.locationId}`
    const asked = async () => {
      const shown = await as(ada)('GET', `/api/users/me/days?startDate=${today}&endDate=${today}`)
      return shown.json<{ items: UserDay[] }>().items[0]?.checkInBy
    }
    await organization.ask('PATCH', path, { checkInMode: 'by-time', checkInBy: '00:00' })
    await run(`update bookings set release_at = now() + interval '15 minutes' where org_id = $1`)
    expect(await asked()).toMatch(/^20.*Z$/)
    await organization.ask('PATCH', path, { checkInMode: 'none' })
    expect(await asked()).toBeNull()
  })

  it('is asked for only on working days of the building', async () => {
    const path = `/api/locations/${office.locationId}`
    await organization.ask('PATCH', path, { checkInMode: 'by-time', checkInBy: '00:00' })
    expect((await book(ada)).json<UserDay>()).toMatchObject({ dayType: 'workday', checkInBy: expect.any(String) })
    await run(
      `update locations
       set working_days = array_remove(working_days, extract(isodow from $2::date)::smallint)
       where org_id = $1`,
      today,
    )
    const shown = await as(ada)('GET', `/api/users/me/days?startDate=${today}&endDate=${today}`)
    expect(shown.json<{ items: UserDay[] }>().items[0]).toMatchObject({ dayType: 'weekend', checkInBy: null })
  })

  it('stays while the booking moves in the building, and not in another one', async () => {
    const other = await addOffice(service, organization.orgId)
    await book(ada)
    await checkIn(ada)
    const moved = (await book(ada, office.deskIds[1])).json<UserDay>()
    expect(moved.booking?.checkedInAt).not.toBeNull()
    expect((await book(ada, other.deskIds[0])).json<UserDay>().booking?.checkedInAt).toBeNull()
  })
})

describe('the settings of a building', () => {
  it('are none by default, and are changed by workplace administrators, with an entry in the audit log', async () => {
    const path = `/api/locations/${office.locationId}`
    const settings = { checkInMode: 'none', checkInBy: '10:30', workdayStartsAt: '09:00', checkInMinutes: 60 }
    expect(await organization.ask('GET', path)).toMatchObject(settings)
    const changed = { checkInMode: 'after-start', workdayStartsAt: '08:15', checkInMinutes: 720 }
    expect(await organization.ask('PATCH', path, changed)).toMatchObject({ ...changed, checkInBy: '10:30' })
    expect(await run(`select before, after from audit_log where org_id = $1 and action = 'location.update'`)).toEqual([
      { before: { checkInMode: 'none', workdayStartsAt: '09:00', checkInMinutes: 60 }, after: changed },
    ])
    for (const wrong of [{ checkInBy: '24:00' }, { checkInBy: '9:00' }, { checkInMinutes: 721 }, { checkInMode: 'always' }]) {
      expect(outcome(await organization.call('PATCH', path, wrong))).toBe('invalid_body')
    }
    expect(outcome(await as(ada)('PATCH', path, { checkInMode: 'none' }))).toBe('role_not_allowed')
  })
})

describe('the QR code of a desk', () => {
  it('confirms the booking of the desk, and says whose it is today', async () => {
    await book(ada)
    const code = await codeOf(0)
    const bob = await addColleague(service, organization.orgId, office)
    expect((await look(ada, code)).json<DeskToday>()).toMatchObject({ state: 'mine', day: today, placeName: 'Desk 0001' })
    expect((await look(bob, code)).json<DeskToday>()).toMatchObject({ state: 'taken', booking: null })
    expect((await scan(ada, code)).json<UserDay>().booking?.checkedInAt).not.toBeNull()
    expect(outcome(await scan(ada, code))).toBe(200)
    expect(outcome(await scan(bob, code))).toBe('desk_taken')
  })

  it('books the free desk for a walk-up, whose day becomes an office day', async () => {
    const code = await codeOf(1)
    expect((await look(ada, code)).json<DeskToday>()).toMatchObject({ state: 'free', booking: null })
    const day = (await scan(ada, code)).json<UserDay>()
    expect(day).toMatchObject({ plan: 'o', booking: { placeName: 'Desk 0002', checkedInAt: expect.any(String) } })
    expect((await actionsOf(ada)).map(({ action }) => action)).toEqual(['planSet', 'booked', 'checkedIn'])
  })

  it('goes to one of two people who scan it at once', async () => {
    const bob = await addColleague(service, organization.orgId, office)
    const code = await codeOf(2)
    const answers = await Promise.all([scan(ada, code), scan(bob, code)])
    expect(answers.map(outcome).sort()).toEqual([200, 'desk_taken'])
  })

  it('names the other desk that the person has, and moves there only if asked to', async () => {
    await book(ada)
    const code = await codeOf(1)
    expect((await look(ada, code)).json<DeskToday>()).toMatchObject({ state: 'free', booking: { placeName: 'Desk 0001' } })
    const refused = await scan(ada, code)
    expect(refused.json()).toMatchObject({ status: 409, code: 'booked_elsewhere', detail: expect.stringContaining('Desk 0001') })
    expect((await scan(ada, code, { move: true })).json<UserDay>()).toMatchObject({ booking: { placeName: 'Desk 0002' } })
  })

  it('says that a desk is assigned to another user or out of service', async () => {
    const bob = await addColleague(service, organization.orgId, office)
    await organization.ask('PATCH', `/api/places/${office.deskIds[0]}`, { assignedUserId: bob.userId })
    const [assigned, inactive] = [await codeOf(0), await codeOf(1)]
    await organization.ask('PATCH', `/api/places/${office.deskIds[1]}`, { status: 'inactive' })
    expect((await look(ada, assigned)).json<DeskToday>().state).toBe('assigned')
    expect((await look(ada, inactive)).json<DeskToday>().state).toBe('inactive')
    expect([outcome(await scan(ada, assigned)), outcome(await scan(ada, inactive))]).toEqual(['desk_assigned', 'place_inactive'])
  })

  it('no longer works once it is renewed; only administrators of places list and renew, each in their organization', async () => {
    const before = await codesOf()
    expect(before.map(({ placeName }) => placeName)).toEqual(['Desk 0001', 'Desk 0002', 'Desk 0003'])
    expect(new Set(before.map(({ code }) => code)).size).toBe(3)
    const path = `/api/zones/${office.deskZoneId}/desk-codes`
    const renewed = { renewed: 1 }
    expect(await organization.ask('POST', path, { placeIds: [office.deskIds[0]] })).toEqual(renewed)
    expect((await codesOf()).map(({ code }, n) => code === before[n]?.code)).toEqual([false, true, true])
    expect(outcome(await scan(ada, before[0]?.code as string))).toBe('entity_not_found')
    expect(await run(`select entity_id, after from audit_log where org_id = $1 and action = 'desk-code.renew'`)).toEqual([
      { entity_id: office.deskZoneId, after: { desksRenewed: 1 } },
    ])
    expect(await organization.ask('POST', path, {})).toEqual({ renewed: 3 })
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? {} : undefined
      expect(outcome(await as(ada)(method, path, body))).toBe('role_not_allowed')
      const stranger = await service.signIn((await service.createOrganization()).id, ['workplace-administrator'])
      expect(outcome(await as(stranger)(method, path, body))).toBe('entity_not_found')
    }
    const elsewhere = await service.signIn((await service.createOrganization()).id)
    expect(outcome(await scan(elsewhere, await codeOf(1)))).toBe('entity_not_found')
  })

  it('is refused with a malformed code or body', async () => {
    expect(outcome(await look(ada, 'x'))).toBe('entity_not_found')
    expect(outcome(await scan(ada, await codeOf(0), { move: 'yes' }))).toBe('invalid_body')
    expect(outcome(await organization.call('POST', `/api/zones/${office.deskZoneId}/desk-codes`, { placeIds: ['x'] }))).toBe(
      'invalid_body',
    )
  })
})

describe('attendance of someone who checked in', () => {
  const rowOf = async (moment = new Date(`${tomorrow}T12:00:00Z`)) => {
    const filter = { firstDay: today, lastDay: today, userId: ada.userId, moment }
    return (await listAttendance(service.database.db, organization.orgId, filter))[0]
  }
  const see = (locationId: string) =>
    run(
      `insert into presence_events (
         org_id, utc_day, source_no, event_id, occurred_at, local_day, user_id, location_id, node_type, node_id
       )
       values ($1, $2, 1, gen_random_uuid(), $2::date + time '08:00', $2, $3, $4, 'location', $4)`,
      ...[today, ada.userId, locationId],
    )
  const explained = async () => {
    const analyst = await service.signIn(organization.orgId, ['analytics-administrator'])
    return (await as(analyst)('GET', `/api/users/${ada.userId}/days/${today}/explanation`)).json<DayExplanation>()
  }

  beforeEach(async () => {
    await run(`update locations set presence_from = '2026-01-01' where org_id = $1`)
    await book(ada)
  })

  it('is confirmed without any presence, and the explanation names the check-in', async () => {
    expect(await rowOf()).toMatchObject({ attendanceType: 'noShow', checkedInAt: null })
    await checkIn(ada)
    expect(await rowOf()).toMatchObject({
      ...{ attendanceType: 'confirmed', attendanceReason: 'planned', attendanceLocationId: office.locationId },
      ...{ firstSeenAt: null, lastSeenAt: null, locationIds: [], checkedInAt: expect.any(Date) },
    })
    const { rule, actions } = await explained()
    expect(rule.code).toBe('checkedIn')
    expect(rule.text).toMatch(/^Planned for Office .*, checked in at \d\d:\d\d, and not seen there: confirmed\.$/)
    expect(actions.at(-1)?.description).toMatch(/^Checked in at desk Desk 0001 in Desks, /)
  })

  it('is confirmed where it is booked, also if the person was seen only in another building', async () => {
    const other = await addOffice(service, organization.orgId)
    await see(other.locationId)
    expect(await rowOf()).toMatchObject({ attendanceType: 'walkIn', attendanceLocationId: other.locationId })
    await checkIn(ada)
    expect(await rowOf()).toMatchObject({
      ...{ attendanceType: 'confirmed', attendanceLocationId: office.locationId, firstSeenAt: null },
      locationIds: [other.locationId],
    })
    await see(office.locationId)
    expect(await rowOf()).toMatchObject({ attendanceType: 'confirmed', firstSeenAt: expect.any(Date) })
    expect((await explained()).rule.code).toBe('seenAsPlanned')
  })

  it('is gone with the booking', async () => {
    await checkIn(ada)
    await as(ada)('DELETE', `/api/users/me/days/${today}/booking`)
    expect(await rowOf()).toMatchObject({ attendanceType: 'noShow', checkedInAt: null })
  })
})
