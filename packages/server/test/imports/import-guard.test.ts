import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setImportGuard } from '../../src/operations/imports/import-guard.ts'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { everything, newOrganization } from './import-factory.ts'

let database: TestDatabase
let orgId: string
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const desks = (inactive: number) => range(60).map((n) => ({ name: `D-${n}`, ...(n < inactive ? { status: 'inactive' } : {}) }))
const buildings = (inactiveDesks = 0) => [
  {
    name: 'Berlin',
    timeZone: 'Europe/Berlin',
    levels: [{ name: 'L', zones: [{ name: 'Z', kind: 'individual', places: desks(inactiveDesks) }] }],
  },
  { name: 'Madrid', timeZone: 'Europe/Madrid' },
]
const users = (change: (n: number) => object) => range(60).map((n) => ({ userName: `u${n}`, ...change(n) }))
const teams = (parent: (n: number) => string) => [
  { name: 'A', type: 'unit' },
  { name: 'B', type: 'unit' },
  ...range(60).map((n) => ({ name: `t${n}`, type: 'team', parent: { name: parent(n), type: 'unit' } })),
]
const leavers = (count: number) => ({ users: users((n) => (n < count ? { status: 'inactive' } : {})) })
const movers = (count: number) => ({ users: users((n) => (n < count ? { primaryLocation: 'Madrid' } : {})) })

beforeEach(async () => {
  orgId = await newOrganization(database.db)
  const file = { locations: buildings(), groups: teams(() => 'A'), users: users(() => ({ primaryLocation: 'Berlin' })) }
  await importDirectory(database.db, orgId, file)
})

const apply = (file: object, force = false) => importDirectory(database.db, orgId, file, { force })

test.each([
  ['users who become inactive', leavers, 'sets 13 of 60 active users inactive'],
  ['users who move', movers, 'gives 13 of 60 active users another primary location or group'],
  ['desks', (count: number) => ({ locations: buildings(count) }), 'sets 13 of 60 active desks inactive'],
  ['groups that move', (count: number) => ({ groups: teams((n) => (n < count ? 'B' : 'A')) }), 'moves 13 of 60 groups'],
])('a fifth of %s passes as it is, and one more is refused unless forced', async (_, file, words) => {
  const before = await everything(database.db, orgId)
  await expect(apply(file(13))).rejects.toMatchObject({ code: 'import_guard', message: expect.stringContaining(words) })
  expect(await everything(database.db, orgId)).toEqual(before)
  expect(await importDirectory(database.db, orgId, file(13), { dryRun: true })).toMatchObject({
    needsForce: true,
    warnings: [{ code: 'import_guard', count: 13, message: expect.stringContaining(words) }],
  })
  expect(await apply(file(12))).toMatchObject({ needsForce: false, warnings: [] })
  expect(await apply(file(13), true)).toMatchObject({ dryRun: false, needsForce: false })
})

test('ten of a kind always pass, eleven only within the share; without a guard all pass', async () => {
  await setImportGuard(database.db, orgId, 0)
  await expect(apply(leavers(11))).rejects.toMatchObject({ code: 'import_guard' })
  expect(await apply(leavers(10))).toMatchObject({ needsForce: false })
  await setImportGuard(database.db, orgId, null)
  expect(await apply(leavers(60))).toMatchObject({ needsForce: false, warnings: [] })
})

test('entities that are new, reactivated, or without a previous place do not count as moved', async () => {
  await apply(leavers(60), true)
  await setImportGuard(database.db, orgId, 0)
  await apply({ users: users(() => ({ status: 'active' })) })
  await apply({ users: range(60).map((n) => ({ userName: `new${n}` })) })
  await apply({ users: range(60).map((n) => ({ userName: `new${n}`, primaryLocation: 'Madrid' })) })
})

test('a guard is a whole number from 0 to 100 of an organization that exists', async () => {
  for (const percent of [-1, 101, 1.5]) {
    await expect(setImportGuard(database.db, orgId, percent)).rejects.toMatchObject({ code: 'invalid_request' })
  }
  const unknown = '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21'
  await expect(setImportGuard(database.db, unknown, 5)).rejects.toMatchObject({ code: 'entity_not_found' })
})
