import { randomUUID } from 'node:crypto'
import { ADMINISTRATOR_ROLES } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockDirectory } from '../../src/platform/transactions/directory-lock.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import type { Answer } from '../http/support/send.ts'
import { addBuilding, type Json, type Organization, setUp } from '../places/support.ts'

let service: TestService
let organization: Organization

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  organization = await setUp(service)
})

const add = (fields: Json) => organization.ask<Json>('POST', '/api/users', fields)
const change = (userId: unknown, body: Json) => organization.call('PATCH', `/api/users/${userId}`, body)
const found = async (query: string) => (await organization.all(`/api/users?${query}`)).map(({ userName }) => userName)

describe('a user', () => {
  it('is shown as stored, and changes field by field', async () => {
    const { locationId } = await addBuilding(organization)
    const { groupId } = await organization.ask('POST', '/api/groups', { groupName: 'Research', groupType: 'team' })
    const created = await add({ userName: 'Ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: '' })
    const empty = { primaryLocationId: null, primaryLocationName: null, primaryGroupId: null, primaryGroupName: null }
    expect(created).toMatchObject({
      ...empty,
      lastName: null,
      status: 'active',
      onboarded: false,
      visibility: 'everyone',
      attributes: {},
    })
    const changes = {
      lastName: 'Byron',
      email: null,
      onboarded: true,
      visibility: 'nobody',
      primaryLocationId: locationId,
      primaryGroupId: groupId,
    }
    const changed = await organization.ask('PATCH', `/api/users/${created.userId}`, changes)
    expect(changed).toMatchObject({ ...changes, firstName: 'Ada', primaryLocationName: 'Berlin', primaryGroupName: 'Research' })
    expect(await organization.ask('GET', `/api/users/${created.userId}`)).toEqual(changed)
    const members = await organization.all(`/api/groups/${groupId}/members`)
    expect(members).toMatchObject([{ userId: created.userId, userName: 'Ada@example.com', origin: 'administrator' }])
  })

  it('has one userName, compared exactly, that no other user has', async () => {
    await add({ userName: 'ada' })
    const other = await add({ userName: 'Ada' })
    expectProblem(await organization.call('POST', '/api/users', { userName: 'ada' }), 'name_taken')
    expectProblem(await change(other.userId, { userName: 'ada' }), 'name_taken')
    for (const bad of ['', 'a'.repeat(321), null]) expectProblem(await change(other.userId, { userName: bad }), 'invalid_body')
    expect((await change(other.userId, { userName: 'a'.repeat(320) })).status).toBe(200)
  })

  it('is created once by simultaneous calls with the same id or name', async () => {
    const post = (fields: Json) => organization.call('POST', '/api/users', fields)
    const same = { userId: randomUUID(), userName: 'twice' }
    const repeats = await Promise.all(Array.from({ length: 6 }, () => post(same)))
    expect(repeats.map(({ status }) => status)).toEqual(repeats.map(() => 201))
    expect(new Set(repeats.map(({ text }) => text)).size).toBe(1)
    const rivals = await Promise.all(Array.from({ length: 6 }, () => post({ userName: 'wanted' })))
    expect(rivals.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  it('does not get attributes, a primary group or a location that are not there to be given', async () => {
    const given = await organization.call('POST', '/api/users', { userName: 'ada', attributes: { rank: '1' } })
    expect(expectProblem(given, 'invalid_body').errors).toMatchObject([{ pointer: '/attributes', code: 'unknown_field' }])
    const { userId } = await add({ userName: 'ada' })
    for (const field of ['primaryGroupId', 'primaryLocationId']) {
      expect(expectProblem(await change(userId, { [field]: randomUUID() }), 'entity_not_found').detail).toContain(field)
    }
  })

  it('sees only themselves, and decides who sees them', async () => {
    const [self, other] = [await service.signIn(organization.orgId), await service.signIn(organization.orgId)]
    const by = (method: string, path: string, body?: Json) => organization.call(method, path, body, self)
    expect((await by('GET', '/api/users/me')).json<Json>()).toMatchObject({ userId: self.userId, visibility: 'everyone' })
    const profile = { visibility: 'nobody', onboarded: true }
    const more = { ...profile, status: 'inactive', userName: 'root' }
    expectProblem(await by('PATCH', '/api/users/me/profile', more), 'invalid_body')
    const answer = await by('PATCH', '/api/users/me/profile', profile)
    expect(answer.json<Json>()).toMatchObject({ ...profile, status: 'active', userName: self.userName })
    expectProblem(await by('PATCH', '/api/users/me', { visibility: 'everyone' }), 'role_not_allowed')
    expectProblem(await by('GET', `/api/users/${other.userId}`), 'role_not_allowed')
    expectProblem(await by('PATCH', `/api/users/${other.userId}/profile`, profile), 'role_not_allowed')
  })
})

describe('while the directory is being rewritten', () => {
  it('changes of users wait without keeping others from the database, and profiles do not wait', async () => {
    const { db } = service.database
    const self = await service.signIn(organization.orgId)
    const waiting = await db.transaction().execute(async (trx) => {
      await lockDirectory(trx, organization.orgId)
      const piled = Array.from({ length: 30 }, (_, index) => organization.call('POST', '/api/users', { userName: `u${index}` }))
      const profile = await organization.call('PATCH', '/api/users/me/profile', { visibility: 'nobody' }, self)
      expect(profile.status).toBe(200)
      expect(await found('search=u')).toEqual([])
      return piled
    })
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 201))
    expect(await found('search=u')).toHaveLength(30)
  })
})

describe('a leaver', () => {
  it('is signed out for good, and loses the bookings after today', async () => {
    const { pool } = service.database
    const { locationId } = await addBuilding(organization)
    const leaver = await service.signIn(organization.orgId)
    for (const [table, columns, values] of [
      ['day_plans', 'plan, origin', `'o', 'day-plan'`],
      ['bookings', 'id, location_id', `gen_random_uuid(), '${locationId}'`],
    ]) {
      await pool.query(
        `insert into ${table} (org_id, user_id, day, changed_by, command_id, ${columns})
         values ($1, $2, current_date + 3, 'directory', gen_random_uuid(), ${values})`,
        [organization.orgId, leaver.userId],
      )
    }
    expect((await change(leaver.userId, { status: 'inactive' })).status).toBe(200)
    expectProblem(await organization.call('GET', '/api/session', undefined, leaver), 'session_invalid')
    expect((await change(leaver.userId, { status: 'active' })).status).toBe(200)
    expectProblem(await organization.call('GET', '/api/session', undefined, leaver), 'session_invalid')
    const { rows } = await pool.query('select status from bookings where user_id = $1', [leaver.userId])
    expect(rows).toEqual([{ status: 'cancelled' }])
  })

  it('is never the last global administrator, not even of two who make each other leave', async () => {
    const first = await service.signIn(organization.orgId, ['global-administrator'])
    const leave = await organization.call('PATCH', '/api/users/me', { status: 'inactive' }, first)
    expectProblem(leave, 'last_administrator')
    const second = await service.signIn(organization.orgId, ['global-administrator'])
    const answers = await Promise.all([
      organization.call('PATCH', `/api/users/${second.userId}`, { status: 'inactive' }, first),
      organization.call('PATCH', `/api/users/${first.userId}`, { status: 'inactive' }, second),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      (await found('status=active')).filter((name) => [first.userName, second.userName].includes(name as string)),
    ).toHaveLength(1)
  })
})

describe('an administrator', () => {
  it('has no link to a new password mailed to an address that a workplace administrator chose', async () => {
    const owner = await service.signIn(organization.orgId, ['global-administrator'])
    const deputy = await service.signIn(organization.orgId, ['workplace-administrator'])
    const path = `/api/users/${owner.userId}`
    const write = (email: string | null, by = deputy) => organization.call('PATCH', path, { email }, by)
    for (const email of ['deputy@example.com', 'owner@example.com']) expectProblem(await write(email), 'role_not_allowed')
    expect((await write('owner@example.com', owner)).json<Json>()).toMatchObject({ email: 'owner@example.com' })
    expect((await write('owner@example.com')).status).toBe(200)
    for (const email of ['deputy@example.com', null]) expectProblem(await write(email), 'role_not_allowed')
    expect(await organization.ask('GET', path)).toMatchObject({ email: 'owner@example.com' })
  })

  it.each(ADMINISTRATOR_ROLES)('who is %s gets another name or status from global administrators alone', async (role) => {
    const person = await service.signIn(organization.orgId, [role])
    const path = `/api/users/${person.userId}`
    for (const body of [{ status: 'inactive' }, { userName: 'another' }, { userName: 'another', firstName: 'A' }]) {
      expect(expectProblem(await change(person.userId, body), 'role_not_allowed').detail).toContain('Only global administrators')
    }
    expect(await organization.ask('GET', path)).toMatchObject({ userName: person.userName, status: 'active', firstName: null })
    const same = { status: 'active', userName: person.userName, firstName: 'Ada' }
    expect(await organization.ask('PATCH', path, same)).toMatchObject(same)
    const owner = await service.signIn(organization.orgId, ['global-administrator'])
    for (const status of ['inactive', 'active']) {
      const answer = await organization.call('PATCH', path, { status, userName: `${role} renamed` }, owner)
      expect(answer.json<Json>()).toMatchObject({ status, userName: `${role} renamed` })
      if (status === 'inactive') expectProblem(await change(person.userId, { status: 'active' }), 'role_not_allowed')
    }
  })

  it('is a user who has the role at the moment of the change', async () => {
    const { db } = service.database
    const person = await service.signIn(organization.orgId)
    const renaming = await db.transaction().execute(async (trx) => {
      await lockDirectory(trx, organization.orgId)
      const renamed = change(person.userId, { userName: 'another' })
      await trx
        .updateTable('user_accounts')
        .set({ roles: ['workplace-administrator'] })
        .where('user_id', '=', person.userId)
        .execute()
      return [renamed]
    })
    expectProblem((await Promise.all(renaming))[0] as Answer, 'role_not_allowed')
  })
})

describe('the list of users', () => {
  it('is in the order of userNames and filtered by what they have', async () => {
    const { locationId } = await addBuilding(organization)
    const { groupId } = await organization.ask('POST', '/api/groups', { groupName: 'Research', groupType: 'team' })
    await add({ userName: 'c', primaryLocationId: locationId })
    await add({ userName: 'a', primaryLocationId: locationId, primaryGroupId: groupId, status: 'inactive' })
    await add({ userName: 'b', primaryGroupId: groupId })
    const stored = await found('')
    expect(stored).toHaveLength(4)
    expect(stored.filter((name) => (name as string).length === 1)).toEqual(['a', 'b', 'c'])
    expect(await found(`primaryLocationId=${locationId}`)).toEqual(['a', 'c'])
    expect(await found(`primaryLocationId=${locationId}&status=active`)).toEqual(['c'])
    expect(await found(`groupId=${groupId}`)).toEqual(['a', 'b'])
    expect(await found(`groupId=${groupId}&primaryLocationId=${locationId}&search=A`)).toEqual(['a'])
    for (const nothing of [`groupId=${randomUUID()}`, 'groupId=x', 'primaryLocationId=x', 'search=zz']) {
      expect(await found(nothing)).toEqual([])
    }
    expectProblem(await organization.call('GET', '/api/users?group=x'), 'unknown_parameter')
    expectProblem(await organization.call('GET', '/api/users?status=gone'), 'invalid_parameter')
    expectProblem(await organization.call('GET', '/api/users?search='), 'invalid_parameter')
  })

  it('is searched by the start of any of the names, in any letter case and with or without accents, and by nothing else', async () => {
    await add({ userName: 'u1', firstName: 'Ångström', lastName: '100%_\\x' })
    await add({ userName: 'u2', firstName: 'Angela', lastName: 'Åberg', email: 'Office@example.com' })
    await add({ userName: 'U3@Example.com', firstName: '1000', lastName: 'Zoe' })
    const cases: [string, string[]][] = [
      ['ÅN', ['u1', 'u2']],
      ['å', ['u1', 'u2']],
      ['ang', ['u1', 'u2']],
      ['gela', []],
      ['office@', ['u2']],
      ['angela  åb', ['u2']],
      ['angela zo', []],
      ['u3@EX', ['U3@Example.com']],
      ['100%', ['u1']],
      ['100%_', ['u1']],
      ['100%_\\', ['u1']],
      ['100', ['u1', 'U3@Example.com']],
      ['1_', []],
      ['%', []],
    ]
    for (const [search, expected] of cases) {
      expect(await found(`search=${encodeURIComponent(search)}`), search).toEqual(expect.arrayContaining(expected))
      expect(await found(`search=${encodeURIComponent(search)}`), search).toHaveLength(expected.length)
    }
  })
})
