import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseFilter } from '../../src/gate/scim/filter.ts'
import { matches } from '../../src/gate/scim/matches.ts'
import { USER } from '../../src/gate/scim/schema.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { ENTERPRISE, setUp, USER_URN } from './support.ts'

let service: TestService
let scim: Awaited<ReturnType<typeof setUp>>['scim']

const PEOPLE = [
  {
    userName: 'bjensen',
    externalId: 'X1',
    title: 'Guide',
    userType: 'Employee',
    name: { familyName: "O'Malley", givenName: 'Barbara' },
    displayName: 'Babs',
    emails: [
      { value: 'bj@example.com', type: 'work', primary: true },
      { value: 'babs@jensen.org', type: 'home' },
    ],
    active: true,
    [ENTERPRISE]: { department: 'Tours' },
  },
  {
    userName: 'James',
    userType: 'Intern',
    name: { familyName: '100%_\\' },
    emails: [{ value: 'j@example.org', type: 'home' }],
    active: true,
  },
  { userName: 'kate', title: 'boss', userType: 'Contractor', active: false, [ENTERPRISE]: { department: 'Sales' } },
]

beforeAll(async () => {
  service = await shareTestService()
  scim = (await setUp(service)).scim
  for (const person of PEOPLE) await scim.post('/Users', { schemas: [USER_URN], ...person })
})
afterAll(() => service[Symbol.asyncDispose]())

/** Filters, among them those of RFC 7644 §3.4.2.2, with the people who meet them. */
const FILTERS: readonly (readonly [string, readonly string[]])[] = [
  ['userName eq "bjensen"', ['bjensen']],
  ['USERNAME Eq "BJensen"', ['bjensen']],
  ['name.familyName co "O\'Malley"', ['bjensen']],
  ['userName sw "J"', ['James']],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"', ['James']],
  ['userName ew "E"', ['kate']],
  ['title pr', ['bjensen', 'kate']],
  ['not (title pr)', ['James']],
  ['title eq null', ['James']],
  ['title ne null', ['bjensen', 'kate']],
  ['meta.lastModified gt "2011-05-13T04:42:34Z"', ['James', 'bjensen', 'kate']],
  ['meta.lastModified lt "2011-05-13T04:42:34Z"', []],
  ['meta.created ge "2011-05-13T04:42:34Z" and meta.created le "2100-01-01T00:00:00Z"', ['James', 'bjensen', 'kate']],
  ['title pr and userType eq "Employee"', ['bjensen']],
  ['title pr or userType eq "Intern"', ['James', 'bjensen', 'kate']],
  ['userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")', ['bjensen']],
  ['userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")', ['kate']],
  ['userType eq "Employee" and (emails.type eq "work")', ['bjensen']],
  ['userType eq "Employee" and emails[type eq "work" and value co "@example.com"]', ['bjensen']],
  [
    'emails[type eq "work" and value co "@example.com"] or emails[type eq "home" and value co "example.org"]',
    ['James', 'bjensen'],
  ],
  ['emails[type eq "work"].value eq "BJ@example.com"', ['bjensen']],
  ['emails[type eq "home"].value eq "bj@example.com"', []],
  ['emails eq "babs@jensen.org"', ['bjensen']],
  ['emails pr', ['James', 'bjensen']],
  ['emails[primary eq true]', ['bjensen']],
  ['active eq true', ['James', 'bjensen']],
  ['active eq "False"', ['kate']],
  ['active ne true', ['kate']],
  ['externalId eq "X1"', ['bjensen']],
  ['externalId eq "x1"', []],
  ['displayName eq "babs"', ['bjensen']],
  [`${ENTERPRISE}:department eq "tours"`, ['bjensen']],
  [`${ENTERPRISE}:department pr`, ['bjensen', 'kate']],
  ['name.familyName co "%_\\\\"', ['James']],
  ['name.familyName co "%%"', []],
  ['name.familyName sw "1_0"', []],
  ['userName gt "james" and userName le "kate"', ['kate']],
  ['userName eq "a" or userName eq "kate" and active eq false', ['kate']],
  ['(userName eq "kate" or userName eq "james") and active eq true', ['James']],
  ['title ne "Guide"', ['James', 'kate']],
  ['id eq "nothing"', []],
]

describe('filters of users', () => {
  it.each(FILTERS)('%s', async (filter, names) => {
    const found = await scim.find('Users', filter)
    expect(found.map(({ userName }) => userName).sort()).toEqual([...names].sort())
  })

  it.each([
    '',
    'userName',
    'userName eq',
    'userName is "x"',
    'userName eq x',
    'userName eq "x',
    'userName eq "x" and',
    '(userName eq "x"',
    'userName eq "x")',
    'nothing eq "x"',
    'emails[type eq "work"',
    'emails[kind eq "work"]',
    'emails[type eq "work"].size eq "x"',
    'active gt true',
    'active eq "perhaps"',
    'name eq "x"',
    'title gt null',
    'meta.created gt "yesterday"',
    'meta.created gt "+100000-01-01T00:00:00Z"',
    'meta.created gt "-000001-01-01T00:00:00Z"',
    'userName eq "a\\u0000"',
    'emails[value co "\\ud800"]',
    'not userName eq "x"',
    '"x" eq userName',
    `${'('.repeat(40)}title pr${')'.repeat(40)}`,
    Array(201).fill('title pr').join(' or '),
    `userName eq "${'x'.repeat(8_000)}"`,
    'userName eq {"a":1}',
  ])('refuses %s', async (filter) => {
    const answer = await scim.call('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    expect([answer.status, answer.json().scimType]).toEqual([400, 'invalidFilter'])
  })

  it('mean the same for a value path', () => {
    const email = { value: 'bj@example.com', type: 'work', primary: true }
    for (const [filter, isMet] of [
      ['emails.type eq "WORK"', true],
      ['emails[type eq "work" and not (value ew ".org")]', true],
      ['emails[display pr or primary eq false]', false],
      ['emails[value gt "a" and value lt "c"]', true],
      ['emails[type ne "home"]', true],
    ] as const) {
      expect([filter, matches(parseFilter(USER, filter), { emails: [email] })]).toEqual([filter, isMet])
    }
  })
})

describe('a list', () => {
  const names = (page: { Resources: Record<string, unknown>[] }) => page.Resources.map(({ userName }) => userName)

  it('is sorted by any attribute, without regard to letter case, with those without it at the end', async () => {
    expect(names(await scim.list('/Users?sortBy=userName'))).toEqual(['bjensen', 'James', 'kate'])
    expect(names(await scim.list('/Users?sortBy=username&sortOrder=descending'))).toEqual(['kate', 'James', 'bjensen'])
    expect(names(await scim.list('/Users?sortBy=title'))).toEqual(['kate', 'bjensen', 'James'])
    expect(names(await scim.list('/Users?sortBy=meta.created'))).toEqual(['bjensen', 'James', 'kate'])
  })

  it('finds a name in any letter case by its own accents, and sorts it beside those without', async () => {
    const { scim: own } = await setUp(service)
    for (const [userName, familyName] of [
      ['müller', 'Özil'],
      ['Muller', 'Ozil'],
      ['mz', 'Zeta'],
    ]) {
      await own.post('/Users', { schemas: [USER_URN], userName, name: { familyName }, active: true })
    }
    const foundBy = async (filter: string) => names(await own.list(`/Users?filter=${encodeURIComponent(filter)}`))
    expect(await foundBy('userName eq "MÜLLER"')).toEqual(['müller'])
    expect(await foundBy('userName eq "mulleR"')).toEqual(['Muller'])
    expect(await foundBy('name.familyName eq "özil"')).toEqual(['müller'])
    expect(names(await own.list('/Users?sortBy=userName'))).toEqual(['Muller', 'müller', 'mz'])
    expect(names(await own.list('/Users?sortBy=name.familyName&sortOrder=descending'))).toEqual(['mz', 'müller', 'Muller'])
  })

  it('is read page by page, each user once', async () => {
    const found: unknown[] = []
    for (const startIndex of [1, 2, 3]) {
      const page = await scim.list(`/Users?count=1&startIndex=${startIndex}`)
      expect(page).toMatchObject({ totalResults: 3, itemsPerPage: 1, startIndex })
      found.push(...names(page))
    }
    expect(found.sort()).toEqual(['James', 'bjensen', 'kate'])
    expect(await scim.list('/Users?startIndex=4')).toMatchObject({ totalResults: 3, itemsPerPage: 0, Resources: [] })
    expect(await scim.list('/Users?count=0')).toMatchObject({ totalResults: 3, Resources: [] })
    expect(await scim.list('/Users?count=-1&startIndex=-5')).toMatchObject({ totalResults: 3, startIndex: 1, Resources: [] })
    expect((await scim.call('GET', '/Users?count=all')).status).toBe(400)
  })

  it('has the attributes that are asked for', async () => {
    const filter = `filter=${encodeURIComponent('userName eq "bjensen"')}`
    const [chosen] = (await scim.list(`/Users?${filter}&attributes=userName,emails.value,name`)).Resources
    expect(chosen).toEqual({
      schemas: [USER_URN, ENTERPRISE],
      id: expect.any(String),
      userName: 'bjensen',
      name: { familyName: "O'Malley", givenName: 'Barbara' },
      emails: [{ value: 'bj@example.com' }, { value: 'babs@jensen.org' }],
    })
    const [left] = (await scim.list(`/Users?${filter}&excludedAttributes=emails,name.givenName,${ENTERPRISE},meta,id`)).Resources
    expect(Object.keys(left as object).sort()).toEqual(
      ['active', 'displayName', 'externalId', 'id', 'name', 'schemas', 'title', 'userName', 'userType'].sort(),
    )
    expect(left?.name).toEqual({ familyName: "O'Malley" })
  })

  it('is also found by POST, and users and groups together', async () => {
    await scim.post('/Groups', { displayName: 'Guides' })
    const search = async (path: string, body: object) =>
      (await scim.call('POST', path, body)).json<{ totalResults: number; Resources: object[] }>()
    expect(
      await search('/Users/.search', { filter: 'title pr', attributes: ['userName'], sortBy: 'userName', count: 1 }),
    ).toMatchObject({
      totalResults: 2,
      Resources: [{ userName: 'bjensen' }],
    })
    expect(await search('/.search', { filter: 'displayName eq "guides"' })).toMatchObject({
      totalResults: 1,
      Resources: [{ displayName: 'Guides' }],
    })
    expect(await search('/.search', { startIndex: 4, count: 5 })).toMatchObject({
      totalResults: 4,
      Resources: [{ displayName: 'Guides' }],
    })
    expect((await search('/.search', {})).Resources).toHaveLength(4)
    expect((await scim.call('POST', '/.search', { filter: 'nothing pr' })).json()).toMatchObject({ scimType: 'invalidFilter' })
  })
})
