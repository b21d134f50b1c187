import { afterAll, beforeAll, expect, test } from 'vitest'
import { importDirectory } from '../../src/imports/import-service.ts'
import { startTestService, type TestService } from '../../src/testing/test-service.ts'
import { setUp } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

test('calls on the same users at once end as if they had come one after the other', async () => {
  const { submit, map, addUser, attributesOf, groupsOf, shown } = await setUp(service)
  await map('department', { groupType: 'dep', isPrimaryGroup: true })
  await map('site', { isPrimaryLocation: true })
  const users = Array.from({ length: 20 }, (_, index) => `user-${index}`)
  await Promise.all(users.map((user) => addUser(user)))
  const calls = Array.from({ length: 40 }, (_, call) => {
    const items = users.map((user): [string, Record<string, string | null>] => [
      user,
      { department: `D${call}`, site: call % 2 ? 'Berlin' : 'Madrid', last: String(call), [`only-${call}`]: 'x' },
    ])
    // In both orders, so that locks taken row by row would meet.
    return submit(...(call % 2 ? items : items.reverse()))
  })
  for (const said of await Promise.all(calls)) expect(new Set(said)).toEqual(new Set(['0 Updated']))
  const last = (await attributesOf('user-0'))?.last
  for (const user of users) {
    const { department, site, last: own, ...rest } = (await attributesOf(user)) as Record<string, string>
    expect([department, own, Object.keys(rest).length]).toEqual([`D${last}`, last, 40])
    expect(site).toBe(Number(last) % 2 ? 'Berlin' : 'Madrid')
    expect(await groupsOf(user)).toEqual([`dep:D${last}`])
    expect(await shown(user)).toMatchObject({ primaryGroupName: department, primaryLocationName: site })
  }
})

test('calls, imports and changes of mappings at once neither fail nor lose an attribute', async () => {
  const { submit, map, db, orgId, attributesOf, groupsOf } = await setUp(service)
  await map('team', { groupType: 'team' })
  const users = [{ userName: 'ada' }, { userName: 'bob' }, { userName: 'eve' }]
  const work = Array.from({ length: 12 }, (_, index) => [
    submit(['ada', { [`a${index}`]: 'x', team: 'Blue' }], ['bob', { team: `T${index}` }]),
    importDirectory(db, orgId, { users, groups: [{ name: `G${index}`, type: 'dep' }] }),
    map('team', { groupType: index % 2 ? 'team' : 'squad' }),
  ]).flat()
  const outcomes = await Promise.allSettled(work)
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(Object.keys((await attributesOf('ada')) ?? {})).toHaveLength(13)
  await map('team', { groupType: 'team' })
  expect(await groupsOf('ada')).toEqual(['team:Blue'])
})

test('a refused call does not hold up the next one', async () => {
  const { submit, submitBody, attributesOf } = await setUp(service)
  const unstorable = '{"userAttributes":[{"userName":"ada","attributes":{"\\u0000":"1"}}]}'
  const [refused] = await Promise.all([submitBody(unstorable), submit(['ada', { a: '1' }])])
  expect(refused.status).toBe(400)
  expect(await attributesOf('ada')).toEqual({ a: '1' })
})
