import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../server/src/testing/test-database.ts'
import { run, temporaryFolder } from './support.ts'

test('lake export writes what was published to the folder, and says what to set where there is none', async () => {
  await using database = await createTestDatabase()
  await using folder = await temporaryFolder()
  const env = { DATABASE_URL: database.url, ROLLCALL_DATA_DIR: folder.path }
  const lake = join(folder.path, 'lake')
  const exportNow = (...args: string[]) => run(['lake', 'export', ...args], { ...env, ROLLCALL_LAKE_DIR: lake })
  await run(['org', 'create', 'Example'], env)
  await database.pool.query(
    `with u as (insert into users (org_id, id, user_name) select id, gen_random_uuid(), 'ada' from organizations returning *)
     insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
     select org_id, id, '2026-03-02', 'r', 'day-plan', 'directory', gen_random_uuid() from u`,
  )
  expect((await run(['refresh'], env)).code).toBe(0)

  const none = await run(['lake', 'export'], env)
  expect([none.code, none.stdout]).toEqual([1, ''])
  expect(none.stderr).toMatch(/^rollcall: There is no lake\. Set ROLLCALL_LAKE_DIR/)

  const first = await exportNow()
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toMatch(/^1 file with 1 row \(\d+ bytes\) written to file:\/\/.*\/lake, 0 removed\.\n$/)
  expect(await readdir(lake)).toEqual(['.writing', '_manifests', 'dataset=user-booking-attendance'])

  expect((await exportNow()).stdout).toMatch(/^Nothing was published since the last export/)
  expect(JSON.parse((await exportNow('--json')).stdout)).toEqual({ position: 1, segments: 0, removed: 0, rows: 0, bytes: 0 })
})
