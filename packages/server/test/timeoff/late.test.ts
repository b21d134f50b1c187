import { randomUUID } from 'node:crypto'
import type { DayExplanation } from '@rollcall/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { runRefresh } from '../../src/warehouse/refresh/refresh-service.ts'
import { dayAt, inconsistencies, liveBookings } from '../bookings/support.ts'
import { callAs } from '../parking/support.ts'
import { changesBy, rowsOf, segmentsOf } from '../refresh/support.ts'
import { createHr, type Hr } from './support.ts'

let service: TestService
let hr: Hr

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  hr = await createHr(service)
  await reachBack(7)
  await run(sql`update locations set presence_from = current_date - 100 where org_id = ${hr.org.id}`)
})

const run = (statement: ReturnType<typeof sql>) => statement.execute(service.database.db)
const reachBack = (days: number) => run(sql`update organizations set time_off_backdating = ${days} where id = ${hr.org.id}`)
const plan = (day: number, what: 'o' | 'r', origin = 'day-plan', userId = hr.user) =>
  run(sql`
    insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, command_id)
    values (${hr.org.id}, ${userId}, ${dayAt(hr.office, day)}, ${what}, ${what === 'o' ? hr.office.locationId : null}, ${origin},
      'directory', gen_random_uuid())`)
const book = (day: number, userId = hr.user, zoneId = hr.office.zoneId) =>
  run(sql`
    insert into bookings (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, command_id)
    values (${hr.org.id}, ${randomUUID()}, ${userId}, ${dayAt(hr.office, day)}, ${hr.office.locationId}, ${zoneId},
      ${zoneId === hr.office.zoneId ? hr.office.desks[0] : null}, 'directory', gen_random_uuid())`)
const publish = () => runRefresh(service.database, hr.org.id)
const office = () => ({ pool: service.database.pool, orgId: hr.org.id })
const rowOf = async (day: number) => (await rowsOf(office(), dayAt(hr.office, day), hr.office.locationId))[0]
const short = async (day: number) => {
  const row = await rowOf(day)
  return row && [row.plan, row.attendanceType, row.attendanceReason, row.planOrigin, row.bookingDepth]
}
const NO_SHOW = ['o', 'noShow', 'planned', 'day-plan', 3]
const AWAY = ['a', null, 'away', 'time-off', null]

describe('late time off', () => {
  it('makes a no-show a day away and restates the published day as corrected; its cancellation restores both', async () => {
    await plan(-3, 'o')
    await book(-3)
    await publish()
    expect(await short(-3)).toEqual(['o', 'noShow', 'planned', 'directory', 3])
    const before = { segments: await segmentsOf(office(), 'user-booking-attendance'), row: await rowOf(-3) }

    expect((await hr.submit([hr.event(-3, -3, { timeOffType: 'sick' })])).said).toEqual(['0 Accepted'])
    await publish()
    expect(await short(-3)).toEqual(AWAY)
    const away = { segments: await segmentsOf(office(), 'user-booking-attendance'), row: await rowOf(-3) }
    expect(changesBy(before.segments, away.segments)).toMatchObject([
      { day: dayAt(hr.office, -3), locationId: hr.office.locationId, revision: 2, reason: 'corrected' },
    ])
    expect(String(away.row?.updatedAt) > String(before.row?.updatedAt)).toBe(true)

    expect((await hr.submit([hr.canceled(-3, -3)])).said).toEqual(['0 Accepted'])
    await publish()
    expect(await short(-3)).toEqual(NO_SHOW)
    expect(String((await rowOf(-3))?.updatedAt) > String(away.row?.updatedAt)).toBe(true)
    expect(await rowOf(-3)).toEqual({ ...before.row, planOrigin: 'day-plan', updatedAt: expect.any(String) })
    expect(await inconsistencies(hr.office)).toEqual([])
  })

  it('is explained by the log of the day, which says that it came after the day', async () => {
    await plan(-3, 'o')
    await book(-3)
    await hr.submit([hr.event(-3, -3)])
    const admin = await service.signIn(hr.org.id, ['global-administrator'])
    const path = `/api/users/${hr.user}/days/${dayAt(hr.office, -3)}/explanation`
    const explained = (await callAs(service, admin, 'GET', path)).json<DayExplanation>()
    expect(explained.rule).toMatchObject({ code: 'noOfficePlan', text: 'Planned away and seen nowhere: no attendance.' })
    expect(explained.plan).toMatchObject({ plan: 'a', planOrigin: 'time-off', changedBy: 'time-off' })
    expect(explained.actions.map(({ action, changedBy }) => [action, changedBy])).toEqual([
      ['planSet', 'directory'],
      ['booked', 'directory'],
      ['planChanged', 'time-off'],
      ['cancelled', 'time-off'],
    ])
    expect(explained.restatedBy).toMatch(/\(time-off\)$/)
  })

  it('reaches back exactly so many days as the setting says, also for a range that is partly within reach', async () => {
    for (const day of [-8, -7, -6, 0, 1]) await plan(day, 'r')
    await hr.submit([hr.event(-8, 1)])
    expect(await hr.plans(-8, 1)).toEqual(['r day-plan', ...Array(9).fill('a time-off')])
    await reachBack(6)
    await hr.submit([hr.canceled(-8, -1)])
    expect(await hr.plans(-8, 0)).toEqual(['r day-plan', 'a time-off', 'r day-plan', ...Array(5).fill(null), 'a time-off'])
  })

  it('leaves past days alone by default, and days that were announced in time when they are called off late', async () => {
    await reachBack(0)
    await plan(-1, 'o')
    await hr.submit([hr.event(-1, -1)])
    expect(await hr.plans(-1, -1)).toEqual(['o day-plan'])
    // As if it had been announced before the day.
    await plan(-2, 'r', 'time-off')
    await reachBack(7)
    await hr.submit([hr.canceled(-2, -1)])
    expect(await hr.plans(-2, -1)).toEqual(['r time-off', 'o day-plan'])
  })

  it('adds up, ignores repeats, and does nothing where it was called off before it came', async () => {
    await plan(-2, 'r', 'week-plan')
    const other = { eventId: 'b' }
    await hr.submit([hr.event(-2, -2)])
    await hr.submit([hr.event(-2, -2), hr.event(-3, -2, other)])
    await hr.submit([hr.canceled(-2, -2)])
    expect(await hr.plans(-3, -2)).toEqual(['a time-off', 'a time-off'])
    await hr.submit([hr.canceled(-3, -2, other), hr.canceled(-3, -2, other)])
    expect(await hr.plans(-3, -2)).toEqual([null, 'r week-plan'])
    await hr.submit([hr.event(-2, -2), hr.canceled(-1, -1, { eventId: 'c' }), hr.event(-1, -1, { eventId: 'c' })])
    expect(await hr.plans(-2, -1)).toEqual(['r week-plan', null])
  })

  it('counts presence as on every day away, in whichever order the two arrive', async () => {
    for (const day of [-3, -2]) await plan(day, 'o')
    const see = (day: number) =>
      run(sql`
        insert into presence_events
          (org_id, source_no, event_id, utc_day, occurred_at, user_id, node_type, node_id, location_id, local_day)
        values (${hr.org.id}, 1, gen_random_uuid(), ${dayAt(hr.office, day)}, ${`${dayAt(hr.office, day)}T09:00:00Z`}, ${hr.user},
          'location', ${hr.office.locationId}, ${hr.office.locationId}, ${dayAt(hr.office, day)})`)
    await see(-3)
    await hr.submit([hr.event(-3, -2)])
    await see(-2)
    await publish()
    const walkIn = ['a', 'walkIn', 'away', 'time-off', null]
    expect([await short(-3), await short(-2)]).toEqual([walkIn, walkIn])
  })

  it('leaves a desk to the person who was given it meanwhile, and days that are anonymous alone', async () => {
    await plan(-2, 'o')
    await book(-2)
    const bob = await hr.addUser('bob@example.com')
    await hr.submit([hr.event(-2, -2)])
    await run(sql`
      insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
      values (${hr.org.id}, ${bob}, ${dayAt(hr.office, -2)}, 'o', 'day-plan', 'presence', gen_random_uuid())`)
    await book(-2, bob)
    await hr.submit([hr.canceled(-2, -2)])
    expect(await hr.plans(-2, -2)).toEqual(['o day-plan'])
    await publish()
    expect((await rowsOf(office(), dayAt(hr.office, -2), hr.office.locationId)).map((row) => row.bookingDepth).sort()).toEqual([
      3,
      null,
    ])

    await plan(-5, 'r')
    await run(sql`
      insert into retention_runs (org_id, kind, through) values (${hr.org.id}, 'presence', ${dayAt(hr.office, -4)})`)
    await hr.submit([hr.event(-5, -3, { eventId: 'd' })])
    expect(await hr.plans(-5, -3)).toEqual(['r day-plan', null, 'a time-off'])
  })

  it('leaves the desk, and the last seat of a zone, to the last who had it when several people are back by one call', async () => {
    const bob = await hr.addUser('bob@example.com')
    await run(sql`update zones set capacity = 1 where org_id = ${hr.org.id} and id = ${hr.office.neighborhoodId}`)
    for (const [day, zoneId] of [
      [-2, hr.office.zoneId],
      [-3, hr.office.neighborhoodId],
    ] as const) {
      for (const [userId, eventId] of [
        [hr.user, `a ${day}`],
        [bob, `b ${day}`],
      ] as const) {
        await plan(day, 'o', 'day-plan', userId)
        await book(day, userId, zoneId)
        await hr.submit([hr.event(day, day, { uid: userId, eventId })])
      }
      const canceled = [hr.canceled(day, day, { eventId: `a ${day}` }), hr.canceled(day, day, { uid: bob, eventId: `b ${day}` })]
      expect((await hr.submit(canceled)).said).toEqual(['0 Accepted', '0 Accepted'])
      for (const userId of [hr.user, bob]) expect(await hr.plans(day, day, userId)).toEqual(['o day-plan'])
    }
    const live = (await liveBookings(hr.office)).map(({ user_id, day }) => [user_id, day]).sort()
    expect(live).toEqual([
      [bob, dayAt(hr.office, -3)],
      [bob, dayAt(hr.office, -2)],
    ])
    expect(await inconsistencies(hr.office)).toEqual([])
  })
})
