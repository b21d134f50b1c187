import { afterAll, beforeAll, expect, test } from 'vitest'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { everything, newOrganization, officeFile, validationErrors } from './import-factory.ts'
import { booking, FAULT_CASES } from './import-fault-cases.ts'

let database: TestDatabase
let orgId: string
beforeAll(async () => {
  database = await createTestDatabase()
  orgId = await newOrganization(database.db)
  await importDirectory(database.db, orgId, officeFile())
})
afterAll(() => database[Symbol.asyncDispose]())

test.each(FAULT_CASES)('%s is refused, and nothing is changed', async (_, file, expected) => {
  const before = await everything(database.db, orgId)
  expect((await validationErrors(database.db, orgId, file)).sort()).toEqual([...expected].sort())
  expect(await everything(database.db, orgId)).toEqual(before)
})

test('a desk by id that is in another zone is refused', async () => {
  const { places, zones } = (await everything(database.db, orgId)) as Record<string, { id: string; name: string }[]>
  const [d1, south] = [places?.find(({ name }) => name === 'D-1'), zones?.find(({ name }) => name === 'South')]
  const bookings = [
    { ...booking, zone: south?.id, place: d1?.id },
    { ...booking, user: 'bob', location: 'Madrid', place: d1?.id },
  ]
  const faults = await validationErrors(database.db, orgId, { bookings })
  expect(faults).toEqual(['/bookings/0/place reference_mismatch', '/bookings/1/place reference_mismatch'])
})

test('errors of schema and content are reported together, without consequential ones', async () => {
  const file = {
    locations: [
      { name: 'X', timeZone: 'Mars/Base' },
      { name: 5, timeZone: 'UTC' },
    ],
    users: [{ userName: 'a', primaryLocation: 'Y' }, { userName: 'a' }],
  }
  const faults = await validationErrors(database.db, orgId, file)
  expect(faults).toEqual([
    '/locations/1/name type',
    '/locations/0/timeZone invalid_time_zone',
    '/users/1/userName duplicate_name',
  ])
})

test('the list of errors ends after 10,000 with one that says so', async () => {
  const faults = await validationErrors(database.db, orgId, { users: Array.from({ length: 10_100 }, () => ({})) })
  expect(faults).toHaveLength(10_001)
  expect(faults.at(-1)).toBe(' too_many_faults')
})
