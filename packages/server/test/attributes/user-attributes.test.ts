import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { setUp } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const USER_NOT_FOUND = '1 User not found'
const UPDATED = '0 Updated'

describe('attributes', () => {
  test('are merged by name, and null removes', async () => {
    const { submit, attributesOf } = await setUp(service)
    expect(await submit(['ada', { team: 'Blue', floor: '2', nothing: null }])).toEqual([UPDATED])
    expect(await submit(['ada', { team: 'Red', floor: null, site: '' }])).toEqual([UPDATED])
    expect(await attributesOf('ada')).toEqual({ team: 'Red', site: '' })
    expect(await attributesOf('bob')).toEqual({})
  })

  test('are answered in request order, with the userName as sent and the time', async () => {
    const { submitBody } = await setUp(service)
    const item = (userName: string) => ({ userName, attributes: { a: 'b' }, unknown: 1 })
    const answer = await submitBody({ userAttributes: ['bob', 'nobody', 'ada'].map(item), unknown: true })
    expect(answer.json()).toEqual({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      results: [
        { userName: 'bob', resultCode: 0, message: 'Updated' },
        { userName: 'nobody', resultCode: 1, message: 'User not found' },
        { userName: 'ada', resultCode: 0, message: 'Updated' },
      ],
    })
  })

  test('find the user by the exact userName', async () => {
    const { submit, addUser, attributesOf } = await setUp(service)
    await addUser('Ada')
    expect(await submit(['ADA', { a: '1' }], [' ada', { a: '1' }], ['Ada', { a: '2' }])).toEqual([
      USER_NOT_FOUND,
      USER_NOT_FOUND,
      UPDATED,
    ])
    expect([await attributesOf('ada'), await attributesOf('Ada')]).toEqual([{}, { a: '2' }])
  })

  test('of the same user twice in a call are applied in order', async () => {
    const { submit, attributesOf } = await setUp(service)
    expect(await submit(['ada', { a: '1', b: '1' }], ['bob', { a: '1' }], ['ada', { a: '2', b: null, c: '2' }])).toHaveLength(3)
    expect(await attributesOf('ada')).toEqual({ a: '2', c: '2' })
    await submit(['ada', { a: null }], ['ada', { a: '3' }])
    expect(await attributesOf('ada')).toEqual({ a: '3', c: '2' })
  })

  test('may have any name: what means something to programs is stored as data', async () => {
    const { submitBody, attributesOf, map, groupsOf } = await setUp(service)
    const names = [
      '__proto__',
      'constructor',
      'toString',
      'line\nbreak',
      "'; drop table users; --",
      '$1',
      '🏢',
      '1',
      'hasOwnProperty',
    ]
    await map('valueOf', { groupType: 'toString' })
    const attributes = names.map((name) => `${JSON.stringify(name)}:"value"`).join(',')
    const answer = await submitBody(`{"userAttributes":[{"userName":"ada","attributes":{${attributes}}}]}`)
    expect(answer.json<{ results: unknown }>().results).toEqual([{ userName: 'ada', resultCode: 0, message: 'Updated' }])
    expect(Object.entries((await attributesOf('ada')) ?? {}).sort()).toEqual(names.map((name) => [name, 'value']).sort())
    expect(await groupsOf('ada')).toEqual([])
    await submitBody('{"userAttributes":[{"userName":"ada","attributes":{"__proto__":null}}]}')
    expect(Object.keys((await attributesOf('ada')) ?? {})).not.toContain('__proto__')
  })

  test('of users of another organization stay as they are, under the same userName too', async () => {
    const one = await setUp(service)
    const other = await setUp(service)
    await one.map('department', { groupType: 'department', isPrimaryGroup: true })
    await other.addUser('eve')
    const before = await other.everything()
    expect(await one.submit(['ada', { department: 'R&D' }], ['eve', { department: 'R&D' }])).toEqual([UPDATED, USER_NOT_FOUND])
    expect(await other.everything()).toEqual(before)
  })

  test('of inactive users are stored as well', async () => {
    const { submit, attributesOf, ids } = await setUp(service)
    await service.database.pool.query(`update users set status = 'inactive' where id = $1`, [ids.ada])
    expect(await submit(['ada', { a: '1' }])).toEqual([UPDATED])
    expect(await attributesOf('ada')).toEqual({ a: '1' })
  })

  test('sent again change nothing: no time, no revision', async () => {
    const { submit, map, everything } = await setUp(service)
    await map('department', { groupType: 'department', isPrimaryGroup: true })
    await map('site', { isPrimaryLocation: true })
    const call = () =>
      submit(['ada', { department: 'R&D', site: 'Berlin', gone: null }], ['bob', { site: 'Nowhere' }], ['bob', {}], ['x', {}])
    const said = await call()
    const before = await everything()
    expect(await call()).toEqual(said)
    expect(await everything()).toEqual(before)
  })
})

describe('a body that breaks the schema', () => {
  const item = { userName: 'ada', attributes: { a: '1' } }
  test.each<[string, unknown, string, string]>([
    ['no list', {}, '/userAttributes', 'required'],
    ['an empty list', { userAttributes: [] }, '/userAttributes', 'minItems'],
    ['1,001 items', { userAttributes: Array.from({ length: 1001 }, () => item) }, '/userAttributes', 'maxItems'],
    ['no userName', { userAttributes: [{ attributes: {} }] }, '/userAttributes/0/userName', 'required'],
    ['an empty userName', { userAttributes: [{ ...item, userName: '' }] }, '/userAttributes/0/userName', 'minLength'],
    ['no attributes', { userAttributes: [item, { userName: 'ada' }] }, '/userAttributes/1/attributes', 'required'],
    ['a list of attributes', { userAttributes: [{ ...item, attributes: [] }] }, '/userAttributes/0/attributes', 'type'],
    ['a number as value', { userAttributes: [{ ...item, attributes: { a: 1 } }] }, '/userAttributes/0/attributes/a', 'type'],
    [
      'an object behind a line break',
      { userAttributes: [{ ...item, attributes: { 'a\n': {} } }] },
      '/userAttributes/0/attributes/a\n',
      'type',
    ],
  ])('as %s is refused whole', async (_, body, pointer, code) => {
    const { submitBody, everything } = await setUp(service)
    const before = await everything()
    const { errors } = expectProblem(await submitBody(body), 'invalid_body')
    expect(errors).toEqual([expect.objectContaining({ pointer, code })])
    expect(await everything()).toEqual(before)
  })

  test('as a value of __proto__ that is no text is refused whole', async () => {
    const { submitBody } = await setUp(service)
    expectProblem(await submitBody('{"userAttributes":[{"userName":"ada","attributes":{"__proto__":{"a":1}}}]}'), 'invalid_body')
  })

  test.each(['\\u0000', 'a\\ud800'])('or a name that cannot be stored (%s) is refused whole', async (name) => {
    const { submitBody, attributesOf } = await setUp(service)
    const good = '{"userName":"ada","attributes":{"a":"1"}}'
    const answer = await submitBody(`{"userAttributes":[${good},{"userName":"bob","attributes":{"${name}":"1"}}]}`)
    const { errors } = expectProblem(answer, 'invalid_text')
    expect(errors).toMatchObject([{ pointer: '/userAttributes/1/attributes', code: 'text' }])
    expect(await attributesOf('ada')).toEqual({})
  })
})
