import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { type Json, type Organization, setUp } from '../places/support.ts'

let service: TestService
let organization: Organization

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  organization = await setUp(service)
})

describe('settings', () => {
  const change = (body: Json) => organization.call('PATCH', '/api/settings', body)

  it('are those of the organization, and change field by field', async () => {
    const before = await organization.ask('GET', '/api/settings')
    expect(before).toEqual({
      organizationId: organization.orgId,
      organizationName: expect.any(String),
      timeZone: 'UTC',
      deskFairness: 'most-attended',
      presenceBasedBooking: false,
      autoRelease: false,
      showTimeOffTypes: false,
      timeOffBackdating: 0,
      minimumGroupSize: 5,
      hierarchyGuardPercent: null,
      importGuardPercent: 20,
      presenceRetentionDays: null,
      occupancyRetentionDays: null,
      logRetentionDays: null,
      visitorRetentionDays: null,
      auditRetentionDays: 400,
      deletedUserRetentionDays: 90,
    })
    const changes = { timeZone: 'america/NEW_york', deskFairness: 'equal-distribution', presenceBasedBooking: true }
    expect((await change(changes)).json()).toEqual({ ...before, ...changes, timeZone: 'America/New_York' })
    expect((await change({ autoRelease: true, hierarchyGuardPercent: 20 })).json()).toMatchObject({
      autoRelease: true,
      presenceBasedBooking: true,
    })
    for (const minimumGroupSize of [1, 100])
      expect((await change({ minimumGroupSize })).json()).toMatchObject({ minimumGroupSize })
    for (const minimumGroupSize of [0, 101, 5.5, null]) expectProblem(await change({ minimumGroupSize }), 'invalid_body')
    expect((await change({ hierarchyGuardPercent: null })).json()).toMatchObject({
      autoRelease: true,
      hierarchyGuardPercent: null,
    })
    expectProblem(await change({ autoRelease: false, color: 'red' }), 'invalid_body')
    expect(await organization.ask('GET', '/api/settings')).toMatchObject({ autoRelease: true })
  })

  it('take the name of the organization from global administrators only', async () => {
    const { organizationName } = await organization.ask('GET', '/api/settings')
    const renamed = { organizationName: `Renamed ${organization.orgId}` }
    const { detail } = expectProblem(await change({ ...renamed, autoRelease: true }), 'role_not_allowed')
    expect(detail).toContain('organizationName')
    expect(await organization.ask('GET', '/api/settings')).toMatchObject({ organizationName, autoRelease: false })
    expect((await change({ organizationName, autoRelease: true })).json()).toMatchObject({ autoRelease: true })
    const owner = await service.signIn(organization.orgId, ['global-administrator'])
    expect((await organization.call('PATCH', '/api/settings', renamed, owner)).json()).toMatchObject(renamed)
  })

  it('keep to their limits', async () => {
    for (const percent of [0, 100]) expect((await change({ hierarchyGuardPercent: percent })).status).toBe(200)
    const wrong = [
      { hierarchyGuardPercent: -1 },
      { hierarchyGuardPercent: 101 },
      { hierarchyGuardPercent: 0.5 },
      { importGuardPercent: -1 },
      { importGuardPercent: 101 },
      { deskFairness: 'first-come' },
      { timeZone: 'Mars/Olympus' },
      { timeZone: null },
      { organizationName: '' },
      { organizationName: 'a'.repeat(201) },
      { autoRelease: 'yes' },
    ]
    for (const body of wrong) {
      const { errors } = expectProblem(await change(body), 'invalid_body')
      expect(errors?.map(({ pointer }) => pointer)).toEqual([`/${Object.keys(body)[0]}`])
    }
    expectProblem(await change({}), 'invalid_body')
  })

  it('do not take the name of another organization', async () => {
    const other = await setUp(service)
    const { organizationName } = await other.ask('GET', '/api/settings')
    const owner = await service.signIn(organization.orgId, ['global-administrator'])
    expectProblem(await organization.call('PATCH', '/api/settings', { organizationName }, owner), 'name_taken')
  })
})

describe('attribute mappings', () => {
  const put = (attribute: string, body: Json) =>
    organization.call('PUT', `/api/attribute-mappings/${encodeURIComponent(attribute)}`, body)

  it('are stored, applied at once, and taken back at once', async () => {
    const { userId } = await organization.ask('POST', '/api/users', { userName: 'ada' })
    await service.database.pool.query(`update users set attributes = '{"team": "Research"}' where id = $1`, [userId])
    const meaning = { groupType: 'team', isPrimaryGroup: true }
    const previewed = await organization.call('PUT', '/api/attribute-mappings/team?dryRun=true', meaning)
    expect(previewed.json()).toMatchObject({ dryRun: true, groupsCreated: 1, usersUpdated: 1 })
    expect(await organization.ask('GET', '/api/attribute-mappings')).toEqual({ items: [] })
    expect((await put('team', meaning)).json()).toMatchObject({
      dryRun: false,
      groupsCreated: 1,
      membershipsAdded: 1,
      membershipsRemoved: 0,
      usersUpdated: 1,
    })
    expect(await organization.ask('GET', `/api/users/${userId}`)).toMatchObject({ primaryGroupName: 'Research' })
    const items = [{ attribute: 'team', ...meaning, isPrimaryLocation: false }]
    expect(await organization.ask('GET', '/api/attribute-mappings')).toEqual({ items })
    expect((await put('team', meaning)).json()).toMatchObject({
      groupsCreated: 0,
      membershipsAdded: 0,
      membershipsRemoved: 0,
      usersUpdated: 0,
    })
    const effect = { groupsCreated: 0, membershipsAdded: 0, membershipsRemoved: 1, usersUpdated: 1 }
    const untried = await organization.call('DELETE', '/api/attribute-mappings/team?dryRun=true')
    expect(untried.json()).toMatchObject({ ...effect, dryRun: true, groupsLeftEmpty: 1 })
    expect((await organization.call('DELETE', '/api/attribute-mappings/team')).json()).toMatchObject({ ...effect, dryRun: false })
    expectProblem(await organization.call('DELETE', '/api/attribute-mappings/team'), 'entity_not_found')
    expect(await organization.ask('GET', `/api/users/${userId}`)).toMatchObject({ primaryGroupId: null })
  })

  it('are of names with 1 to 100 characters, of any script', async () => {
    for (const name of ['a/b ?#%', '部'.repeat(100), '😀'.repeat(100)]) {
      expect((await put(name, { groupType: 'team' })).status, name).toBe(200)
      expect((await organization.call('DELETE', `/api/attribute-mappings/${encodeURIComponent(name)}`)).status, name).toBe(200)
    }
    expectProblem(await put('a'.repeat(101), { groupType: 'team' }), 'invalid_request')
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { groupType: 'team' } : undefined
      expectProblem(await organization.call(method, '/api/attribute-mappings/a%00b', body), 'entity_not_found')
    }
  })

  it('mean something, and one primary group and location at most', async () => {
    for (const nothing of [{}, { isPrimaryGroup: true }, { groupType: null }])
      expectProblem(await put('team', nothing), 'invalid_request')
    expectProblem(await put('team', { groupType: 'a'.repeat(101) }), 'invalid_body')
    expect((await put('office', { isPrimaryLocation: true })).status).toBe(200)
    expectProblem(await put('site', { isPrimaryLocation: true }), 'conflict')
  })
})
