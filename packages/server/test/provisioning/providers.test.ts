import type { ProvisioningConflict, ProvisioningProvider, ProvisioningSync } from '@rollcall/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { until } from '../http/support/credentials.ts'
import { send } from '../http/support/send.ts'
import { clientOf, setUp } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const setUpPage = async () => {
  const parts = await setUp(service)
  const { headers } = await service.signIn(parts.orgId, ['global-administrator'])
  const call = async (method: string, path: string, body?: object) => {
    const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
    return send(service.baseUrl, { method, path: `/api${path}`, body, headers: { ...headers, ...type } })
  }
  const list = async <T>(path: string): Promise<T[]> => (await call('GET', path)).json<{ items: T[] }>().items
  const providerId = parts.keys.provisioning.id
  const syncs = () => list<ProvisioningSync>(`/provisioning-providers/${providerId}/syncs`)
  return { ...parts, call, list, providerId, syncs }
}

it('a provider is shown with what it owns, and with what its calls did', async () => {
  const { scim, list, providerId, syncs } = await setUpPage()
  const { id } = await scim.post('/Users', { userName: 'ada' })
  await scim.post('/Groups', { displayName: 'All', members: [{ value: id }] })
  await scim.put(`/Users/${id}`, { userName: 'ada' })
  await scim.patch(`/Users/${id}`, { op: 'add', path: 'title', value: 'Countess' })
  await scim.call('POST', '/Users', { userName: 'ada' })
  await scim.bulk([{ method: 'POST', path: '/Users', bulkId: 'b', data: { userName: 'bob' } }])
  await scim.remove(`/Users/${id}`)
  const expected = { calls: 7, created: 3, changed: 2, unchanged: 1, refused: 1 }
  await until(async () => (await syncs())[0]?.calls === expected.calls)
  expect(await syncs()).toMatchObject([expected])
  expect(await list<ProvisioningProvider>('/provisioning-providers')).toMatchObject([
    { providerId, groupType: 'group', users: 1, groups: 1, conflicts: 0, lastSync: expected },
  ])
})

it('calls after a pause are another sync, and syncs are listed page by page', async () => {
  const { scim, query, call, providerId, syncs } = await setUpPage()
  await scim.list('/Users')
  await until(async () => (await syncs()).length === 1)
  await query(
    `update provisioning_syncs set started_at = started_at - interval '1 hour', last_call_at = last_call_at - interval '1 hour' where org_id = $1`,
  )
  await scim.list('/Users')
  await until(async () => (await syncs()).length === 2)
  const first = (await call('GET', `/provisioning-providers/${providerId}/syncs?limit=1`)).json<{
    items: object[]
    nextCursor: string
  }>()
  const rest = (await call('GET', `/provisioning-providers/${providerId}/syncs?limit=1&cursor=${first.nextCursor}`)).json()
  expect([...first.items, ...(rest.items as object[])]).toEqual(await syncs())
})

it('conflicts are listed, latest first, with names and by provider', async () => {
  const { orgId, scim, list, call, providerId } = await setUpPage()
  const ada = await scim.post('/Users', { userName: 'ada' })
  const group = await scim.post('/Groups', { displayName: 'All' })
  const key = await service.createKey(orgId, 'provisioning')
  const other = clientOf(service, key)
  await other.call('POST', '/Users', { userName: 'ada' })
  await other.call('POST', '/Groups', { displayName: 'all' })
  const conflicts = await list<ProvisioningConflict>('/provisioning-conflicts')
  expect(conflicts).toMatchObject([
    { subjectId: group.id, subjectType: 'group', subjectName: 'All', source: 'provider', providerId: key.id, occurrences: 1 },
    { subjectId: ada.id, subjectType: 'user', subjectName: 'ada', source: 'provider', providerId: key.id, occurrences: 1 },
  ])
  expect(await list(`/provisioning-conflicts?providerId=${providerId}`)).toEqual([])
  const first = (await call('GET', '/provisioning-conflicts?limit=1')).json<{ nextCursor: string }>()
  expect(await list(`/provisioning-conflicts?limit=1&cursor=${first.nextCursor}`)).toEqual([conflicts[1]])
})

it('the group type of a provider is changed with its groups, unless attributes make groups of it', async () => {
  const { scim, call, query, providerId } = await setUpPage()
  await scim.post('/Groups', { displayName: 'Engines' })
  await query(`insert into attribute_mappings (org_id, attribute, group_type) values ($1, 'department', 'department')`)
  const path = `/provisioning-providers/${providerId}`
  expect((await call('PATCH', path, { groupType: 'department' })).json()).toMatchObject({ code: 'conflict' })
  expect((await call('PATCH', path, { groupType: 'team', name: 'Okta' })).json()).toMatchObject({
    groupType: 'team',
    name: 'Okta',
  })
  expect(await query('select type from groups where org_id = $1')).toEqual([{ type: 'team' }])
  await scim.post('/Groups', { displayName: 'Looms' })
  expect(await query('select distinct type from groups where org_id = $1')).toEqual([{ type: 'team' }])
  const mapping = await call('PUT', '/attribute-mappings/unit', {
    groupType: 'team',
    isPrimaryGroup: false,
    isPrimaryLocation: false,
  })
  expect(mapping.json()).toMatchObject({ code: 'conflict', detail: expect.stringContaining('Okta') })
})

it('what a provider changes is in the audit log, and what it leaves as it is is not', async () => {
  const { scim, query, keys } = await setUpPage()
  const ada = await scim.post('/Users', { userName: 'ada', title: 'Countess' })
  const group = await scim.post('/Groups', { displayName: 'All', members: [{ value: ada.id }] })
  await scim.put(`/Users/${ada.id}`, { userName: 'ada', title: 'Countess' })
  await scim.put(`/Groups/${group.id}`, { displayName: 'All', members: [{ value: ada.id }] })
  await scim.patch(`/Users/${ada.id}`, { op: 'replace', path: 'title', value: 'Lady' })
  await scim.call('POST', '/Users', { userName: 'ada' })
  await scim.bulk([{ method: 'DELETE', path: `/Users/${ada.id}` }])
  await scim.remove(`/Groups/${group.id}`)
  const entries = await query(
    `select action, actor_type, actor_id, actor_name, entity_type, entity_id, before, after from audit_log where org_id = $1 order by entry_no`,
  )
  const actor = {
    action: 'provisioning.apply',
    actor_type: 'provider',
    actor_id: keys.provisioning.id,
    actor_name: 'provisioning hmac basic',
  }
  const user = { ...actor, entity_type: 'user', entity_id: ada.id }
  const all = { ...actor, entity_type: 'group', entity_id: group.id }
  expect(entries).toMatchObject([
    { ...user, before: null, after: { userName: 'ada', title: 'Countess', active: true } },
    { ...all, before: null, after: { displayName: 'All', joined: [ada.id] } },
    { ...user, before: { title: 'Countess' }, after: { title: 'Lady' } },
    { ...user, before: { active: true }, after: { active: false } },
    { ...all, before: { displayName: 'All' }, after: { left: [ada.id] } },
  ])
})
