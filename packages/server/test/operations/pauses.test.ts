import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { runRefresh } from '../../src/warehouse/refresh/refresh-service.ts'
import { openCompany } from '../day-changes/support.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.[Symbol.asyncDispose]())

/** A pause that is counted, and ends in a later turn of the event loop. */
const counted = () => {
  let count = 0
  return {
    count: () => count,
    pause: async () => {
      count++
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('others may go first', () => {
  it('between the statements of an import, which changes what it would change without', async () => {
    const { db, orgId } = await openCompany(database)
    const file = { users: Array.from({ length: 20 }, (_, n) => ({ userName: `person-${n}@example.com` })) }
    const { count, pause } = counted()
    const { changes } = await importDirectory(db, orgId, file, { pause })
    expect(changes.users.created).toBe(20)
    expect(count()).toBeGreaterThan(10)
  })

  it('between the days of a refresh', async () => {
    const company = await openCompany(database)
    const days = ['2026-03-02', '2026-03-04', '2026-03-06']
    for (const day of days) await company.plan(company.user, day)
    const { count, pause } = counted()
    const report = await runRefresh({ pool: database.pool }, company.orgId, { moment: new Date('2026-03-10T12:00:00Z'), pause })
    expect(report.days).toBeGreaterThanOrEqual(days.length)
    expect(count()).toBeGreaterThanOrEqual(report.days)
  })
})
