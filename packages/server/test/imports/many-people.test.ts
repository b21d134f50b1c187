import { afterAll, beforeAll, expect, test } from 'vitest'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { startTestService, type TestService } from '../../src/testing/test-service.ts'

const PEOPLE = 1_500
/** Days of the horizon, today included; for each, the user is looked up a few times. */
const DAYS = 15
const READS_PER_DAY = 10

let service: TestService

beforeAll(async () => {
  service = await startTestService()
  await service.database.pool.query('alter table users set (autovacuum_enabled = off)')
})
afterAll(() => service?.[Symbol.asyncDispose]())

/** The users that statements of all sessions have read so far, by an index or from end to end. */
const countReads = async (): Promise<number> => {
  const { rows } = await service.database.pool.query<{ reads: number }>(
    `select seq_tup_read + idx_tup_fetch as reads from pg_stat_user_tables where relname = 'users'`,
  )
  return Number(rows[0]?.reads)
}

test('an import of many new people with week plans reads each of them a few times for each day', async () => {
  const { id } = await service.createOrganization()
  const day = { plan: 'o' }
  const weekPlan = { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: day, sunday: day }
  const file = {
    locations: [{ name: 'Berlin', timeZone: 'Europe/Berlin' }],
    users: Array.from({ length: PEOPLE }, (_, n) => ({ userName: `person ${n}`, primaryLocation: 'Berlin', weekPlan })),
  }
  const before = await countReads()
  await importDirectory(service.database.db, id, file)
  const { rows } = await service.database.pool.query('select from day_plans where org_id = $1', [id])
  expect(rows).toHaveLength(PEOPLE * DAYS)
  // A session reports its counts when it is idle for a while.
  await expect.poll(async () => (await countReads()) - before).toBeGreaterThan(PEOPLE)
  expect((await countReads()) - before).toBeLessThan(PEOPLE * DAYS * READS_PER_DAY)
})
