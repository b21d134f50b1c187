import { randomUUID } from 'node:crypto'
import { MAX_CHANGED_AT_ONCE } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { addBuilding, type Json, type Organization, setUp } from './support.ts'

let service: TestService
let organization: Organization
let globalAdmin: SignedIn
let building: Awaited<ReturnType<typeof addBuilding>>

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  organization = await setUp(service)
  globalAdmin = await service.signIn(organization.orgId, ['global-administrator'])
  building = await addBuilding(organization)
})

const DAY = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)

const addDesks = async (names: readonly string[], zoneId = building.deskZone): Promise<string[]> => {
  const items = names.map((placeName) => ({ placeName, zoneId }))
  const added = await organization.ask<{ items: Json[] }>('POST', '/api/batch/places', { items })
  return added.items.map(({ placeId }) => String(placeId))
}
const addUser = async (userName: string): Promise<string> =>
  String((await organization.ask('POST', '/api/users', { userName, primaryLocationId: building.locationId })).userId)
const book = (userId: string, placeId: string) =>
  organization.call('PUT', `/api/users/${userId}/days/${DAY}/booking`, { placeId }, globalAdmin)
const bookingOf = async (userId: string) => {
  const path = `/api/users/${userId}/days?startDate=${DAY}&endDate=${DAY}`
  return (await organization.call('GET', path, undefined, globalAdmin)).json<{ items: Json[] }>().items[0]?.booking
}
const changePlaces = (ids: readonly string[], changes: Json, query = '') =>
  organization.call('PATCH', `/api/batch/places${query}`, { ids, changes })
const changeUsers = (ids: readonly string[], changes: Json, by = globalAdmin, query = '') =>
  organization.call('PATCH', `/api/batch/users${query}`, { ids, changes }, by)
const changeKeys = (ids: readonly string[], changes: Json, by = globalAdmin) =>
  organization.call('PATCH', '/api/batch/keys', { ids, changes }, by)
const actsOn = async (ids: readonly string[]): Promise<string[]> => {
  const { rows } = await service.database.pool.query<{ act: string }>(
    `select action as act from audit_log
     where org_id = $1 and (entity_id = any ($2) or after ->> 'userId' = any ($2)) and action not like '%.create'
     order by action, entity_id`,
    [organization.orgId, ids],
  )
  return rows.map(({ act }) => act)
}
/** An id that another organization has. */
const foreign = async (path: string, body: Json, field: string): Promise<string> =>
  String((await (await setUp(service)).ask('POST', path, body))[field])

describe('several desks', () => {
  it('get the same amenities, and keep what is not given', async () => {
    const desks = await addDesks(['A-1', 'A-2'])
    expect((await changePlaces(desks, { amenities: ['standing', 'window'], screens: 2 })).json()).toMatchObject({
      changedCount: 2,
    })
    expect((await changePlaces(desks, { screens: 0 })).json()).toMatchObject({ changedCount: 2 })
    expect((await changePlaces(desks, { amenities: ['standing', 'window'] })).json()).toMatchObject({ changedCount: 0 })
    for (const id of desks) {
      expect(await organization.ask('GET', `/api/places/${id}`)).toMatchObject({ amenities: ['standing', 'window'], screens: 0 })
    }
    expect((await changePlaces(desks, { screens: 10 })).status).toBe(400)
    expect((await changePlaces(desks, { amenities: ['sauna'] })).status).toBe(400)
  })

  it('become inactive at once: a dry run says what is canceled, and the change cancels just that', async () => {
    const desks = await addDesks(['D-1', 'D-2', 'D-3'])
    const [ada, bob] = [await addUser('ada'), await addUser('bob')]
    for (const [user, desk] of [
      [ada, desks[0]],
      [bob, desks[1]],
    ] as [string, string][])
      expect((await book(user, desk)).status).toBe(200)
    const change = { status: 'inactive' }
    const tried = (await changePlaces(desks, change, '?dryRun=true')).json<Json>()
    expect(tried).toMatchObject({
      dryRun: true,
      changedCount: 3,
      bookingCount: 2,
      userCount: 2,
      bookings: [
        { nodeName: 'D-1', userName: 'ada' },
        { nodeName: 'D-2', userName: 'bob' },
      ],
    })
    expect(await bookingOf(ada)).not.toBeNull()
    expect(await actsOn(desks)).toEqual([])

    expect((await changePlaces([...desks, desks[0] as string], change)).json()).toEqual({ ...tried, dryRun: false })
    expect([await bookingOf(ada), await bookingOf(bob)]).toEqual([null, null])
    expect(await actsOn(desks)).toEqual(desks.map(() => 'place.update'))
    const again = (await changePlaces(desks, change)).json()
    expect(again).toMatchObject({ changedCount: 0, bookingCount: 0 })
    expect(await actsOn(desks)).toHaveLength(3)
  })

  it('move together; where one cannot, none does, and each such desk is pointed to with its reason', async () => {
    const desks = await addDesks(['D-1', 'D-2', 'D-3'])
    const ask = { zoneName: 'West', zoneType: 'individual', levelId: building.levelId }
    const west = String((await organization.ask('POST', '/api/zones', ask)).zoneId)
    await addDesks(['D-2'], west)
    const elsewhere = await addBuilding(organization, 'Lisbon')
    const [far] = await addDesks(['D-9'], elsewhere.deskZone)
    const { detail, errors } = expectProblem(await changePlaces([...desks, far as string], { zoneId: west }), 'name_taken')
    expect(detail).toBe('Nothing was changed: D-2 has the name of another desk in West. 1 more cannot be changed either.')
    expect(errors).toEqual([
      { pointer: '/ids/1', message: 'has the name of another desk in West', code: 'name_taken' },
      { pointer: '/ids/3', message: 'is in another building than West', code: 'invalid_body' },
    ])
    expectProblem(await changePlaces(desks, { zoneId: randomUUID() }), 'entity_not_found')
    const zonesOf = async () =>
      (await organization.all(`/api/places?levelId=${building.levelId}`)).map(({ zoneName }) => zoneName)
    expect((await zonesOf()).sort()).toEqual(['South', 'South', 'South', 'West'])

    const moved = [desks[0], desks[2]] as string[]
    const answers = await Promise.all([changePlaces(moved, { zoneId: west }), changePlaces(moved.toReversed(), { zoneId: west })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.map((answer) => answer.json<Json>().changedCount).sort()).toEqual([0, 2])
    expect((await zonesOf()).sort()).toEqual(['South', 'West', 'West', 'West'])
  })

  it(`are ${MAX_CHANGED_AT_ONCE} at most, of the organization, and changed in a way that desks are`, async () => {
    const desks = await addDesks(['D-1'])
    const ids = Array.from({ length: MAX_CHANGED_AT_ONCE + 1 }, () => randomUUID())
    expectProblem(await changePlaces(ids.slice(1), { status: 'active' }), 'entity_not_found')
    expectProblem(await changePlaces(ids, { status: 'active' }), 'invalid_body')
    for (const [bad, changes] of [
      [[], { status: 'active' }],
      [desks, {}],
      [desks, { status: 'gone' }],
      [desks, { placeName: 'same for all' }],
      [['D-1'], { status: 'active' }],
    ] as const) {
      expectProblem(await changePlaces(bad, changes), 'invalid_body')
    }
    const other = await setUp(service)
    const away = await addBuilding(other)
    const { placeId } = await other.ask('POST', '/api/places', { placeName: 'Theirs', zoneId: away.deskZone })
    const { errors } = expectProblem(await changePlaces([...desks, String(placeId)], { status: 'inactive' }), 'entity_not_found')
    expect(errors).toMatchObject([{ pointer: '/ids/1', code: 'entity_not_found' }])
    expectProblem(await changePlaces(desks, { zoneId: away.deskZone }), 'entity_not_found')
    expect((await organization.ask('GET', `/api/places/${desks[0]}`)).status).toBe('active')
  })
})

describe('several users', () => {
  it('become inactive, signed out and without bookings, as a dry run says', async () => {
    const desks = await addDesks(['D-1'])
    const users = [await addUser('ada'), await addUser('bob')]
    expect((await book(users[0] as string, desks[0] as string)).status).toBe(200)
    const tried = (await changeUsers(users, { status: 'inactive' }, organization.workplaceAdmin, '?dryRun=true')).json<Json>()
    expect(tried).toMatchObject({ changedCount: 2, bookingCount: 1, userCount: 1, bookings: [{ nodeName: 'D-1' }] })
    const done = await changeUsers(users, { status: 'inactive' }, organization.workplaceAdmin)
    expect(done.json()).toEqual({ ...tried, dryRun: false })
    expect(await bookingOf(users[0] as string)).toBeNull()
    expect(await actsOn(users)).toEqual(['user.update', 'user.update'])
  })

  it('join and leave a group, and have their roles and sessions changed by global administrators only', async () => {
    const people = [await service.signIn(organization.orgId, []), await service.signIn(organization.orgId, [])]
    const users = people.map(({ userId }) => userId)
    const { groupId } = await organization.ask('POST', '/api/groups', { groupName: 'Research', groupType: 'team' })
    const members = async () => (await organization.all(`/api/groups/${groupId}/members`)).length
    expect((await changeUsers(users, { joinGroupId: groupId }, organization.workplaceAdmin)).json()).toMatchObject({
      changedCount: 2,
    })
    expect((await changeUsers(users, { joinGroupId: groupId })).json()).toMatchObject({ changedCount: 0 })
    expect(await members()).toBe(2)
    expect((await changeUsers(users, { leaveGroupId: groupId })).json()).toMatchObject({ changedCount: 2 })
    expect(await members()).toBe(0)

    const roles = ['bookings-administrator']
    for (const changes of [{ roles }, { signOut: true }]) {
      expectProblem(await changeUsers(users, changes, organization.workplaceAdmin), 'role_not_allowed')
    }
    expect((await changeUsers(users, { roles })).json()).toMatchObject({ changedCount: 2 })
    expectProblem(await changeUsers(users, { status: 'inactive' }, organization.workplaceAdmin), 'role_not_allowed')
    expect((await changeUsers(users, { signOut: true })).json()).toMatchObject({ changedCount: 2 })
    for (const person of people) expect((await organization.call('GET', '/api/session', undefined, person)).status).toBe(401)
    expect(await actsOn(users)).toEqual([
      ...['account.set', 'account.set', 'group.member-add', 'group.member-add'],
      ...['session.end-all', 'session.end-all'],
    ])
  })

  it('are all or none: without an account, of another organization, or the last administrator', async () => {
    const users = [organization.workplaceAdmin.userId, await addUser('ada')]
    const { errors } = expectProblem(await changeUsers(users, { roles: [] }), 'entity_not_found')
    expect(errors).toEqual([{ pointer: '/ids/1', message: 'has no account', code: 'entity_not_found' }])
    expect((await organization.call('GET', '/api/users')).status).toBe(200)
    const theirs = await foreign('/api/users', { userName: 'theirs' }, 'userId')
    expectProblem(await changeUsers([...users, theirs], { status: 'inactive' }), 'entity_not_found')
    const group = await foreign('/api/groups', { groupName: 'Theirs', groupType: 'team' }, 'groupId')
    for (const changes of [{ joinGroupId: group }, { leaveGroupId: group }, { joinGroupId: randomUUID() }]) {
      expectProblem(await changeUsers(users, changes), 'entity_not_found')
    }
    expectProblem(await changeUsers([...users, globalAdmin.userId], { status: 'inactive' }), 'last_administrator')
    expectProblem(await changeUsers([globalAdmin.userId], { roles: [] }), 'last_administrator')
    expect((await organization.ask('GET', `/api/users/${users[1]}`)).status).toBe('active')
  })
})

describe('several keys', () => {
  it('get another expiry, and are revoked, all or none', async () => {
    const add = (name: string) =>
      organization.call('POST', '/api/keys', { name, role: 'data-warehouse', authMethods: ['basic'] }, globalAdmin)
    const keys = [(await add('One')).json<Json>().keyId, (await add('Two')).json<Json>().keyId] as string[]
    const list = async () => {
      const { items } = (await organization.call('GET', '/api/keys', undefined, globalAdmin)).json<{ items: Json[] }>()
      return items.filter(({ keyId }) => keys.includes(String(keyId)))
    }
    const expiresAt = '2100-01-01T00:00:00.000Z'
    expect((await changeKeys(keys, { expiresAt })).json()).toEqual({ changedCount: 2 })
    expect((await changeKeys(keys, { expiresAt })).json()).toEqual({ changedCount: 0 })
    expect((await list()).map((key) => key.expiresAt)).toEqual([expiresAt, expiresAt])
    const { errors } = expectProblem(await changeKeys(keys, { expiresAt: '2020-01-01T00:00:00Z' }), 'invalid_body')
    expect(errors).toMatchObject([{ pointer: '/changes/expiresAt' }])
    expectProblem(await changeKeys(keys, { revoked: false }), 'invalid_body')
    expectProblem(await changeKeys(keys, { revoked: true }, organization.workplaceAdmin), 'role_not_allowed')

    expect((await changeKeys(keys.slice(1), { revoked: true })).json()).toEqual({ changedCount: 1 })
    const refused = expectProblem(await changeKeys(keys, { expiresAt: null }), 'conflict')
    expect(refused.errors).toEqual([{ pointer: '/ids/1', message: 'is revoked', code: 'conflict' }])
    expectProblem(await changeKeys([...keys, randomUUID()], { revoked: true }), 'entity_not_found')
    expect((await list()).map(({ status }) => status)).toEqual(['live', 'revoked'])
    const answers = await Promise.all([changeKeys(keys, { revoked: true }), changeKeys(keys, { revoked: true })])
    expect(answers.map((answer) => answer.json<Json>().changedCount).sort()).toEqual([0, 1])
    expect(await actsOn(keys)).toEqual(['key.revoke', 'key.revoke', 'key.update', 'key.update'])
  })
})
