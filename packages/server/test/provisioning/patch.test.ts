import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/gate/scim/matches.ts'
import { applyOperations, parseOperations } from '../../src/gate/scim/patch.ts'
import { USER } from '../../src/gate/scim/schema.ts'
import { AppError } from '../../src/platform/errors.ts'
import { ENTERPRISE } from './support.ts'

const STORED: Json = {
  userName: 'bjensen',
  active: true,
  name: { givenName: 'Barbara', familyName: 'Jensen' },
  emails: [
    { value: 'bj@work.example', type: 'work', primary: true },
    { value: 'bj@home.example', type: 'home' },
  ],
  [ENTERPRISE]: { department: 'Tours', manager: { value: '26118915' } },
}
const WORK = { value: 'bj@work.example', type: 'work', primary: true }
const HOME = { value: 'bj@home.example', type: 'home' }

const patched = (...Operations: unknown[]): Json => applyOperations(STORED, parseOperations(USER, { Operations }))
const refusal = (...operations: unknown[]): unknown => {
  try {
    patched(...operations)
  } catch (error) {
    if (error instanceof AppError) return error.extras.members?.scimType
    throw error
  }
  return 'none'
}

describe('a path', () => {
  it('names no text that cannot be stored', () => {
    for (const escaped of ['\\u0000', '\\udc00']) {
      expect(refusal({ op: 'add', path: `emails[type eq "${escaped}"].value`, value: 'x@x.example' })).toBe('invalidPath')
    }
  })
})

describe('add', () => {
  it('sets a value, merges an object, and appends to a list', () => {
    const result = patched(
      { op: 'add', path: 'title', value: 'Guide' },
      { op: 'add', path: 'name', value: { formatted: 'Barbara Jensen' } },
      { op: 'add', path: 'emails', value: [{ value: 'new@x.example', type: 'other' }] },
    )
    expect(result).toMatchObject({ title: 'Guide', name: { formatted: 'Barbara Jensen', givenName: 'Barbara' } })
    expect(result.emails).toEqual([WORK, HOME, { value: 'new@x.example', type: 'other' }])
  })

  it('changes nothing if the value exists', () => {
    expect(patched({ op: 'add', path: 'emails', value: [HOME] }, { op: 'add', path: 'userName', value: 'bjensen' })).toEqual(
      STORED,
    )
  })

  it('leaves one primary element', () => {
    expect(patched({ op: 'add', path: 'emails', value: { value: 'p@x.example', primary: true } }).emails).toEqual([
      { value: 'bj@work.example', type: 'work' },
      HOME,
      { value: 'p@x.example', primary: true },
    ])
    expect(patched({ op: 'replace', path: 'emails[type eq "home"].primary', value: 'True' }).emails).toEqual([
      { value: 'bj@work.example', type: 'work' },
      { ...HOME, primary: true },
    ])
  })

  it('without a path sets all attributes of the value, and ignores those that cannot be set', () => {
    const value = {
      id: 'x',
      meta: {},
      schemas: [],
      nickName: 'Babs',
      displayName: 'Babs',
      [ENTERPRISE]: { division: 'West' },
      'name.formatted': 'B',
    }
    expect(patched({ op: 'add', value })).toEqual({
      ...STORED,
      displayName: 'Babs',
      name: { ...(STORED.name as Json), formatted: 'B' },
      [ENTERPRISE]: { ...(STORED[ENTERPRISE] as Json), division: 'West' },
    })
  })
})

describe('replace', () => {
  it('replaces a list, the elements that a filter finds, or a part of them', () => {
    expect(patched({ op: 'replace', path: 'emails', value: [HOME] }).emails).toEqual([HOME])
    expect(patched({ op: 'replace', path: 'emails[type eq "work"]', value: { value: 'x@x.example' } }).emails).toEqual([
      { ...WORK, value: 'x@x.example' },
      HOME,
    ])
    expect(patched({ op: 'replace', path: 'emails[type eq "home"].display', value: 'Home' }).emails).toEqual([
      WORK,
      { ...HOME, display: 'Home' },
    ])
  })

  it('makes the element that a filter of equality describes, and refuses any other filter that finds none', () => {
    expect(patched({ op: 'replace', path: 'emails[type eq "other"].value', value: 'o@x.example' }).emails).toEqual([
      WORK,
      HOME,
      { type: 'other', value: 'o@x.example' },
    ])
    expect(refusal({ op: 'replace', path: 'emails[type sw "x"].value', value: 'o@x.example' })).toBe('noTarget')
  })

  it('with nothing removes', () => {
    const result = patched(
      { op: 'replace', path: 'name.givenName', value: '' },
      { op: 'replace', path: `${ENTERPRISE}:manager`, value: null },
    )
    expect(result).toMatchObject({ name: { familyName: 'Jensen' }, [ENTERPRISE]: { department: 'Tours' } })
    expect(JSON.stringify(result)).not.toMatch(/manager|givenName/)
  })
})

describe('remove', () => {
  it('removes an attribute, a part, an extension, or the elements that a filter finds', () => {
    expect(patched({ op: 'remove', path: 'emails[type eq "work" or type eq "home"]' })).not.toHaveProperty('emails')
    expect(patched({ op: 'remove', path: 'emails[type eq "work"]' }).emails).toEqual([HOME])
    expect(patched({ op: 'remove', path: 'emails.type' }).emails).toEqual([
      { value: WORK.value, primary: true },
      { value: HOME.value },
    ])
    expect(patched({ op: 'remove', path: 'name' })).not.toHaveProperty('name')
    expect(patched({ op: 'remove', path: ENTERPRISE })).not.toHaveProperty([ENTERPRISE])
    expect(patched({ op: 'remove', path: `${ENTERPRISE}:manager.value` })[ENTERPRISE]).toEqual({ department: 'Tours' })
    expect(patched({ op: 'remove', path: 'title' }, { op: 'remove', path: 'emails[type eq "x"]' })).toEqual(STORED)
  })

  it('with a value removes only the elements that it names, and all without one', () => {
    const emailsWithout = (value?: unknown) => patched({ op: 'remove', path: 'emails', value }).emails
    expect(emailsWithout([{ value: HOME.value, type: 'other' }])).toEqual([WORK])
    expect(emailsWithout([{ type: 'work' }])).toEqual([HOME])
    for (const none of [[], {}, [{ value: 'x@x.example' }], [{ type: 'work', primary: false }]])
      expect([none, emailsWithout(none)]).toEqual([none, STORED.emails])
    for (const all of [undefined, null, '', [WORK, HOME]]) expect([all, emailsWithout(all)]).toEqual([all, undefined])
  })
})

it('refuses what cannot be done, and says why', () => {
  expect(refusal({ op: 'remove' })).toBe('noTarget')
  expect(refusal({ op: 'remove', path: 'userName' })).toBe('mutability')
  expect(refusal({ op: 'replace', path: 'id', value: 'x' })).toBe('mutability')
  expect(refusal({ op: 'replace', path: 'groups', value: [] })).toBe('mutability')
  expect(refusal({ op: 'replace', path: 'userName', value: '' })).toBe('invalidValue')
  expect(refusal({ op: 'replace', path: 'active', value: 'perhaps' })).toBe('invalidValue')
  expect(refusal({ op: 'replace', path: 'title', value: { a: 1 } })).toBe('invalidValue')
  expect(refusal({ op: 'replace', path: 'title', value: 'x'.repeat(1_001) })).toBe('invalidValue')
  expect(refusal({ op: 'replace', path: 'emails', value: [WORK, { ...HOME, primary: true }] })).toBe('invalidValue')
  expect(refusal({ op: 'add', value: 'x' })).toBe('invalidValue')
  expect(refusal({ op: 'move', path: 'title' })).toBe('invalidSyntax')
  expect(refusal(7)).toBe('invalidSyntax')
  expect(refusal()).toBe('invalidSyntax')
  for (const path of [
    'nothing',
    'name.nothing',
    'title[type eq "x"]',
    'emails[type eq "x"].nothing',
    'emails[type eq "x"',
    7,
    'emails[kind eq "x"]',
  ])
    expect([path, refusal({ op: 'add', path, value: 'x' })]).toEqual([path, 'invalidPath'])
})

it('never reaches outside of the resource', () => {
  for (const path of ['__proto__', 'constructor.prototype', 'name.__proto__'])
    expect(refusal({ op: 'add', path, value: { polluted: true } })).toBe('invalidPath')
  const value = JSON.parse('{"__proto__": {"polluted": true}, "name": {"__proto__": {"polluted": true}}}')
  expect(patched({ op: 'add', value })).toEqual(STORED)
  expect({}).not.toHaveProperty('polluted')
})
