import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { LONG_WAITS } from '../../src/testing/test-database.ts'
import { runRefresh } from '../../src/warehouse/refresh/refresh-service.ts'
import { type Bench, openBench, openOffice } from '../attendance/support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

test('more refreshes at once than there are connections wait for their turn', async () => {
  await using jobs = openDatabase({ url: bench.service.database.url, poolSize: 4, ...LONG_WAITS })
  const offices = await Promise.all(Array.from({ length: 8 }, () => openOffice(bench)))
  for (const office of offices) {
    await office.plan(await office.addUser(await office.addLocation()), '2026-03-02', 'o')
  }
  const reports = await Promise.all(offices.map(({ orgId }) => runRefresh(jobs, orgId)))
  expect(reports.map(({ segments }) => segments)).toEqual(offices.map(() => 2))
})
