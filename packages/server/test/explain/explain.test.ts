import { randomUUID } from 'node:crypto'
import { ADMINISTRATOR_ROLES, DayExplanation } from '@rollcall/contract'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCommand } from '../../src/planning/commands/command.ts'
import { saveDayPlans } from '../../src/planning/plans/day-plans.ts'
import { explainDay } from '../../src/warehouse/explain/explain-service.ts'
import { type Bench, type Office, openOffice, shareBench } from '../attendance/support.ts'
import { send } from '../http/support/send.ts'
import { addBuilding, type Nodes } from '../ingest/support.ts'

let bench: Bench
let office: Office
let mitte: Nodes
let user: string

const DAY = '2026-03-02'
const validator = Compile(DayExplanation)

beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openOffice(bench)
  mitte = await addBuilding(bench.service, office.orgId, 'Europe/Berlin')
  await name('locations', mitte.location, 'Berlin Mitte')
  await name('zones', mitte.zone, '2 North')
  await name('places', mitte.place, 'D-2-014')
  user = await office.addUser(mitte.location)
})

const name = (table: string, id: string, text: string) =>
  office.pool.query(`update ${table} set name = $3 where org_id = $1 and id = $2`, [office.orgId, id, text])

/** The caller that a key stands for. */
const key = (orgId: string) => ({ orgId, userId: null, roles: [], session: null })

const explain = async (day = DAY, moment?: string) => {
  const explanation = await explainDay(office.db, key(office.orgId), user, day, moment ? { moment: new Date(moment) } : {})
  expect([...validator.Errors(explanation)]).toEqual([])
  return explanation
}

/** Sets the arrival of events to the time at which they happened. */
const onTime = () => office.pool.query('update presence_events set received_at = occurred_at where org_id = $1', [office.orgId])

const setPlan = (what: 'o' | 'r' | 'a', reason: string) =>
  saveDayPlans(office.db, office.orgId, createCommand({ changedBy: 'administrator', userId: user }, reason), [
    { userId: user, day: DAY, plan: what, locationId: null, origin: 'day-plan' },
  ])

describe('the explanation of a day', () => {
  it('names the plan, the booking, every action, every event, the rule, and what changed it after the day', async () => {
    await office.plan(user, DAY, 'r')
    await setPlan('o', 'visit of a customer')
    const booking = await office.book(user, DAY, mitte.location)
    await office.pool.query(
      `update bookings set zone_id = $3, place_id = $4, command_id = gen_random_uuid() where org_id = $1 and id = $2`,
      [office.orgId, booking, mitte.zone, mitte.place],
    )
    const [event] = await office.record(
      [{ eventId: 'b-1', timestamp: '2026-03-02T07:57:00Z', userId: user, locationId: mitte.place, locationType: 'place' }],
      'gates',
    )
    expect(event?.resultCode).toBe(0)
    const explanation = await explain()
    expect(explanation).toMatchObject({
      userId: user,
      day: DAY,
      plan: { plan: 'o', planOrigin: 'day-plan', locationId: mitte.location, changedBy: 'administrator', changedByUserId: user },
      booking: { bookingId: booking, bookingDepth: 3, locationName: 'Berlin Mitte', levelName: 'Level', placeName: 'D-2-014' },
      plannedLocation: {
        ...{ locationName: 'Berlin Mitte', decidedBy: 'booking', reportsFrom: DAY, reportsUntil: null },
        reportsBecause: 'earliestEvent',
      },
      events: [
        {
          ...{ eventId: 'b-1', sourceId: 'gates', timestamp: '2026-03-02T07:57:00.000Z', locationType: 'place' },
          ...{ locationName: 'Berlin Mitte', levelName: 'Level', zoneName: '2 North', placeName: 'D-2-014', spaceName: null },
          ...{ isLate: true, counted: true },
        },
      ],
      attendance: { plan: 'o', attendanceType: 'confirmed', attendanceLocationName: 'Berlin Mitte' },
      rule: { code: 'seenAsPlanned', text: 'Planned for Berlin Mitte, seen there first at 08:57 (gates): confirmed.' },
      restatedBy: 'Late event of gates, seen at Berlin Mitte',
      restatement: { code: 'lateEvent', sourceId: 'gates', locationName: 'Berlin Mitte', actionId: null },
    })
    expect(explanation.plan?.reason).toBe('visit of a customer')
    expect(explanation.restatedAt).toBe(explanation.events[0]?.receivedAt)
    expect(explanation.actions.map(({ action, description, changedBy }) => [action, description, changedBy])).toEqual([
      ['planSet', 'Planned remote', 'directory'],
      ['planChanged', 'Changed the plan from remote to office in Berlin Mitte', 'administrator'],
      ['booked', 'Booked a day in Berlin Mitte', 'directory'],
      ['moved', 'Moved the booking from a day in Berlin Mitte to desk D-2-014 in 2 North, Berlin Mitte', 'directory'],
    ])
    expect(explanation.actions[1]).toMatchObject({
      ...{ reason: 'visit of a customer', changedByUserId: user, day: DAY, userId: user },
      ...{ before: { plan: 'r', locationId: null }, after: { plan: 'o', locationId: mitte.location } },
    })
  })

  it('shows a plan and the booking that fell with it as one action, and the correction as what restated the day', async () => {
    await office.plan(user, DAY, 'o', mitte.location)
    await office.book(user, DAY, mitte.location)
    await setPlan('a', 'ill')
    const { actions, booking, attendance, rule, restatedAt, restatedBy } = await explain()
    const [changed, canceled] = actions.slice(-2)
    expect([changed?.description, canceled?.description]).toEqual([
      'Changed the plan from office in Berlin Mitte to away',
      'Canceled the booking of a day in Berlin Mitte',
    ])
    expect(changed?.actionId).toBe(canceled?.actionId)
    expect([booking, attendance?.attendanceType]).toEqual([null, null])
    expect(rule).toMatchObject({ code: 'noOfficePlan', text: 'Planned away and seen nowhere: no attendance.' })
    expect([restatedAt, restatedBy]).toEqual([
      canceled?.timestamp,
      'Canceled the booking of a day in Berlin Mitte (administrator)',
    ])
  })

  it('distinguishes late events from timely ones, and counted ones from ignored ones', async () => {
    const other = await addBuilding(bench.service, office.orgId, 'Europe/Berlin')
    await name('locations', other.location, 'Hamburg')
    await office.plan(user, DAY, 'o')
    await office.see(user, mitte.location, '2026-03-02T10:00:00Z')
    await office.see(user, other.location, '2026-03-02T07:00:00Z')
    await onTime()
    await office.pool.query(
      `update presence_events set received_at = '2026-03-02T23:00:00Z' where org_id = $1 and location_id = $2`,
      [office.orgId, other.location],
    )
    const { events, rule } = await explain()
    expect(events.map(({ locationName, isLate, counted }) => [locationName, isLate, counted])).toEqual([
      ['Hamburg', true, false],
      ['Berlin Mitte', false, true],
    ])
    expect(rule.text).toBe('Planned for Berlin Mitte, seen there first at 11:00 (badges): confirmed.')
  })

  it('names what restated the day of a user who was not seen: first events, the reporting window, the time zone', async () => {
    await office.plan(user, DAY, 'o', mitte.location)
    const other = await office.addUser(mitte.location)
    const planned = 'Planned office in Berlin Mitte (directory)'
    expect(await explain()).toMatchObject({ attendance: { attendanceType: 'unconfirmed' }, restatedBy: planned })
    const told = async () => {
      const { attendance, restatedAt, restatedBy } = await explain()
      expect(Date.parse(restatedAt as string)).toBeGreaterThan(Date.parse(DAY))
      return [attendance?.attendanceType, restatedBy]
    }
    await office.see(other, mitte.location, '2026-03-04T09:00:00Z')
    expect((await explain()).restatedBy).toBe(planned)
    await office.see(other, mitte.location, '2026-03-01T09:00:00Z')
    expect(await told()).toEqual([
      'noShow',
      'A late event moved the first day of presence in Berlin Mitte from 2026-03-04 to 2026-03-01',
    ])
    const report = (from: string | null) =>
      office.pool.query('update locations set presence_from = $3 where org_id = $1 and id = $2', [
        ...[office.orgId, mitte.location, from],
      ])
    await report('2026-03-03')
    expect(await told()).toEqual([
      'unconfirmed',
      'Presence reporting of Berlin Mitte was set to be from 2026-03-03, instead of from the earliest event',
    ])
    await office.see(user, mitte.location, '2026-03-02T23:30:00Z')
    expect((await explain()).attendance?.attendanceType).toBe('unconfirmed')
    await office.pool.query(`update locations set time_zone = 'UTC' where org_id = $1 and id = $2`, [
      ...[office.orgId, mitte.location],
    ])
    expect(await told()).toEqual(['confirmed', 'The time zone of Berlin Mitte was corrected from Europe/Berlin to UTC'])
  })

  it('of today says what is known so far, and that nothing was restated', async () => {
    // It is about noon in this time zone, so the day does not end during the test. Etc/GMT counts westwards.
    const west = new Date().getUTCHours() - 12
    const zone = `Etc/GMT${west < 0 ? west : `+${west}`}`
    const here = await office.addLocation(zone, { from: '2026-01-01' })
    await name('locations', here, 'Noon Tower')
    const today = Temporal.Now.plainDateISO(zone).toString()
    await office.plan(user, today, 'o', here)
    expect(await explain(today)).toMatchObject({
      attendance: { attendanceType: null },
      rule: {
        code: 'dayNotOver',
        text: 'Planned for Noon Tower and not seen so far; the day is not over there: nothing is decided yet.',
      },
      plannedLocation: { decidedBy: 'plan', reportsFrom: '2026-01-01', reportsBecause: 'administrator' },
      ...{ restatedAt: null, restatedBy: null },
    })
    await office.see(user, here, new Date().toISOString())
    expect(await explain(today)).toMatchObject({
      ...{ rule: { code: 'seenAsPlanned' }, events: [{ isLate: false, counted: true }], restatedAt: null },
    })
  })

  it('of a day to come shows the week plan as a forecast, and of a past one does not', async () => {
    await office.pool.query(
      `insert into week_plans (org_id, user_id, weekday, plan, changed_by, command_id)
       values ($1, $2, 1, 'o', 'user', gen_random_uuid())`,
      [office.orgId, user],
    )
    expect(await explain(DAY, '2026-03-02T22:59:59Z')).toMatchObject({
      plan: { plan: 'o', planOrigin: 'forecast', changedBy: 'user' },
      attendance: null,
      rule: { code: 'nothingKnown', text: 'Planned for the office by the week plan alone, and not seen: no attendance.' },
    })
    expect(await explain(DAY, '2026-03-02T23:00:00Z')).toMatchObject({
      ...{ plan: null, rule: { code: 'nothingKnown', text: 'Neither plan nor presence: no attendance.' } },
    })
    await office.plan(user, DAY, 'r')
    expect((await explain(DAY, '2026-03-01T00:00:00Z')).plan).toMatchObject({ plan: 'r', planOrigin: 'day-plan' })
  })

  it('of an unknown user, or of another organization, is refused', async () => {
    await expect(explainDay(office.db, key(office.orgId), randomUUID(), DAY)).rejects.toMatchObject({ code: 'entity_not_found' })
    const other = await openOffice(bench)
    await expect(explainDay(other.db, key(other.orgId), user, DAY)).rejects.toMatchObject({ code: 'entity_not_found' })
  })
})

describe('a day with many events', () => {
  it('lists the first 500, counts all, and decides by all', async () => {
    const other = await addBuilding(bench.service, office.orgId, 'Europe/Berlin')
    await office.plan(user, DAY, 'o')
    const second = (n: number) => new Date(Date.parse('2026-03-02T06:00:00Z') + n * 1000).toISOString()
    await office.see(user, other.location, ...Array.from({ length: 500 }, (_, n) => second(n)))
    await onTime()
    expect((await explain()).eventCount).toBe(500)
    expect((await explain()).events).toHaveLength(500)
    await office.see(user, mitte.location, '2026-03-02T10:00:00Z', '2026-03-02T11:00:00Z')
    const explanation = await explain()
    expect(explanation.eventCount).toBe(502)
    expect(explanation.events.map(({ locationId }) => locationId)).toEqual(Array(500).fill(other.location))
    expect(explanation.rule.text).toBe('Planned for Berlin Mitte, seen there first at 11:00 (badges): confirmed.')
    expect(explanation.restatedBy).toBe('Late event of badges, seen at Berlin Mitte')
  })
})

describe('who reads', () => {
  it.each([
    ['explanation', 'days/2026-03-02/explanation', ['analytics-administrator']],
    ['log', 'actions', ['analytics-administrator', 'bookings-administrator']],
  ])('the %s of others has a role for it; everybody reads their own', async (_, path, readers) => {
    const { service } = bench
    for (const role of ADMINISTRATOR_ROLES) {
      const { headers } = await service.signIn(office.orgId, [role])
      const isReader = role === 'global-administrator' || readers.includes(role)
      const { status } = await send(service.baseUrl, { path: `/api/users/${user}/${path}`, headers })
      expect([role, status]).toEqual([role, isReader ? 200 : 403])
      expect((await send(service.baseUrl, { path: `/api/users/me/${path}`, headers })).status).toBe(200)
    }
  })
})

describe('the rule', () => {
  const late = '2026-08-01T00:00:00Z'

  it('of a no-show says since when the location reports presence', async () => {
    await office.pool.query(`update locations set presence_from = '2026-02-01' where org_id = $1`, [office.orgId])
    await office.plan(user, DAY, 'o')
    expect((await explain(DAY, late)).rule).toMatchObject({
      code: 'plannedNotSeen',
      text: 'Planned for Berlin Mitte, which has reported presence since 2026-02-01, but seen nowhere: no-show.',
    })
  })

  it('of an unconfirmed day says that nothing is reported there, or that there is no building', async () => {
    await office.plan(user, DAY, 'o')
    const { rule, plannedLocation } = await explain(DAY, late)
    expect(rule).toMatchObject({
      code: 'plannedNotReported',
      text: 'Planned for Berlin Mitte, which does not report presence on that day, and seen nowhere: unconfirmed.',
    })
    expect(plannedLocation).toMatchObject({ decidedBy: 'plan', reportsFrom: null, reportsBecause: null })
    user = await office.addUser()
    await office.plan(user, DAY, 'o')
    expect(await explain(DAY, late)).toMatchObject({
      plannedLocation: null,
      rule: { text: 'Planned for the office, but for no building, and seen nowhere: unconfirmed.' },
    })
  })

  it('of a walk-in says what was planned and where the user was seen', async () => {
    const hamburg = await office.addLocation('Europe/Berlin')
    await name('locations', hamburg, 'Hamburg')
    await office.see(user, hamburg, '2026-03-02T08:10:00Z')
    expect((await explain()).rule).toMatchObject({
      ...{ code: 'seenWithoutOfficePlan', text: 'Nothing planned, but seen in Hamburg, first at 09:10 (badges): walk-in.' },
    })
    await office.plan(user, DAY, 'r')
    expect((await explain()).rule).toMatchObject({
      ...{ code: 'seenWithoutOfficePlan', text: 'Planned remote, but seen in Hamburg, first at 09:10 (badges): walk-in.' },
    })
    await setPlan('o', 'correction')
    expect((await explain()).rule).toMatchObject({
      code: 'seenElsewhere',
      text: 'Planned for Berlin Mitte, but seen only in Hamburg, first at 09:10 (badges): walk-in.',
    })
  })
})
