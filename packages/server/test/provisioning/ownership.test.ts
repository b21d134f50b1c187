import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, type TestService } from '../../src/testing/test-service.ts'
import { post, send } from '../http/support/send.ts'
import { ENTERPRISE, setUp } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

/** An organization whose provider sent Ada, and a group with her. */
const setUpAda = async () => {
  const parts = await setUp(service)
  const { scim, orgId, keys } = parts
  const { id } = await scim.post('/Users', {
    userName: 'ada',
    name: { givenName: 'Ada' },
    emails: [{ value: 'ada@example.com' }],
    [ENTERPRISE]: { department: 'Engines' },
  })
  const group = await scim.post('/Groups', { displayName: 'Engines', members: [{ value: id }] })
  const { headers } = await service.signIn(orgId, ['global-administrator'])
  const call = (method: string, path: string, body?: object) =>
    send(service.baseUrl, { method, path, body, headers: { 'content-type': 'application/json', ...headers } })
  const submit = async (attributes: object): Promise<string> => {
    const body = { userAttributes: [{ userName: 'ada', attributes }] }
    const answer = await post(service.baseUrl, '/v1/user-attributes/basic', body, basic(keys['all-permissions']))
    const [result] = answer.json<{ results: { resultCode: number; message: string }[] }>().results
    return `${result?.resultCode} ${result?.message}`
  }
  const conflicts = () =>
    parts.query('select source, subject_id, detail, occurrences from provisioning_conflicts where org_id = $1')
  return { ...parts, id, group, call, submit, conflicts }
}

const PROVIDER = 'provisioning hmac basic'

describe('an import', () => {
  it('leaves people of a provider as it wants them, and says so', async () => {
    const { orgId, id, storedUser, groupsOf, conflicts } = await setUpAda()
    const file = {
      groups: [{ name: 'Readers', type: 'club' }],
      users: [
        {
          userName: 'ada',
          firstName: 'Augusta',
          email: 'augusta@example.com',
          status: 'inactive',
          attributes: { department: 'Looms', badge: 'b1' },
          groups: [{ name: 'Readers', type: 'club' }],
        },
        { userName: 'bob', firstName: 'Bob' },
      ],
    }
    const { warnings } = await importDirectory(service.database.db, orgId, file)
    expect(warnings).toEqual([
      { pointer: '/users/0', code: 'user_origin', message: expect.stringContaining(`the provider ${PROVIDER}`), count: 1 },
    ])
    expect(await storedUser(id)).toMatchObject({
      first_name: 'Ada',
      email: 'ada@example.com',
      status: 'active',
      attributes: { department: 'Engines', badge: 'b1' },
    })
    expect(await groupsOf(id)).toEqual(['club:Readers', 'group:Engines'])
    const detail = 'An import wants other values: email, first_name, status, department.'
    expect(await conflicts()).toEqual([{ source: 'import', subject_id: id, detail, occurrences: 1 }])
  })

  it('that agrees with the provider has no conflict, and a dry run notes none', async () => {
    const { orgId, conflicts } = await setUpAda()
    const { db } = service.database
    const agreeing = { users: [{ userName: 'ada', firstName: 'Ada', attributes: { department: 'Engines' } }] }
    expect((await importDirectory(db, orgId, agreeing)).warnings).toEqual([])
    const other = { users: [{ userName: 'ada', firstName: 'Eve' }] }
    expect((await importDirectory(db, orgId, other, { dryRun: true })).warnings).toHaveLength(1)
    expect(await conflicts()).toEqual([])
  })

  it('cannot give the name of a person of a provider to another one, or change a group of a provider', async () => {
    const { orgId, id, query } = await setUpAda()
    const { db } = service.database
    const renamed = {
      users: [
        { id, userName: 'ada.old' },
        { userName: 'ada', firstName: 'Other' },
      ],
    }
    await expect(importDirectory(db, orgId, renamed)).rejects.toThrow(/comes from a provider/)
    const group = { groups: [{ name: 'Engines', type: 'group', status: 'inactive' }] }
    await expect(importDirectory(db, orgId, group)).rejects.toThrow(/comes from a provider/)
    expect(await query('select user_name from users where org_id = $1 and id = $2', id)).toEqual([{ user_name: 'ada' }])
  })
})

describe('user attributes', () => {
  it('change only what the provider does not send', async () => {
    const { id, submit, storedUser, conflicts } = await setUpAda()
    expect(await submit({ department: 'Looms', badge: 'b1' })).toBe(
      `0 Updated; department stays as it was, because it comes from the provider ${PROVIDER}`,
    )
    expect(await submit({ department: null })).toContain('department stays as it was')
    expect(await submit({ department: 'Engines', costCenter: '42' })).toBe('0 Updated')
    expect(await storedUser(id)).toMatchObject({ attributes: { department: 'Engines', badge: 'b1', costCenter: '42' } })
    expect(await conflicts()).toMatchObject([{ source: 'attributes', subject_id: id, occurrences: 2 }])
  })

  it('are free once the provider sends them no longer, or has deleted the person', async () => {
    const { id, scim, submit } = await setUpAda()
    await scim.patch(`/Users/${id}`, { op: 'remove', path: `${ENTERPRISE}:department` })
    expect(await submit({ department: 'Looms' })).toBe('0 Updated')
    await scim.patch(`/Users/${id}`, { op: 'add', path: `${ENTERPRISE}:department`, value: 'Engines' })
    expect(await submit({ department: 'Looms' })).toContain('stays as it was')
    await scim.remove(`/Users/${id}`)
    expect(await submit({ department: 'Looms' })).toBe('0 Updated')
  })
})

describe('administrators', () => {
  it('change only what the provider does not send of a person', async () => {
    const { id, call } = await setUpAda()
    for (const body of [{ firstName: 'Eve' }, { userName: 'eve' }, { email: null }, { status: 'inactive' }]) {
      const answer = await call('PATCH', `/api/users/${id}`, body)
      expect([answer.status, answer.json().code]).toEqual([409, 'user_origin'])
      expect(answer.json().detail).toContain(PROVIDER)
    }
    expect((await call('PATCH', `/api/users/${id}`, { firstName: 'Ada', visibility: 'nobody' })).status).toBe(200)
  })

  it('see who owns a person, until the provider deletes the person', async () => {
    const { id, call, scim } = await setUpAda()
    const ownerOf = async () => (await call('GET', `/api/users/${id}`)).json().providerName
    expect(await ownerOf()).toBe(PROVIDER)
    expect((await call('GET', '/api/users?search=ada')).json()).toMatchObject({ items: [{ userId: id, providerName: PROVIDER }] })
    await scim.remove(`/Users/${id}`)
    expect(await ownerOf()).toBeNull()
  })

  it('change neither the groups of a provider nor their members', async () => {
    const { id, group, call, query } = await setUpAda()
    const { userId } = await service.signIn(
      (await query<{ id: string }>('select org_id as id from groups where org_id = $1'))[0]?.id as string,
    )
    for (const [method, path, body] of [
      ['PATCH', `/api/groups/${group.id}`, { groupName: 'Looms' }],
      ['PATCH', `/api/groups/${group.id}`, { status: 'inactive' }],
      ['PUT', `/api/groups/${group.id}/members/${userId}`],
      ['DELETE', `/api/groups/${group.id}/members/${id}`],
      ['PATCH', `/api/users/${userId}`, { primaryGroupId: group.id }],
    ] as const) {
      const answer = await call(method, path, body)
      expect([path, answer.status, answer.json().code]).toEqual([path, 409, 'group_origin'])
    }
    expect((await call('PUT', `/api/groups/${group.id}/members/${id}`)).status).toBe(200)
    expect((await call('PATCH', `/api/users/${id}`, { primaryGroupId: group.id })).status).toBe(200)
    expect((await call('GET', `/api/groups/${group.id}/members`)).json()).toMatchObject({ items: [{ origin: 'provisioning' }] })
  })
})
