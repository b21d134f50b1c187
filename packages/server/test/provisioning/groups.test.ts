import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { clientOf, GROUP_URN, PATCH, type Resource, setUp } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const setUpPeople = async () => {
  const parts = await setUp(service)
  const [ada, bob, eve] = (await Promise.all(
    ['ada', 'bob', 'eve'].map((userName) => parts.scim.post('/Users', { userName, displayName: `${userName} X` })),
  )) as [Resource, Resource, Resource]
  const membersOf = async (id: string): Promise<string[]> => {
    const { members = [] } = (await parts.scim.get(`/Groups/${id}`)) as { members?: { value: string }[] }
    const names = new Map([ada, bob, eve].map((user) => [user.id, user.userName as string]))
    return members.map(({ value }) => names.get(value) ?? value).sort()
  }
  return { ...parts, ada, bob, eve, membersOf }
}

const engines = (...members: Resource[]) => ({
  schemas: [GROUP_URN],
  displayName: 'Engines',
  externalId: 'e1',
  members: members.map(({ id }) => ({ value: id })),
})

describe('a new group', () => {
  it('has the group type of the provider, and its members', async () => {
    const { scim, ada, bob, query, groupsOf } = await setUpPeople()
    const created = await scim.post('/Groups', engines(ada, bob))
    expect(created).toMatchObject({ displayName: 'Engines', externalId: 'e1', meta: { resourceType: 'Group' } })
    expect((created.members as unknown[]).toSorted()).toEqual(
      [ada, bob]
        .map(({ id, meta }) => ({ value: id, $ref: meta.location, type: 'User' }))
        .toSorted((a, b) => (a.value < b.value ? -1 : 1)),
    )
    expect(await query('select name, type, origin, status from groups where org_id = $1')).toEqual([
      { name: 'Engines', type: 'group', origin: 'provisioning', status: 'active' },
    ])
    expect(await groupsOf(ada.id)).toEqual(['group:Engines'])
    expect((await scim.get(`/Users/${ada.id}`)).groups).toEqual([
      { value: created.id, display: 'Engines', $ref: created.meta.location, type: 'direct' },
    ])
  })

  it('is refused with a name that a group of the type has, or members who are no users', async () => {
    const { scim, ada, orgId, query } = await setUpPeople()
    const [foreign] = await query<{ id: string }>(
      `insert into groups (org_id, id, name, type, origin) values ($1, gen_random_uuid(), 'Sales', 'group', 'hierarchy') returning id`,
    )
    await scim.post('/Groups', engines())
    for (const [body, status, scimType] of [
      [engines(), 409, 'uniqueness'],
      [{ displayName: 'sales' }, 409, 'uniqueness'],
      [{}, 400, 'invalidValue'],
      [{ displayName: 'x'.repeat(201) }, 400, 'invalidValue'],
      [{ displayName: 'B', members: [{ value: randomUUID() }] }, 400, 'invalidValue'],
      [{ displayName: 'B', members: [{ value: 'no id' }] }, 400, 'invalidValue'],
      [{ displayName: 'B', members: [{ value: ada.id, type: 'Group' }] }, 400, 'invalidValue'],
    ] as const) {
      const answer = await scim.call('POST', '/Groups', body)
      expect([answer.status, answer.json().scimType]).toEqual([status, scimType])
    }
    expect(await query('select subject_id from provisioning_conflicts where org_id = $1')).toEqual([{ subject_id: foreign?.id }])
    const stranger = await setUp(service)
    expect((await stranger.scim.call('POST', '/Groups', engines(ada))).status).toBe(400)
    expect(orgId).not.toBe(stranger.orgId)
  })
})

describe('members', () => {
  it('are added and removed in all the ways that providers use', async () => {
    const { scim, ada, bob, eve, membersOf } = await setUpPeople()
    const { id } = await scim.post('/Groups', engines())
    const path = `/Groups/${id}`
    await scim.patch(path, { op: 'Add', path: 'members', value: [{ $ref: null, value: ada.id }] })
    expect(await membersOf(id)).toEqual(['ada'])
    await scim.patch(path, { op: 'add', value: { members: [{ value: bob.id }, { value: eve.id }] } })
    expect(await membersOf(id)).toEqual(['ada', 'bob', 'eve'])
    await scim.patch(path, { op: 'remove', path: `members[value eq "${ada.id}"]` })
    expect(await membersOf(id)).toEqual(['bob', 'eve'])
    await scim.patch(path, { op: 'Remove', path: 'members', value: [{ value: bob.id }] })
    expect(await membersOf(id)).toEqual(['eve'])
    await scim.patch(
      path,
      { op: 'remove', path: 'members[type eq "User"]' },
      { op: 'add', path: 'members', value: { value: ada.id } },
    )
    expect(await membersOf(id)).toEqual(['ada'])
    await scim.patch(path, { op: 'replace', path: 'members', value: [{ value: bob.id }] })
    expect(await membersOf(id)).toEqual(['bob'])
    await scim.patch(path, { op: 'replace', value: { id, displayName: 'Looms', members: [{ value: eve.id }] } })
    expect([await membersOf(id), (await scim.get(path)).displayName]).toEqual([['eve'], 'Looms'])
    await scim.patch(path, { op: 'remove', path: 'members' })
    expect(await membersOf(id)).toEqual([])
  })

  it('stay as they are when an operation names a part of them', async () => {
    const { scim, ada, bob, membersOf } = await setUpPeople()
    const { id } = await scim.post('/Groups', engines(ada))
    for (const operation of [
      { op: 'remove', path: 'members.type' },
      { op: 'remove', path: `members[value eq "${ada.id}"].type` },
      { op: 'replace', path: `members[value eq "${bob.id}"].type`, value: 'User' },
      { op: 'replace', path: 'members.value', value: bob.id },
    ]) {
      const answer = await scim.call('PATCH', `/Groups/${id}`, { schemas: [PATCH], Operations: [operation] })
      expect([answer.status, answer.json().scimType]).toEqual([400, 'mutability'])
    }
    expect(await membersOf(id)).toEqual(['ada'])
  })

  it('that are as the provider wants them are not written', async () => {
    const { scim, ada, bob, versionsOfRows } = await setUpPeople()
    const created = await scim.post('/Groups', engines(ada, bob))
    const before = await versionsOfRows()
    expect(await scim.put(`/Groups/${created.id}`, engines(bob, ada))).toEqual(created)
    expect(await scim.patch(`/Groups/${created.id}`, { op: 'add', path: 'members', value: [{ value: ada.id }] })).toEqual(created)
    expect(await versionsOfRows()).toEqual(before)
  })

  it('change the version of the group, and are left out on demand', async () => {
    const { scim, ada } = await setUpPeople()
    const created = await scim.post('/Groups', engines())
    const changed = await scim.patch(`/Groups/${created.id}`, { op: 'add', path: 'members', value: [{ value: ada.id }] })
    expect(changed.meta.version).not.toBe(created.meta.version)
    expect(await scim.get(`/Groups/${created.id}?excludedAttributes=members`)).not.toHaveProperty('members')
    const stale = await scim.call('PUT', `/Groups/${created.id}`, engines(), { 'if-match': created.meta.version })
    expect(stale.status).toBe(412)
  })

  it('lose their primary group when they leave it, and are not shown once they are deleted', async () => {
    const { scim, ada, bob, query, membersOf } = await setUpPeople()
    const { id } = await scim.post('/Groups', engines(ada, bob))
    await query('update users set primary_group_id = $2 where org_id = $1', id)
    await scim.patch(`/Groups/${id}`, { op: 'remove', path: `members[value eq "${ada.id}"]` })
    expect(await query('select primary_group_id as id from users where org_id = $1 and id = $2', ada.id)).toEqual([{ id: null }])
    await scim.remove(`/Users/${bob.id}`)
    expect(await membersOf(id)).toEqual([])
  })
})

describe('a deleted group', () => {
  it('is inactive and empty, and comes back under its name', async () => {
    const { scim, ada, query } = await setUpPeople()
    const { id } = await scim.post('/Groups', engines(ada))
    await scim.remove(`/Groups/${id}`)
    expect((await scim.call('GET', `/Groups/${id}`)).status).toBe(404)
    expect((await scim.call('DELETE', `/Groups/${id}`)).status).toBe(404)
    expect(await query('select status from groups where org_id = $1')).toEqual([{ status: 'inactive' }])
    expect(await query('select * from group_members where org_id = $1')).toEqual([])
    expect((await scim.post('/Groups', engines())).id).toBe(id)
    expect(await query('select status from groups where org_id = $1')).toEqual([{ status: 'active' }])
  })
})

it('a group is found by name and member, and only by its own provider', async () => {
  const { orgId, scim, ada, bob } = await setUpPeople()
  const { id } = await scim.post('/Groups', engines(ada))
  for (const filter of [
    'displayName eq "ENGINES"',
    'externalId eq "e1"',
    `members.value eq "${ada.id}"`,
    `id eq "${id}" and members eq "${ada.id}"`,
  ]) {
    expect((await scim.find('Groups', filter)).map((group) => group.id)).toEqual([id])
  }
  expect(await scim.find('Groups', `members[value eq "${bob.id}"]`)).toEqual([])
  const other = clientOf(service, await service.createKey(orgId, 'provisioning'))
  expect((await other.list('/Groups')).totalResults).toBe(0)
  for (const method of ['GET', 'DELETE'] as const) expect((await other.call(method, `/Groups/${id}`)).status).toBe(404)
  expect((await other.call('PUT', `/Groups/${id}`, engines())).status).toBe(404)
})
