import { randomUUID } from 'node:crypto'
import { MAX_OWN_VIEWS, MAX_SHARED_VIEWS, type SavedView } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { send } from '../http/support/send.ts'

let service: TestService
let orgId: string
let ada: SignedIn
let grace: SignedIn
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  orgId = (await service.createOrganization()).id
  ada = await service.signIn(orgId, ['analytics-administrator'])
  grace = await service.signIn(orgId, ['workplace-administrator'])
})

const call = (person: SignedIn, method: string, path: string, body?: object, more: Record<string, string> = {}) => {
  const headers = { ...(body && { 'content-type': 'application/json' }), ...person.headers, ...more }
  return send(service.baseUrl, { method, path, headers, ...(body && { body }) })
}

const BERLIN = { name: 'Berlin', page: '/analytics/attendance', search: 'period=lastFourWeeks' }
const save = async (person: SignedIn, body: object = BERLIN): Promise<SavedView> => {
  const answer = await call(person, 'POST', '/api/views', body)
  expect(answer.status).toBe(201)
  return answer.json<SavedView>()
}
const namesOf = async (person: SignedIn) =>
  (await call(person, 'GET', '/api/views')).json<{ items: SavedView[] }>().items.map(({ name }) => name)

it('a private view is seen by its owner only; a shared one by the roles that it is shared with and that may open its page', async () => {
  const view = await save(ada)
  expect(view).toMatchObject({ ...BERLIN, sharedWith: [], isOwn: true, isDefault: false, version: 1 })
  expect(await namesOf(grace)).toEqual([])
  for (const [method, path] of [
    ['PATCH', ''],
    ['DELETE', ''],
    ['PUT', '/default'],
    ['DELETE', '/default'],
  ] as const) {
    const body = method === 'PATCH' ? { name: 'Mine' } : undefined
    expectProblem(await call(grace, method, `/api/views/${view.viewId}${path}`, body), 'entity_not_found')
  }

  await call(ada, 'PATCH', `/api/views/${view.viewId}`, { sharedWith: ['workplace-administrator', 'workplace-administrator'] })
  await save(ada, { name: 'People', page: '/analytics/people', search: '', sharedWith: ['workplace-administrator'] })
  expect(await namesOf(grace)).toEqual(['Berlin'])
  expect(await namesOf(await service.signIn(orgId, ['bookings-administrator']))).toEqual([])
  expect(await namesOf(await service.signIn(orgId, []))).toEqual([])
  const stranger = await service.signIn((await service.createOrganization()).id, ['global-administrator'])
  expect(await namesOf(stranger)).toEqual([])
  expectProblem(await call(stranger, 'DELETE', `/api/views/${view.viewId}`), 'entity_not_found')

  expectProblem(await call(grace, 'PATCH', `/api/views/${view.viewId}`, { name: 'Mine' }), 'role_not_allowed')
  expectProblem(await call(grace, 'DELETE', `/api/views/${view.viewId}`), 'role_not_allowed')
  const global = await service.signIn(orgId, ['global-administrator'])
  expect((await call(global, 'DELETE', `/api/views/${view.viewId}`)).status).toBe(200)
  expect(await namesOf(ada)).toEqual(['People'])
})

it('a page has one default for each person, which ends with the view or its sharing', async () => {
  const [first, second] = [
    await save(ada, { ...BERLIN, sharedWith: ['workplace-administrator'] }),
    await save(ada, { ...BERLIN, name: 'All' }),
  ]
  for (const { viewId } of [second, first, first]) {
    expect((await call(ada, 'PUT', `/api/views/${viewId}/default`)).json()).toMatchObject({ viewId, isDefault: true })
  }
  await call(grace, 'PUT', `/api/views/${first.viewId}/default`)
  const opensWith = async (person: SignedIn) =>
    (await call(person, 'GET', '/api/views'))
      .json<{ items: SavedView[] }>()
      .items.flatMap(({ name, isDefault }) => (isDefault ? [name] : []))
  expect([await opensWith(ada), await opensWith(grace)]).toEqual([['Berlin'], ['Berlin']])

  expect((await call(ada, 'DELETE', `/api/views/${second.viewId}/default`)).json()).toMatchObject({ isDefault: false })
  expect(await opensWith(ada)).toEqual(['Berlin'])
  await call(ada, 'PATCH', `/api/views/${first.viewId}`, { sharedWith: [] })
  expect([await opensWith(ada), await opensWith(grace)]).toEqual([['Berlin'], []])
  await call(ada, 'DELETE', `/api/views/${first.viewId}`)
  expect(await opensWith(ada)).toEqual([])
})

it('of two who rename a version at once one is refused, and a change without If-Match is made anyway', async () => {
  const { viewId } = await save(ada)
  const path = `/api/views/${viewId}`
  const answers = await Promise.all(['West', 'East'].map((name) => call(ada, 'PATCH', path, { name }, { 'if-match': '"1"' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  const winner = answers.find(({ status }) => status === 200)
  expect(winner?.headers.etag).toBe('"2"')
  expectProblem(answers.find(({ status }) => status === 412) as (typeof answers)[0], 'precondition_failed')
  expect(await namesOf(ada)).toEqual([winner?.json<SavedView>().name])
  expect((await call(ada, 'PATCH', path, { name: 'North' }, { 'if-match': 'W/"2", "9"' })).json()).toMatchObject({ version: 3 })
  expect((await call(ada, 'PATCH', path, { name: 'South' })).json()).toMatchObject({ name: 'South', version: 4 })
})

it('a repeated creation saves one view, a name is taken once for each page of a person, and what is malformed is refused', async () => {
  const viewId = randomUUID()
  const both = await Promise.all([save(ada, { ...BERLIN, viewId }), save(ada, { ...BERLIN, viewId })])
  expect(both.map((view) => view.viewId)).toEqual([viewId, viewId])
  expectProblem(await call(ada, 'POST', '/api/views', BERLIN), 'name_taken')
  await save(ada, { ...BERLIN, page: '/data' })
  await save(grace)
  expectProblem(await call(grace, 'POST', '/api/views', { ...BERLIN, viewId, name: 'Other' }), 'conflict')
  expectProblem(await call(grace, 'POST', '/api/views', { ...BERLIN, page: '/analytics/people' }), 'role_not_allowed')

  for (const wrong of [
    { name: '' },
    { name: 'x'.repeat(101) },
    { search: 'x'.repeat(2001) },
    { page: '/me' },
    { sharedWith: ['employee'] },
  ]) {
    expectProblem(await call(ada, 'POST', '/api/views', { ...BERLIN, name: 'Wrong', ...wrong }), 'invalid_body')
  }
  await save(ada, { ...BERLIN, name: 'x'.repeat(100), search: 'x'.repeat(2000) })
  expectProblem(await call(ada, 'PATCH', `/api/views/${viewId}`, {}), 'invalid_body')
})

it('a person has at most as many views, and an organization shares at most as many, as the limits say', async () => {
  const { viewId } = await save(ada)
  const add = (count: number, person: SignedIn, sharedWith: string) =>
    service.database.pool.query(
      `insert into saved_views (org_id, id, user_id, name, page, search, shared_with)
       select $1, gen_random_uuid(), $2, $3 || n, '/analytics/desks', '', $3::text[] from generate_series(1, $4) n`,
      [orgId, person.userId, sharedWith, count],
    )
  await add(MAX_OWN_VIEWS - 2, ada, '{}')
  const raced = ['A', 'B'].map((name) => call(ada, 'POST', '/api/views', { ...BERLIN, name }))
  expect((await Promise.all(raced)).map(({ status }) => status).sort()).toEqual([201, 409])

  await add(MAX_SHARED_VIEWS - 1, grace, '{analytics-administrator}')
  const share = (sharedWith: string[]) => call(ada, 'PATCH', `/api/views/${viewId}`, { sharedWith })
  expect((await share(['global-administrator'])).status).toBe(200)
  expect((await share(['analytics-administrator'])).status).toBe(200)
  expect((await share([])).status).toBe(200)
  await add(1, await service.signIn(orgId, []), '{bookings-administrator}')
  expectProblem(await share(['global-administrator']), 'conflict')
})
