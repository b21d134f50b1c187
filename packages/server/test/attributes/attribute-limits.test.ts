import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { many, setUp } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const USER_NOT_FOUND = '1 User not found'
const UPDATED = '0 Updated'

test('1,000 items are accepted', async () => {
  const { submit, attributesOf } = await setUp(service)
  const items = Array.from({ length: 1000 }, (_, index): [string, Record<string, string>] => ['ada', { n: String(index) }])
  expect(new Set(await submit(...items))).toEqual(new Set([UPDATED]))
  expect(await attributesOf('ada')).toEqual({ n: '999' })
})

test.each<[string, Record<string, string>, Record<string, string>, string]>([
  [
    '100 characters of a name',
    { ['é'.repeat(100)]: 'x' },
    { ['é'.repeat(101)]: 'x' },
    '3 An attribute name has 1 to 100 characters',
  ],
  ['100 astral characters of a name', { ['🏢'.repeat(100)]: 'x' }, { '': 'x' }, '3 An attribute name has 1 to 100 characters'],
  [
    '1,000 characters of a value',
    { a: '🏢'.repeat(1000) },
    { a: '🏢'.repeat(1001) },
    '3 The value of a has more than 1,000 characters',
  ],
  ['100 attributes of an item', many(100), many(101), '3 More than 100 attributes'],
])('%s are accepted; only what goes beyond is refused', async (_, good, bad, message) => {
  const { submit, attributesOf } = await setUp(service)
  expect(await submit(['ada', good], ['bob', bad], ['nobody', bad], ['bob', { b: '1' }])).toEqual([
    UPDATED,
    message,
    USER_NOT_FOUND,
    UPDATED,
  ])
  expect([await attributesOf('ada'), await attributesOf('bob')]).toEqual([good, { b: '1' }])
})

test('200 attributes of a user are stored, and an item that would make it 201 is refused whole', async () => {
  const { submit, attributesOf } = await setUp(service)
  const full = '3 The user would have more than 200 attributes'
  const said = await submit(
    ['ada', many(100)],
    ['ada', many(99, 'b')],
    ['ada', { c1: 'x', c2: 'x' }],
    ['ada', { c1: 'x' }],
    ['ada', { c2: 'x' }],
    ['ada', { c2: 'x', c1: null }],
    ['ada', { a1: 'changed' }],
  )
  expect(said).toEqual([UPDATED, UPDATED, full, UPDATED, full, UPDATED, UPDATED])
  expect(await attributesOf('ada')).toEqual({ ...many(100), ...many(99, 'b'), a1: 'changed', c2: 'x' })
  expect(await submit(['ada', { c3: 'x' }])).toEqual([full])
})

test('a user who has more already may still lose and change attributes', async () => {
  const { submit, addUser } = await setUp(service)
  await addUser('eve', many(300))
  expect(await submit(['eve', { a1: null, a2: 'y' }], ['eve', { b: 'new', a3: null }], ['eve', { b2: 'new' }])).toEqual([
    UPDATED,
    UPDATED,
    '3 The user would have more than 200 attributes',
  ])
})
