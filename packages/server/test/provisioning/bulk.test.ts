import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { ENTERPRISE, setUp, USER_URN } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const create = (name: string, more: object = {}) => ({
  method: 'POST',
  path: '/Users',
  bulkId: name,
  data: { schemas: [USER_URN], userName: name, ...more },
})

const nested = (levels: number): unknown[] => (levels === 0 ? [] : [nested(levels - 1)])

describe('a bulk call', () => {
  it('creates 1,000 users, and writes nothing when it is repeated for what it created', async () => {
    const { scim, versionsOfRows } = await setUp(service)
    const names = Array.from({ length: 1_000 }, (_, index) => `user${index}`)
    const { Operations } = await scim.bulk(names.map((name) => create(name, { [ENTERPRISE]: { department: `D${name.length}` } })))
    expect(new Set(Operations.map(({ status }) => status))).toEqual(new Set(['201']))
    expect((await scim.list('/Users?count=0')).totalResults).toBe(1_000)
    const before = await versionsOfRows()
    const again = Operations.map(({ location }, index) => ({
      method: 'PUT',
      path: `/Users/${location?.split('/').at(-1)}`,
      data: create(names[index] as string, { active: true, [ENTERPRISE]: { department: `D${names[index]?.length}` } }).data,
    }))
    const repeated = await scim.bulk(again)
    expect(new Set(repeated.Operations.map(({ status }) => status))).toEqual(new Set(['200']))
    expect(await versionsOfRows()).toEqual(before)
  })

  it('refuses more than 1,000 operations, and what is no operation', async () => {
    const { scim } = await setUp(service)
    const operations = Array.from({ length: 1_001 }, (_, index) => create(`user${index}`))
    expect((await scim.call('POST', '/Bulk', { Operations: operations })).status).toBe(413)
    for (const body of [
      {},
      { Operations: 'x' },
      { Operations: [null] },
      { Operations: [{ method: 'GET', path: '/Users' }] },
      { Operations: [{ method: 'POST', path: '/Keys' }] },
      { Operations: [create('ada', { deep: nested(100) })] },
    ]) {
      const answer = await scim.call('POST', '/Bulk', body)
      expect([answer.status, answer.json().scimType]).toEqual([400, 'invalidSyntax'])
    }
  })

  it('lets an operation refer to what another one creates, even a later one', async () => {
    const { scim, groupsOf } = await setUp(service)
    const { Operations } = await scim.bulk([
      {
        method: 'POST',
        path: '/Groups',
        bulkId: 'g',
        data: { displayName: 'All', members: [{ value: 'bulkId:ada' }, { value: 'bulkId:bob' }] },
      },
      create('ada', { [ENTERPRISE]: { manager: { value: 'bulkId:bob' } } }),
      create('bob'),
      { method: 'PATCH', path: '/Users/bulkId:bob', data: { Operations: [{ op: 'replace', path: 'title', value: 'Chief' }] } },
      { method: 'DELETE', path: '/Users/bulkId:missing' },
    ])
    expect(Operations.map(({ status }) => status)).toEqual(['201', '201', '201', '200', '400'])
    const [, ada, bob] = Operations.map(({ location = '' }) => location.split('/').at(-1) as string)
    expect(await groupsOf(ada as string)).toEqual(['group:All'])
    expect((await scim.get(`/Users/${ada}`))[ENTERPRISE]).toMatchObject({ manager: { value: bob } })
    expect(await scim.get(`/Users/${bob}`)).toMatchObject({ title: 'Chief' })
  })

  it('carries out operations of which each refers to the next', async () => {
    const { scim } = await setUp(service)
    const managerOf = (index: number) => ({ [ENTERPRISE]: { manager: { value: `bulkId:user${index}` } } })
    const chain = Array.from({ length: 5 }, (_, index) => create(`user${index}`, index === 4 ? {} : managerOf(index + 1)))
    const { Operations } = await scim.bulk(chain)
    expect(Operations.map(({ status }) => status)).toEqual(Array(5).fill('201'))
    const ids = Operations.map(({ location = '' }) => location.split('/').at(-1) as string)
    for (const [index, manager] of ids.slice(1).entries())
      expect((await scim.get(`/Users/${ids[index]}`))[ENTERPRISE]).toMatchObject({ manager: { value: manager } })
  })

  it('carries out each operation by itself, those about one user in their order', async () => {
    const { scim } = await setUp(service)
    const { Operations } = await scim.bulk([
      create('ada'),
      create('ADA'),
      create(''),
      create('bob'),
      create('bob'),
      create('eve'),
    ])
    expect(Operations.map(({ status }) => status)).toEqual(['201', '409', '400', '201', '409', '201'])
    expect(Operations[1]?.response).toMatchObject({ status: '409', scimType: 'uniqueness' })
    expect((await scim.list('/Users')).totalResults).toBe(3)
  })

  it('gives a name to one user only, in whatever letter case two operations name it', async () => {
    const { scim } = await setUp(service)
    const { Operations } = await scim.bulk([create('ada'), create('bob'), create('eve')])
    const [ada = '', bob = '', eve = ''] = Operations.map(({ location = '' }) => `/Users/${location.split('/').at(-1)}`)
    const rename = (path: string, userName: string) => ({
      method: 'PATCH',
      path,
      data: { Operations: [{ op: 'replace', path: 'userName', value: userName }] },
    })
    const renamed = await scim.bulk([rename(ada, 'grace'), rename(bob, 'Grace'), create('GRACE')])
    expect(renamed.Operations.map(({ status }) => status)).toEqual(['200', '409', '409'])
    expect(renamed.Operations[1]?.response).toMatchObject({ scimType: 'uniqueness' })
    // A name that an operation gives up is free for those after it.
    const next = await scim.bulk([rename(ada, 'Bob'), rename(bob, 'bobby'), rename(eve, 'BOB')])
    expect(next.Operations.map(({ status }) => status)).toEqual(['409', '200', '200'])
    const again = await scim.bulk([{ method: 'DELETE', path: eve }, create('bob')])
    expect(again.Operations.map(({ status }) => status)).toEqual(['204', '201'])
    const { Resources } = await scim.list('/Users?sortBy=userName')
    expect(Resources.map(({ userName }) => userName)).toEqual(['bob', 'bobby', 'grace'])
    const group = (displayName: string) => ({ method: 'POST', path: '/Groups', bulkId: displayName, data: { displayName } })
    expect((await scim.bulk([group('Sales'), group('SALES')])).Operations.map(({ status }) => status)).toEqual(['201', '409'])
  })

  it('stops after as many errors as the caller allows', async () => {
    const { scim } = await setUp(service)
    const operations = [create('ada'), create(''), create('bob'), create(''), create('eve'), create('')]
    expect((await scim.bulk(operations, { failOnErrors: 2 })).Operations.map(({ status }) => status)).toEqual([
      '201',
      '400',
      '201',
      '400',
    ])
    expect((await scim.list('/Users')).totalResults).toBe(2)
  })
})
