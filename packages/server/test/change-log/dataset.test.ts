import { randomUUID } from 'node:crypto'
import type { UserAction, UserChangeRow } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runRetention } from '../../src/operations/privacy/retention-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { callAs, dayIn, readAsKey } from '../parking/support.ts'
import { addColleague, addOffice, type Office } from '../planning/support.ts'

let service: TestService
let org: TestOrganization
let office: Office
let ada: SignedIn
let bob: SignedIn
let administrator: SignedIn

const DAY = dayIn(3)
const NEXT = dayIn(4)

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  org = await service.createOrganization()
  office = await addOffice(service, org.id)
  await query('update locations set name = $2 where org_id = $1', 'Berlin Mitte')
  ada = await addColleague(service, org.id, office)
  bob = await addColleague(service, org.id, office)
  administrator = await addColleague(service, org.id, office, ['bookings-administrator'])
})

const query = (text: string, ...values: unknown[]) => service.database.pool.query(text, [org.id, ...values])
const change = async (who: SignedIn, user: SignedIn, day: string, what: 'plan' | 'booking', body: object) => {
  const answer = await callAs(service, who, 'PUT', `/api/users/${user.userId}/days/${day}/${what}`, body)
  expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([200, ''])
}
const path = (userIds: string, [startDate, endDate] = [DAY, NEXT]) =>
  `/v1/analytics/change-log/user/basic?startDate=${startDate}&endDate=${endDate}&userIds=${userIds}`
const read = (userIds: string, days?: [string, string], headers = {}) => readAsKey(service, org, path(userIds, days), headers)
const rows = async (userIds: string, days?: [string, string]) => (await read(userIds, days)).json<UserChangeRow[]>()

describe('GET /v1/analytics/change-log/user', () => {
  it('returns whole rows: the action, its user, its actor, the reason, before and after', async () => {
    await change(ada, ada, DAY, 'plan', { plan: 'r' })
    await change(administrator, ada, DAY, 'booking', { placeId: office.deskIds[0], reason: 'visit' })
    const answer = await read(ada.userId)
    const [first, second, third] = answer.json<UserChangeRow[]>()
    expect(answer.headers['warehouse-row-count']).toBe('3')
    expect(first).toEqual({
      actionId: expect.any(String),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      userId: ada.userId,
      userName: ada.userName,
      day: DAY,
      action: 'planSet',
      description: 'Planned remote',
      changedBy: 'user',
      changedByUserId: ada.userId,
      reason: null,
      before: null,
      after: { plan: 'r', locationId: null },
    })
    expect(second).toMatchObject({
      action: 'planChanged',
      description: 'Changed the plan from remote to office in Berlin Mitte',
      ...{ changedBy: 'administrator', changedByUserId: administrator.userId, reason: 'visit' },
      before: { plan: 'r', locationId: null },
    })
    expect(third).toMatchObject({
      actionId: second?.actionId,
      action: 'booked',
      description: 'Booked desk Desk 0001 in Desks, Berlin Mitte',
      before: null,
      after: { depth: 3, locationId: office.locationId, zoneId: office.deskZoneId, placeId: office.deskIds[0] },
    })
  })

  it('says the same as the application does, in every kind of action', async () => {
    await change(ada, ada, DAY, 'booking', { placeId: office.deskIds[0] })
    await change(ada, ada, DAY, 'booking', { zoneId: office.openZoneId })
    await change(ada, ada, DAY, 'booking', { locationId: office.locationId })
    await change(ada, ada, DAY, 'plan', { plan: 'a' })
    await callAs(service, ada, 'DELETE', `/api/users/${ada.userId}/days/${DAY}/plan`)
    await callAs(service, ada, 'PUT', `/api/users/${ada.userId}/week-plan`, { days: [{ weekday: 1, plan: 'r' }] })
    const listed = await callAs(service, ada, 'GET', `/api/users/${ada.userId}/actions?startDate=${DAY}&endDate=${DAY}`)
    // The names are for sentences in other languages.
    const shown = listed
      .json<{ items: UserAction[] }>()
      .items.map(({ names: _, ...action }) => action)
      .toReversed()
    const read = await rows(ada.userId, [DAY, DAY])
    expect(read.map(({ userName: _, ...row }) => row)).toEqual(shown)
    expect(new Set(read.map(({ action }) => action))).toEqual(
      new Set(['planSet', 'planChanged', 'planRemoved', 'booked', 'moved', 'cancelled']),
    )
    expect(read.map(({ description }) => description)).toContain(
      'Moved the booking from desk Desk 0001 in Desks, Berlin Mitte to a place in Open, Berlin Mitte',
    )
  })

  it('filters by the planned day, and leaves out week plans, which have no day', async () => {
    await callAs(service, ada, 'PUT', `/api/users/${ada.userId}/week-plan`, { days: [{ weekday: 1, plan: 'r' }] })
    await change(ada, ada, dayIn(20), 'plan', { plan: 'r' })
    expect((await rows(ada.userId, [dayIn(20), dayIn(20)])).map(({ action }) => action)).toEqual(['planSet'])
    const all = await rows(ada.userId, [dayIn(-5), dayIn(25)])
    expect(all.every(({ day }) => day !== null)).toBe(true)
    expect(all.map(({ action }) => action)).not.toContain('weekPlanChanged')
  })

  it('is ordered by user, day and time, of the users that are asked for, each once', async () => {
    for (const [who, day] of [
      [bob, NEXT],
      [ada, NEXT],
      [bob, DAY],
      [ada, DAY],
      [ada, NEXT],
    ] as const) {
      await change(who, who, day, 'plan', { plan: day === NEXT && who === ada ? 'a' : 'r' })
      await change(who, who, day, 'plan', { plan: 'o' })
    }
    const both = await rows(`${bob.userId},${ada.userId.toUpperCase()},${bob.userId}`)
    const keys = both.map(({ userId, day, timestamp }) => `${userId} ${day} ${timestamp}`)
    expect(keys).toEqual(keys.toSorted())
    expect(new Set(both.map(({ userId }) => userId))).toEqual(new Set([ada.userId, bob.userId]))
    expect(await rows(ada.userId)).toEqual(both.filter(({ userId }) => userId === ada.userId))
  })

  it('needs userIds; unknown ones match nothing', async () => {
    const unnamed = `/v1/analytics/change-log/user/basic?startDate=${DAY}&endDate=${DAY}`
    for (const missing of [unnamed, `${unnamed}&userIds=`]) {
      const { errors } = expectProblem(await readAsKey(service, org, missing), 'invalid_parameter')
      expect(errors?.map(({ pointer }) => pointer)).toEqual(['/userIds'])
    }
    await change(ada, ada, DAY, 'plan', { plan: 'r' })
    expect(await rows(`${randomUUID()},unknown,,`)).toEqual([])
    expect(await rows(`unknown,%20${ada.userId}`)).toHaveLength(1)
  })

  it('takes 1,000 ids and not one more', async () => {
    await change(ada, ada, DAY, 'plan', { plan: 'r' })
    const others = Array.from({ length: 999 }, () => randomUUID())
    expect(await rows([...others, ada.userId].join(','))).toHaveLength(1)
    expect(await rows([...others, ada.userId].join('%2C'))).toHaveLength(1)
    const { errors } = expectProblem(await read([...others, ada.userId, randomUUID()].join(',')), 'invalid_parameter')
    expect(errors?.[0]).toMatchObject({ pointer: '/userIds', code: 'maxItems' })
  })

  it('takes 30 days after the first, and no day more', async () => {
    expect((await read(ada.userId, ['2026-01-01', '2026-01-31'])).status).toBe(200)
    expectProblem(await read(ada.userId, ['2026-01-01', '2026-02-01']), 'range_too_large')
  })

  it('shows no one of another organization', async () => {
    await change(ada, ada, DAY, 'plan', { plan: 'r' })
    const other = await service.createOrganization()
    expect((await readAsKey(service, other, path(ada.userId))).json()).toEqual([])
  })

  it('answers 304 until something is done to these days, or a name changes', async () => {
    await change(ada, ada, DAY, 'booking', { placeId: office.deskIds[0] })
    const changes = [
      () => change(ada, ada, DAY, 'plan', { plan: 'r' }),
      () => change(bob, bob, NEXT, 'plan', { plan: 'r' }),
      ...['users', 'locations', 'zones', 'places'].map(
        (table) => () => query(`update ${table} set updated_at = updated_at where org_id = $1`),
      ),
    ]
    for (const make of changes) {
      const { etag } = (await read(ada.userId)).headers
      await change(ada, ada, dayIn(9), 'plan', { plan: 'a' })
      await change(ada, ada, dayIn(9), 'plan', { plan: 'r' })
      const { status, text } = await read(ada.userId, undefined, { 'if-none-match': etag })
      expect([status, text]).toEqual([304, ''])
      await make()
      expect((await read(ada.userId, undefined, { 'if-none-match': etag })).status).toBe(200)
    }
  })

  it('answers 200 once retention has made entries of these days anonymous, and 304 as long as they are others', async () => {
    await change(ada, ada, DAY, 'plan', { plan: 'r' })
    await query('update organizations set log_retention_days = 31 where id = $1')
    const { etag } = (await read(ada.userId)).headers
    const asked = () => read(ada.userId, undefined, { 'if-none-match': etag })
    const anonymizeThrough = (day: string) =>
      runRetention(service.database, org.id, { moment: new Date(Date.parse(day) + 32.5 * 86_400_000) })
    expect(await anonymizeThrough(dayIn(2))).toMatchObject([{ kind: 'log', through: dayIn(2) }])
    expect((await asked()).status).toBe(304)
    expect(await anonymizeThrough(DAY)).toMatchObject([{ kind: 'log', through: DAY }])
    const answer = await asked()
    expect([answer.status, answer.json()]).toEqual([200, []])
  })

  it('takes the ETag of other users or days for no proof', async () => {
    const { etag } = (await read(ada.userId)).headers
    expect((await read(bob.userId, undefined, { 'if-none-match': etag })).status).toBe(200)
    expect((await read(ada.userId, [DAY, dayIn(5)], { 'if-none-match': etag })).status).toBe(200)
  })
})
