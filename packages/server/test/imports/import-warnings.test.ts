import { afterAll, beforeAll, expect, test } from 'vitest'
import { ImportRefused, importDirectory } from '../../src/operations/imports/import-service.ts'
import { ignoredKeys } from '../../src/operations/imports/import-warnings.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { newOrganization, officeFile, validationErrors } from './import-factory.ts'

let database: TestDatabase
let orgId: string
beforeAll(async () => {
  database = await createTestDatabase()
  orgId = await newOrganization(database.db)
})
afterAll(() => database[Symbol.asyncDispose]())

const told = async (file: unknown) =>
  (await ignoredKeys(file)).map(({ pointer, message, count }) => [pointer, message.split(' ').at(-1), count])

test('unknown keys are reported with their first place, their number and the nearest known name', async () => {
  const users = [
    { userName: 'a', weekPlan: { mondy: { plan: 'o' }, tuesday: { plan: 'o', loc: 'Berlin' } } },
    { userName: 'b', primaryLocaton: 'Berlin', attributes: { anything: 'x' } },
    { userName: 'c', primaryLocaton: 'Berlin', groups: [{ name: 'x', type: 't', typ: 't' }] },
  ]
  const levels = [{ name: 'L', zones: [{ name: 'Z', kind: 'individual', places: [{ name: 'P', assigndUser: 'a' }] }] }]
  const groups = [{ name: 'g', type: 't', parent: { name: 'p', type: 't', kind: 't' } }]
  expect(await told({ user: [], users, groups, locations: [{ name: 'X', timezone: 'UTC', levels, 'a/b': 1 }] })).toEqual([
    ['/user', 'users', 1],
    ['/users/0/weekPlan/mondy', 'monday', 1],
    ['/users/0/weekPlan/tuesday/loc', 'plan', 1],
    ['/users/1/primaryLocaton', 'primaryLocation', 2],
    ['/users/2/groups/0/typ', 'type', 1],
    ['/groups/0/parent/kind', 'name', 1],
    ['/locations/0/timezone', 'timeZone', 1],
    ['/locations/0/levels/0/zones/0/places/0/assigndUser', 'assignedUser', 1],
    ['/locations/0/a~1b', 'id', 1],
  ])
})

test('a key of the language itself is as unknown as any other, and a file without surprises has no warning', async () => {
  const file = JSON.parse('{"users":[{"userName":"a","__proto__":1,"constructor":2}],"__proto__":[]}')
  expect((await told(file)).map(([pointer]) => pointer)).toEqual(['/users/0/__proto__', '/users/0/constructor', '/__proto__'])
  expect(await ignoredKeys(officeFile())).toEqual([])
  for (const odd of [null, 5, 'x', [], { users: 5 }, { users: [null, 5] }]) expect(await ignoredKeys(odd)).toEqual([])
})

test('the place of a key counts the elements before it, however many there are', async () => {
  const users = Array.from({ length: 2_500 }, (_, n) => (n % 100 === 99 ? { userName: 'a', typo: n } : { userName: 'a' }))
  expect(await told({ users, groups: [...users.slice(0, 100), { name: 'g', type: 't', typ: 1 }] })).toEqual([
    ['/users/99/typo', expect.any(String), 25],
    ['/groups/0/userName', expect.any(String), 100],
    ['/groups/99/typo', expect.any(String), 1],
    ['/groups/100/typ', 'type', 1],
  ])
})

test('a thousand different unknown keys are reported, and one more entry says that there are more', async () => {
  const user = (keys: number) => ({ userName: 'a', ...Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, n])) })
  expect(await ignoredKeys({ users: [user(1000)] })).toHaveLength(1000)
  const many = await ignoredKeys({ users: [user(1002)] })
  expect(many).toHaveLength(1001)
  expect(many.at(-1)).toMatchObject({ code: 'too_many_warnings' })
})

test('warnings come with the check, with the result of an import, and next to the errors of a file', async () => {
  const file = { users: [{ userName: 'ada', primaryLocaton: 'Berlin' }] }
  const warning = { pointer: '/users/0/primaryLocaton', code: 'key_ignored', count: 1 }
  expect(await importDirectory(database.db, orgId, file, { dryRun: true })).toMatchObject({ warnings: [warning] })
  expect(await importDirectory(database.db, orgId, file)).toMatchObject({ warnings: [warning] })
  const refused = importDirectory(database.db, orgId, { users: [...file.users, { userNam: 'bob' }] })
  const error = await refused.catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(ImportRefused)
  expect((error as ImportRefused).faults).toMatchObject([{ pointer: '/users/1/userName', code: 'required' }])
  expect((error as ImportRefused).warnings).toMatchObject([warning, { pointer: '/users/1/userNam' }])
})

test('errors of every class are reported in one pass, except those that omitted elements may have caused', async () => {
  const other = await newOrganization(database.db)
  const file = {
    locations: [{ name: 'Berlin', timeZone: 5 }],
    groups: [{ name: 'Sales', type: 'team', status: 'gone' }],
    users: [
      { userName: 'ada', primaryLocation: 'Berlin', groups: [{ name: 'Sales', type: 'team' }] },
      { userName: 'bob', primaryLocation: 'Berln', groups: [{ name: 'Sale', type: 'team' }] },
      { userName: 'cyd', onboarded: 'yes' },
    ],
    dayPlans: [
      { user: 'cyd', day: '2026-01-05', plan: 'o' },
      { user: 'dan', day: '2026-01-05', plan: 'o' },
    ],
    events: [{ name: 'E', startsAt: '2026-01-05T10:00:00Z', endsAt: '2026-01-05T09:00:00Z', location: 'berlin' }],
  }
  expect((await validationErrors(database.db, other, file)).sort()).toEqual([
    '/dayPlans/1/user reference_unknown',
    '/events/0/endsAt ends_before_start',
    '/groups/0/status enum',
    '/locations/0/timeZone type',
    '/users/1/groups/0 reference_unknown',
    '/users/1/primaryLocation reference_unknown',
    '/users/2/onboarded type',
  ])
})

test('an element whose name cannot be read may be what any reference of its kind means', async () => {
  const file = {
    users: [{ email: 'ada@example.com' }, { userName: 'bob', primaryLocation: 'Berln' }],
    dayPlans: [{ user: 'dan', day: '2026-01-05', plan: 'o' }],
  }
  const other = await newOrganization(database.db)
  expect(await validationErrors(database.db, other, file)).toEqual([
    '/users/0/userName required',
    '/users/1/primaryLocation reference_unknown',
  ])
})
