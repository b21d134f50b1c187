import type { Colleague, FreeDesk, UserAction, UserDay, WeekPlan } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import type { Answer } from '../http/support/send.ts'
import { addColleague, addOffice, call, dayFromToday, dayOf, type Office, outcome } from './support.ts'

let service: TestService
let orgId: string
let office: Office
let ada: SignedIn
let boss: SignedIn

beforeAll(async () => {
  service = await shareTestService()
  orgId = (await service.createOrganization()).id
  office = await addOffice(service, orgId)
  ada = await addColleague(service, orgId, office)
  boss = await addColleague(service, orgId, office, ['bookings-administrator'])
})
afterAll(() => service[Symbol.asyncDispose]())

const as = (person: SignedIn) => ({
  plan: (day: string, body: object, userId = 'me') => call(service, person, 'PUT', `/api/users/${userId}/days/${day}/plan`, body),
  clear: (day: string, userId = 'me') => call(service, person, 'DELETE', `/api/users/${userId}/days/${day}/plan`),
  book: (day: string, body: object, userId = 'me') =>
    call(service, person, 'PUT', `/api/users/${userId}/days/${day}/booking`, body),
  cancel: (day: string, userId = 'me') => call(service, person, 'DELETE', `/api/users/${userId}/days/${day}/booking`),
  get: (path: string) => call(service, person, 'GET', path),
})

describe('a booking', () => {
  it('makes the day an office day, moves in place, and is canceled without changing the plan', async () => {
    const day = dayFromToday(2)
    const first = dayOf(await as(ada).book(day, { placeId: office.deskIds[0] }))
    expect(first).toMatchObject({ day, plan: 'o', planOrigin: 'day-plan', locationId: office.locationId, isPast: false })
    expect(first.booking).toMatchObject({ bookingDepth: 3, placeId: office.deskIds[0], levelName: 'Level 1', changedBy: 'user' })
    const moved = dayOf(await as(ada).book(day, { zoneId: office.openZoneId }))
    expect(moved.booking).toMatchObject({ bookingId: first.booking?.bookingId, bookingDepth: 2, placeId: null })
    const canceled = dayOf(await as(ada).cancel(day))
    expect(canceled).toMatchObject({ plan: 'o', booking: null })
    expect(dayOf(await as(ada).cancel(day))).toEqual(canceled)
  })

  it('takes ids in any letter case', async () => {
    const day = dayFromToday(3)
    const booked = dayOf(await as(ada).book(day, { placeId: office.deskIds[1]?.toUpperCase() }))
    expect(booked.booking?.placeId).toBe(office.deskIds[1])
  })

  it('is for exactly one node, in the way in which its zone is booked', async () => {
    const day = dayFromToday(4)
    expect(outcome(await as(ada).book(day, {}))).toBe('invalid_request')
    expect(outcome(await as(ada).book(day, { placeId: office.deskIds[0], zoneId: office.openZoneId }))).toBe('invalid_request')
    expect(outcome(await as(ada).book(day, { zoneId: office.deskZoneId }))).toBe('invalid_request')
    expect(outcome(await as(ada).book(day, { placeId: 'no id' }))).toBe('invalid_body')
  })

  it('can be made by users from today to the end of their window, by administrators in the past and further ahead', async () => {
    const node = { locationId: office.locationId }
    expect(outcome(await as(ada).book(dayFromToday(-1), node))).toBe('day_in_past')
    expect(outcome(await as(ada).book(dayFromToday(0), node))).toBe(200)
    expect(outcome(await as(ada).book(dayFromToday(28), node))).toBe(200)
    expect(outcome(await as(ada).book(dayFromToday(29), node))).toBe('outside_booking_window')
    expect(outcome(await as(boss).book(dayFromToday(-1), node, ada.userId))).toBe(200)
    expect(outcome(await as(boss).book(dayFromToday(365), node, ada.userId))).toBe(200)
    expect(outcome(await as(boss).book(dayFromToday(366), node, ada.userId))).toBe('outside_booking_window')
  })

  it('of an administrator for themselves follows the rules of users', async () => {
    expect(outcome(await as(boss).book(dayFromToday(29), { locationId: office.locationId }))).toBe('outside_booking_window')
  })

  it('is not for a day that the calendar does not have', async () => {
    const answer = await as(ada).book('2026-02-30', { locationId: office.locationId })
    expect(expectProblem(answer, 'invalid_parameter').errors).toEqual([
      { pointer: '/day', message: 'must be a day of the calendar, YYYY-MM-DD', code: 'date' },
    ])
  })
})

describe('a day plan', () => {
  it('takes precedence over the week plan until it is cleared', async () => {
    const day = dayFromToday(6)
    const weekday = Temporal.PlainDate.from(day).dayOfWeek
    const week = await call(service, ada, 'PUT', '/api/users/me/week-plan', { days: [{ weekday, plan: 'r' }] })
    expect(week.json<WeekPlan>().days.filter(({ plan }) => plan)).toEqual([
      { weekday, plan: 'r', locationId: null, locationName: null },
    ])
    expect(week.json<WeekPlan>().days).toHaveLength(7)
    expect(dayOf(await as(ada).plan(day, { plan: 'o' }))).toMatchObject({ plan: 'o', planOrigin: 'day-plan' })
    expect(dayOf(await as(ada).clear(day))).toMatchObject({ plan: 'r', planOrigin: 'week-plan', locationId: null })
    const { items } = (
      await as(ada).get(`/api/users/me/days?startDate=${day}&endDate=${Temporal.PlainDate.from(day).add({ days: 14 })}`)
    ).json<{ items: UserDay[] }>()
    expect(items).toHaveLength(15)
    expect(items.at(0)).toMatchObject({ day, plan: 'r', planOrigin: 'week-plan' })
    expect(items.at(14)).toMatchObject({ plan: 'r', planOrigin: 'forecast' })
  })

  it('cancels the booking when the day is no office day, as one action', async () => {
    const day = dayFromToday(7)
    await as(ada).book(day, { placeId: office.deskIds[2] })
    expect(dayOf(await as(ada).plan(day, { plan: 'r' }))).toMatchObject({ plan: 'r', booking: null })
    const { items } = (await as(ada).get(`/api/users/me/actions?startDate=${day}&endDate=${day}`)).json<{ items: UserAction[] }>()
    expect(
      items
        .slice(0, 2)
        .map(({ action }) => action)
        .sort(),
    ).toEqual(['cancelled', 'planChanged'])
    expect(items[0]?.actionId).toBe(items[1]?.actionId)
    expect(items[2]?.actionId).not.toBe(items[0]?.actionId)
    expect(items.map(({ changedBy, changedByUserId }) => [changedBy, changedByUserId])).toEqual(
      items.map(() => ['user', ada.userId]),
    )
  })

  it('of the past is changed by administrators only', async () => {
    const day = dayFromToday(-3)
    expect(outcome(await as(ada).plan(day, { plan: 'o' }))).toBe('day_in_past')
    expect(dayOf(await as(boss).plan(day, { plan: 'o' }, ada.userId))).toMatchObject({ plan: 'o', isPast: true })
  })

  it('lists at most 93 days, in order', async () => {
    const list = (startDate: string, endDate: string) =>
      as(ada).get(`/api/users/me/days?startDate=${startDate}&endDate=${endDate}`)
    expect((await list('2026-01-01', '2026-04-03')).json<{ items: UserDay[] }>().items).toHaveLength(93)
    expect(outcome(await list('2026-01-01', '2026-04-04'))).toBe('range_too_large')
    expect(outcome(await list('2026-01-02', '2026-01-01'))).toBe('invalid_parameter')
    expect(outcome(await list('2026-02-30', '2026-03-01'))).toBe('invalid_parameter')
  })
})

describe('a week plan', () => {
  it('has each weekday at most once', async () => {
    const days = [
      { weekday: 1, plan: 'o' },
      { weekday: 2, plan: 'r' },
      { weekday: 1, plan: 'r' },
    ]
    const answer = await call(service, boss, 'PUT', '/api/users/me/week-plan', { days })
    expect(expectProblem(answer, 'invalid_body').errors).toEqual([
      { pointer: '/days/2/weekday', message: 'is already in the list', code: 'duplicate' },
    ])
    for (const weekday of [0, 8]) {
      expect(outcome(await call(service, boss, 'PUT', '/api/users/me/week-plan', { days: [{ weekday, plan: 'o' }] }))).toBe(
        'invalid_body',
      )
    }
  })

  it('can be emptied', async () => {
    await call(service, boss, 'PUT', '/api/users/me/week-plan', {
      days: [{ weekday: 3, plan: 'o', locationId: office.locationId }],
    })
    const answer = await call(service, boss, 'PUT', '/api/users/me/week-plan', { days: [] })
    expect(answer.json<WeekPlan>().days.filter(({ plan }) => plan !== null)).toEqual([])
  })
})

describe('free desks and zones', () => {
  it('are those without a booking, page by page', async () => {
    const day = dayFromToday(10)
    const building = await addOffice(service, orgId, { desks: 25, capacity: 2 })
    await as(ada).book(day, { placeId: building.deskIds[3] })
    await as(boss).book(day, { zoneId: building.openZoneId })
    const path = `/api/locations/${building.locationId}`
    const names: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer: Answer = await as(ada).get(`${path}/free-desks?day=${day}&limit=10${cursor && `&cursor=${cursor}`}`)
      const page = answer.json<{ items: FreeDesk[]; nextCursor: string | null }>()
      names.push(...page.items.map(({ placeName }) => placeName))
      cursor = page.nextCursor
    }
    const expected = building.deskIds.map((_, index) => `Desk ${String(index + 1).padStart(4, '0')}`)
    expect(names).toEqual(expected.filter((name) => name !== 'Desk 0004'))
    const zones = async () => (await as(ada).get(`${path}/free-zones?day=${day}`)).json<{ items: object[] }>().items
    expect(await zones()).toMatchObject([{ zoneId: building.openZoneId, capacity: 2, free: 1 }])
    await as(ada).book(day, { zoneId: building.openZoneId })
    expect(await zones()).toEqual([])
    const elsewhere = await as(ada).get(`${path}/free-desks?day=${day}&zoneId=nowhere`)
    expect(elsewhere.json<{ items: object[] }>().items).toEqual([])
  })

  it('show the assignee of a desk only to administrators and that assignee', async () => {
    const { id } = await service.createOrganization()
    const building = await addOffice(service, id)
    const [assignee, colleague] = [await addColleague(service, id, building), await addColleague(service, id, building)]
    const administrator = await addColleague(service, id, building, ['bookings-administrator'])
    await service.database.pool.query(`update places set assigned_user_id = $2 where org_id = $1 and id = $3`, [
      ...[id, assignee.userId, building.deskIds[0]],
    ])
    await service.database.pool.query('update organizations set auto_release = true where id = $1', [id])
    const path = `/api/locations/${building.locationId}/free-desks?day=${dayFromToday(10)}`
    const seenBy = async (who: SignedIn) =>
      (await as(who).get(path)).json<{ items: FreeDesk[] }>().items.find(({ placeId }) => placeId === building.deskIds[0])
    for (const who of [assignee, administrator]) {
      expect(await seenBy(who)).toMatchObject({ assignedUserId: assignee.userId })
    }
    expect(await seenBy(colleague)).toMatchObject({ assignedUserId: null })
  })

  it('refuse a cursor of another list', async () => {
    const path = `/api/locations/${office.locationId}/free-desks?day=${dayFromToday(1)}`
    for (const cursor of ['x', 'WyJhIl0', Buffer.from('["a","b"]').toString('base64url'), 'W10']) {
      expect(outcome(await as(ada).get(`${path}&cursor=${cursor}`))).toBe('invalid_parameter')
    }
    for (const limit of ['0', '1001', 'x', '1.5', ''])
      expect(outcome(await as(ada).get(`${path}&limit=${limit}`))).toBe('invalid_parameter')
  })
})

describe('the days of colleagues', () => {
  it('show who plans what where, but not those who do not want to be seen, except to themselves', async () => {
    const day = dayFromToday(12)
    const organization = await service.createOrganization()
    const building = await addOffice(service, organization.id)
    const [one, two, shy] = [
      await addColleague(service, organization.id, building),
      await addColleague(service, organization.id, building),
      await addColleague(service, organization.id, building),
    ]
    await service.database.pool.query(`update users set visibility = 'nobody' where org_id = $1 and id = $2`, [
      organization.id,
      shy.userId,
    ])
    await as(one).book(day, { placeId: building.deskIds[0] })
    await as(two).plan(day, { plan: 'r' })
    await as(shy).book(day, { locationId: building.locationId })
    const seenBy = async (viewer: SignedIn, filter = '') =>
      (await as(viewer).get(`/api/colleague-days?day=${day}${filter}`))
        .json<{ items: (Colleague & { plan: string; placeName: string | null })[] }>()
        .items.map(({ userId, plan, placeName }) => [userId, plan, placeName])
    const visible = [
      [one.userId, 'o', 'Desk 0001'],
      [two.userId, 'r', null],
    ].sort()
    expect(await seenBy(one)).toEqual(visible)
    expect(await seenBy(shy)).toEqual([...visible, [shy.userId, 'o', null]].sort())
    expect(await seenBy(two, `&locationId=${building.locationId}`)).toEqual([[one.userId, 'o', 'Desk 0001']])
    expect(await seenBy(two, `&groupId=${building.locationId}`)).toEqual([])
  })
})

describe('colleagues', () => {
  it('are active users, found by the start of their names', async () => {
    const organization = await service.createOrganization()
    const viewer = await service.signIn(organization.id)
    await service.database.pool.query(
      `insert into users (org_id, id, user_name, email, first_name, last_name, status)
       values ($1, gen_random_uuid(), 'g.hopper', 'grace@example.com', 'Grace', 'Hopper', 'active'),
         ($1, gen_random_uuid(), 'a.hopper', null, 'Anna', 'Hopper', 'inactive')`,
      [organization.id],
    )
    const found = await as(viewer).get('/api/colleagues?search=HOP')
    expect(found.json<{ items: Colleague[] }>().items.map(({ userName }) => userName)).toEqual(['g.hopper'])
    expect(found.text).not.toContain('grace@example.com')
    for (const [search, count] of [
      ['grace hop', 1],
      ['grace d', 0],
    ] as const) {
      const { items } = (await as(viewer).get(`/api/colleagues?search=${encodeURIComponent(search)}`)).json<{
        items: Colleague[]
      }>()
      expect([search, items.length]).toEqual([search, count])
    }
    expect((await as(viewer).get('/api/colleagues')).json<{ items: Colleague[] }>().items).toHaveLength(2)
  })
})

describe('time off', () => {
  it('takes precedence over plans of people, and is listed', async () => {
    const day = dayFromToday(9)
    const { keys, id } = await service.createOrganization()
    const building = await addOffice(service, id)
    const person = await addColleague(service, id, building)
    await as(person).book(day, { placeId: building.deskIds[0] })
    const response = await fetch(`${service.baseUrl}/v1/timeoff/basic`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${keys['submitting-events'].id}:${keys['submitting-events'].secret}`).toString('base64')}`,
      },
      body: JSON.stringify({
        timeOffEvents: [
          { eventId: 'v1', uid: person.userId, eventType: 'scheduled', startDate: day, endDate: day, timeOffType: 'holiday' },
        ],
      }),
    })
    expect(await response.json()).toMatchObject({ results: [{ resultCode: 0 }] })
    const { items } = (await as(person).get(`/api/users/me/days?startDate=${day}&endDate=${day}`)).json<{ items: UserDay[] }>()
    expect(items).toMatchObject([{ plan: 'a', planOrigin: 'time-off', booking: null }])
    expect(outcome(await as(person).book(day, { placeId: building.deskIds[0] }))).toBe('time_off')
    expect(outcome(await as(person).plan(day, { plan: 'o' }))).toBe('time_off')
    expect((await as(person).get('/api/users/me/time-off')).json()).toMatchObject({
      items: [{ eventId: 'v1', eventType: 'scheduled', startDate: day, timeOffType: 'holiday' }],
      nextCursor: null,
    })
  })
})
