import { randomUUID } from 'node:crypto'
import type { Visit } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { bearer, type SignedIn, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { afterWaiting } from '../http/support/after-waiting.ts'
import { tokenOf } from '../http/support/credentials.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { addBuilding, type Nodes } from '../ingest/support.ts'
import { callAs } from '../parking/support.ts'
import { listVisits, submitVisitors } from './support.ts'

let service: TestService
let org: TestOrganization
let nodes: Nodes
let host: SignedIn
let other: SignedIn
let workplaceAdmin: SignedIn
let key: SignedIn

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  day = AHEAD
  org = await service.createOrganization()
  nodes = await addBuilding(service, org.id, 'America/New_York')
  host = await service.signIn(org.id)
  other = await service.signIn(org.id)
  workplaceAdmin = await service.signIn(org.id, ['workplace-administrator'])
  key = { userId: '', userName: '', headers: bearer(await tokenOf(service.baseUrl, org.keys['all-permissions'])) }
})

/** Hosts expect visitors today and later; who has arrived did so on a day that administrators may still write. */
const AHEAD = '2031-03-02'
const PAST = '2026-03-02'
let day = AHEAD
const range = () => `startDate=${day}&endDate=${day}`
const ALAN = { visitorName: 'Alan Mathison', visitorEmail: 'alan@visitor.example' }

const call = (who: SignedIn, method: string, path: string, body?: object) =>
  callAs(service, who, method, `/api/visits${path}`, body)
const expected = (more: object = {}) => ({ ...ALAN, locationId: nodes.location, day, ...more })
const expectVisit = async (more: object = {}, who = host) => {
  const isForHost = day === PAST && (who === host || who === other)
  const answer = isForHost
    ? await call(workplaceAdmin, 'POST', '', expected({ hostUserId: who.userId, ...more }))
    : await call(who, 'POST', '', expected(more))
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, ''])
  return answer.json<Visit>()
}
const at = (hour: number, minute = 0) => `${day}T${String(hour + 5).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00.000Z`
const event = (eventType: 'arrived' | 'departed', timestamp: string, more: object = {}) => ({
  eventId: randomUUID(),
  timestamp,
  eventType,
  locationId: nodes.location,
  ...more,
})
const submit = (...events: object[]) => submitVisitors(service, org, events)
const log = (who = workplaceAdmin, filters = range()) => listVisits(service, who, filters)
const shown = (visits: Visit[]) =>
  visits
    .map(({ visitType, visitorName, status, arrivedAt, departedAt }) =>
      [visitType, visitorName, status, arrivedAt?.slice(11, 16), departedAt?.slice(11, 16)].join(' '),
    )
    .sort()

describe('an expected visit', () => {
  it('is dated by its change, and not by when the change began to wait for another one', async () => {
    const { visitId } = await expectVisit()
    const lock = ['select from visits where org_id = $1 and id = $2 for update', org.id, visitId] as const
    const change = () => call(host, 'PATCH', `/${visitId}`, { visitorName: 'Alan M.' })
    const { answer, released } = await afterWaiting(service, lock, change)
    const { updatedAt } = answer.json<Visit>()
    expect(updatedAt >= released, `${updatedAt} after ${released}`).toBe(true)
  })

  it('is read by its host, administrators and keys', async () => {
    const visit = await expectVisit()
    for (const who of [host, workplaceAdmin, key]) expect((await call(who, 'GET', `/${visit.visitId}`)).json()).toEqual(visit)
    expectProblem(await call(other, 'GET', `/${visit.visitId}`), 'role_not_allowed')
    expectProblem(await call(host, 'GET', `/${randomUUID()}`), 'entity_not_found')
  })

  it('is shown to no caller who repeats it in the name of its host', async () => {
    const { visitId } = await expectVisit()
    const answer = await call(other, 'POST', '', expected({ visitId, hostUserId: host.userId }))
    expectProblem(answer, 'role_not_allowed')
    expect((await call(workplaceAdmin, 'POST', '', expected({ visitId, hostUserId: host.userId }))).status).toBe(201)
  })

  it('is of the host who adds it', async () => {
    const visit = await expectVisit({
      visitorType: 'guest',
      expectedAt: '2031-03-02T09:00:00-05:00',
      day: '2031-03-02T00:00:00Z',
    })
    expect(visit).toEqual({
      visitId: expect.any(String),
      visitType: 'expected',
      status: 'expected',
      ...ALAN,
      visitorType: 'guest',
      badgeNumber: null,
      locationId: nodes.location,
      locationName: `Building ${nodes.location}`,
      day,
      expectedAt: at(9),
      hostUserId: host.userId,
      hostUserName: host.userName,
      arrivedAt: null,
      departedAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(await log(host)).toEqual([visit])
  })

  it('is answered again to the same visitId, also at once, and is no other host’s to repeat', async () => {
    const visitId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(host, 'POST', '', expected({ visitId }))))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await expectVisit({ visitId: visitId.toUpperCase(), visitorName: 'Another Guest' })).toMatchObject(ALAN)
    expectProblem(await call(other, 'POST', '', expected({ visitId })), 'conflict')
  })

  it('has an active host: the caller, or any user if an administrator or key adds it', async () => {
    const hostUserId = host.userId
    expectProblem(await call(other, 'POST', '', expected({ hostUserId })), 'role_not_allowed')
    expectProblem(await call(key, 'POST', '', expected()), 'invalid_request')
    for (const who of [workplaceAdmin, key]) expect((await expectVisit({ hostUserId }, who)).hostUserId).toBe(hostUserId)
    await service.database.pool.query(`update users set status = 'inactive' where org_id = $1 and id = $2`, [
      org.id,
      other.userId,
    ])
    expectProblem(await call(workplaceAdmin, 'POST', '', expected({ hostUserId: other.userId })), 'user_inactive')
    expectProblem(await call(workplaceAdmin, 'POST', '', expected({ hostUserId: randomUUID() })), 'entity_not_found')
  })

  it.each([
    ['day', { day: '2031-02-30' }],
    ['expectedAt', { expectedAt: '2031-02-30T09:00:00Z' }],
    ['expectedAt', { expectedAt: '2031-03-02T04:59:59Z' }],
    ['expectedAt', { expectedAt: '2031-03-03T05:00:00Z' }],
    ['visitorName', { visitorName: '' }],
  ])('has a %s that fits: not %j', async (field, more) => {
    const { errors } = expectProblem(await call(host, 'POST', '', expected(more)), 'invalid_body')
    expect(errors?.[0]?.pointer).toBe(`/${field}`)
  })

  it('may be expected at either end of its local day', async () => {
    for (const expectedAt of ['2031-03-02T05:00:00.000Z', '2031-03-03T04:59:59.000Z']) {
      expect((await expectVisit({ expectedAt })).expectedAt).toBe(expectedAt)
    }
  })

  it('takes place in a building that is in use', async () => {
    const { visitId } = await expectVisit()
    await service.database.pool.query(`update locations set status = 'inactive' where org_id = $1`, [org.id])
    expectProblem(await call(host, 'POST', '', expected()), 'place_inactive')
    expect((await call(host, 'PATCH', `/${visitId}`, { visitorName: 'Alan' })).status).toBe(200)
  })

  it('is changed and canceled by its host and by administrators', async () => {
    const { visitId } = await expectVisit({ expectedAt: at(9) })
    expectProblem(await call(other, 'PATCH', `/${visitId}`, { status: 'cancelled' }), 'role_not_allowed')
    expectProblem(await call(host, 'PATCH', `/${visitId}`, { hostUserId: other.userId }), 'role_not_allowed')
    expectProblem(await call(host, 'PATCH', `/${visitId}`, { day: '2031-03-03' }), 'invalid_body')
    const moved = await call(host, 'PATCH', `/${visitId}`, { day: '2031-03-03', expectedAt: null, visitorEmail: null })
    expect(moved.json()).toMatchObject({ day: '2031-03-03', expectedAt: null, visitorEmail: null, visitorName: 'Alan Mathison' })
    expect((await call(host, 'PATCH', `/${visitId}`, { status: 'cancelled' })).json()).toMatchObject({ status: 'cancelled' })
    expect((await call(workplaceAdmin, 'PATCH', `/${visitId}`, { hostUserId: other.userId })).json()).toMatchObject({
      hostUserId: other.userId,
    })
  })
})

describe('arrivals and departures', () => {
  beforeEach(() => {
    day = PAST
  })

  it('belong to the visit with their e-mail, in any letter case', async () => {
    const { visitId } = await expectVisit({ visitorName: 'A. Mathison' })
    await submit(
      event('arrived', at(9), { visitorEmail: 'ALAN@visitor.example', badgeNumber: 'V-1' }),
      event('departed', at(11), { badgeNumber: 'V-1' }),
    )
    const [visit, ...rest] = await log()
    expect(visit).toMatchObject({
      visitId,
      visitType: 'expected',
      status: 'departed',
      arrivedAt: at(9),
      departedAt: at(11),
      badgeNumber: 'V-1',
    })
    expect(rest).toEqual([])
  })

  it('belong else to the visit with their name and host', async () => {
    await expectVisit({ visitorEmail: null })
    await submit(
      event('arrived', at(9), { visitorName: 'alan mathison', hostUserId: host.userId, visitorEmail: 'new@visitor.example' }),
    )
    expect(shown(await log())).toEqual(['expected Alan Mathison arrived 14:00 '])
  })

  it.each([
    ['another building', async () => ({ locationId: (await addBuilding(service, org.id)).location }), 2],
    ['another day', async () => ({ timestamp: '2026-03-03T05:00:00Z' }), 1],
    ['another host and no e-mail', async () => ({ visitorEmail: null, hostUserId: other.userId }), 2],
    ['another name and no e-mail', async () => ({ visitorEmail: null, visitorName: 'Alan', hostUserId: host.userId }), 2],
    ['nothing to know them by', async () => ({ visitorEmail: null, visitorName: null }), 2],
  ])('with %s are those of walk-ins', async (_, more, count) => {
    await expectVisit()
    await submit(event('arrived', at(9), { ...ALAN, ...(await more()) }))
    const visits = await log()
    expect(visits).toHaveLength(count)
    expect(visits.find(({ visitType }) => visitType === 'expected')).toMatchObject({ status: 'expected', arrivedAt: null })
  })

  it('of a visit that was canceled are those of a walk-in', async () => {
    const { visitId } = await expectVisit()
    await submit(event('arrived', at(9), ALAN))
    await call(host, 'PATCH', `/${visitId}`, { status: 'cancelled' })
    expect(shown(await log())).toEqual([
      ['expected', 'Alan Mathison', 'cancelled', '', ''].join(' '),
      'walkIn Alan Mathison arrived 14:00 ',
    ])
  })

  it('show the first arrival, and a departure only when no arrival came after it', async () => {
    await expectVisit()
    await submit(event('arrived', at(9), ALAN), event('departed', at(12), ALAN), event('arrived', at(13), ALAN))
    expect(shown(await log())).toEqual(['expected Alan Mathison arrived 14:00 '])
    await submit(event('departed', at(16), ALAN))
    expect(shown(await log())).toEqual(['expected Alan Mathison departed 14:00 21:00'])
  })

  it('go to the visit expected nearest, of several of the same person', async () => {
    const morning = await expectVisit({ expectedAt: at(9) })
    const afternoon = await expectVisit({ expectedAt: at(14) })
    await submit(event('arrived', at(13, 40), ALAN), event('departed', at(15), ALAN))
    const visits = await log()
    expect(visits.find(({ visitId }) => visitId === morning.visitId)?.arrivedAt).toBeNull()
    expect(visits.find(({ visitId }) => visitId === afternoon.visitId)).toMatchObject({
      arrivedAt: at(13, 40),
      departedAt: at(15),
    })
  })

  it('go to the visit of their host, of several of the same person', async () => {
    const mine = await expectVisit({ expectedAt: at(9) })
    await expectVisit({ expectedAt: at(14) }, other)
    await submit(event('arrived', at(14), { ...ALAN, hostUserId: host.userId }))
    expect((await log()).find(({ arrivedAt }) => arrivedAt !== null)?.visitId).toBe(mine.visitId)
  })

  it('follow a badge from visitor to visitor', async () => {
    const badge = { badgeNumber: 'V-1' }
    await submit(
      event('arrived', at(9), { visitorName: 'First', ...badge }),
      event('departed', at(10), badge),
      event('arrived', at(11), { visitorName: 'Second', ...badge }),
      event('departed', at(12), badge),
    )
    expect(shown(await log())).toEqual(['walkIn First departed 14:00 15:00', 'walkIn Second departed 16:00 17:00'])
  })

  it('without an arrival belong to a visit or to no one', async () => {
    await expectVisit()
    await submit(event('departed', at(9), { visitorName: 'Stranger' }), event('departed', at(12), ALAN))
    expect(shown(await log())).toEqual(['expected Alan Mathison departed  17:00'])
  })

  it('come to the same in whichever order they, and the visits, came in', async () => {
    const visits = [
      expected({ visitId: randomUUID(), expectedAt: at(9) }),
      expected({ visitId: randomUUID(), expectedAt: at(14), visitorName: 'Alan M.' }),
      expected({ visitId: randomUUID(), visitorEmail: null, visitorName: 'Grace' }),
    ]
    const events = [
      event('arrived', at(8, 50), ALAN),
      event('departed', at(10), { visitorName: 'ALAN MATHISON' }),
      event('departed', at(10, 30), ALAN),
      event('arrived', at(13), { visitorName: 'Alan M.', hostUserId: host.userId, badgeNumber: 'V-2' }),
      event('arrived', at(13), { visitorName: 'Grace', hostUserId: host.userId, badgeNumber: 'V-3' }),
      event('departed', at(15), { badgeNumber: 'V-2' }),
      event('arrived', at(15), { visitorName: 'Unknown', badgeNumber: 'V-2' }),
      event('departed', at(17), { badgeNumber: 'V-3' }),
      event('departed', at(17), { badgeNumber: 'V-2' }),
    ]
    const steps = [...visits.map((visit) => () => expectVisit(visit)), ...events.map((each) => () => submit(each))]
    const outcomes: string[] = []
    for (let round = 0; round < 8; round++) {
      await service.database.pool.query('delete from visits where org_id = $1', [org.id])
      await service.database.pool.query('delete from visitor_events where org_id = $1', [org.id])
      const order = round === 0 ? steps : round === 1 ? steps.toReversed() : steps.toSorted(() => Math.random() - 0.5)
      for (const step of order) await step()
      outcomes.push(JSON.stringify((await log()).map(({ createdAt: _, updatedAt: __, ...visit }) => visit)))
    }
    expect(new Set(outcomes).size).toBe(1)
    expect(shown(JSON.parse(outcomes[0] as string))).toEqual([
      'expected Alan M. departed 18:00 20:00',
      'expected Alan Mathison departed 13:50 15:30',
      'expected Grace departed 18:00 22:00',
      'walkIn Unknown departed 20:00 22:00',
    ])
  })
})

describe('the list', () => {
  beforeEach(() => {
    day = PAST
  })

  it('contains all visits for administrators and keys, and their own for other users', async () => {
    const mine = await expectVisit()
    const theirs = await expectVisit({ ...ALAN, visitorName: 'Theirs', visitorEmail: null }, other)
    await submit(
      event('arrived', at(9), { visitorName: 'Walk-in', hostUserId: host.userId }),
      event('arrived', at(9), { visitorName: 'Alone' }),
    )
    for (const who of [workplaceAdmin, key]) expect(await log(who)).toHaveLength(4)
    expect(shown(await log(host))).toEqual(['expected Alan Mathison expected  ', 'walkIn Walk-in arrived 14:00 '])
    expect((await log(other)).map(({ visitId }) => visitId)).toEqual([theirs.visitId])
    expect(await log(other, `${range()}&hostUserId=${host.userId}`)).toEqual([])
    expect((await log(workplaceAdmin, `${range()}&hostUserId=${host.userId}`)).map(({ visitId }) => visitId)).toContain(
      mine.visitId,
    )
    expect(await log(workplaceAdmin, `${range()}&hostUserId=unknown`)).toEqual([])
  })

  it('is paged completely, by day and id, also of a building', async () => {
    const there = await addBuilding(service, org.id)
    for (const on of ['2026-03-01', PAST, '2026-03-03']) {
      for (const locationId of [nodes.location, there.location]) {
        await expectVisit({ day: on, locationId })
        await submit(event('arrived', `${on}T12:00:00Z`, { locationId, visitorName: 'Anyone' }))
      }
    }
    const three = 'startDate=20260301&endDate=2026-03-03'
    const all = await log(workplaceAdmin, three)
    const position = (visit: Visit) => `${visit.day} ${visit.visitId}`
    expect(all.map(position)).toEqual(all.map(position).sort())
    expect(all).toHaveLength(12)
    expect(await listVisits(service, workplaceAdmin, three, 1)).toEqual(all)
    const ofThere = all.filter(({ locationId }) => locationId === there.location)
    expect(await listVisits(service, workplaceAdmin, `${three}&locationId=${there.location}`, 2)).toEqual(ofThere)
    expect(await log(workplaceAdmin, 'startDate=2026-03-03&endDate=2026-03-03')).toHaveLength(4)
  })

  it('reaches 30 days after its first, to the end of the calendar', async () => {
    expect((await call(workplaceAdmin, 'GET', '?startDate=9999-12-01&endDate=9999-12-31')).json()).toEqual({
      items: [],
      nextCursor: null,
    })
    expect((await call(workplaceAdmin, 'GET', '?startDate=2026-03-01&endDate=2026-03-31')).status).toBe(200)
    expectProblem(await call(workplaceAdmin, 'GET', '?startDate=2026-03-01&endDate=2026-04-01'), 'range_too_large')
  })

  it('gives walk-ins no way to be changed', async () => {
    await submit(event('arrived', at(9), { visitorName: 'Walk-in' }))
    const [walkIn] = await log()
    expectProblem(await call(workplaceAdmin, 'PATCH', `/${walkIn?.visitId}`, { visitorName: 'Changed' }), 'entity_not_found')
  })
})
