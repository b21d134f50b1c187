import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { runRefresh } from '../../src/warehouse/refresh/refresh-service.ts'
import { type Bench, openBench, openOffice } from '../attendance/support.ts'
import { noonUtc } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const PEOPLE = 40

/** What connections that have closed have reported. */
const readCounters = async () => {
  const { rows } = await bench.service.database.pool.query(
    `select n_tup_ins::integer as inserted, seq_scan::integer as scans from pg_stat_user_tables where relname = 'person_months'`,
  )
  return rows[0] as { readonly inserted: number; readonly scans: number }
}

test('a first run finds rows by keys, although its tables were empty when its statements were planned', async () => {
  const { url, pool } = bench.service.database
  const office = await openOffice(bench)
  const location = await office.addLocation()
  for (let user = 0; user < PEOPLE; user++) await office.plan(await office.addUser(location), '2026-06-04', 'o')
  await pool.query('vacuum analyze person_months')
  const { scans } = await readCounters()
  {
    await using jobs = openDatabase({ url, poolSize: 4 })
    await runRefresh(jobs, office.orgId, { moment: noonUtc('2026-06-05') })
  }
  await expect.poll(readCounters).toEqual({ inserted: PEOPLE, scans })
})
