import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../server/src/testing/test-database.ts'
import { run, spawnCli, temporaryFolder } from './support.ts'

test('lake export writes published days to the folder, and says what to set without one', async () => {
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
  expect(JSON.parse((await exportNow('--json')).stdout)).toEqual({
    ...{ position: 1, rewritten: null, segments: 0, removed: 0, unchanged: 0, stale: 0, rows: 0, bytes: 0 },
  })

  const verify = () => run(['lake', 'verify'], { ...env, ROLLCALL_LAKE_DIR: lake })
  expect(await verify()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^1 segment compared with .*, 1 file as they should be\.\n$/),
  })
  const [file] = (await readdir(lake, { recursive: true })).filter((name) => name.endsWith('.parquet'))
  await rm(join(lake, String(file)))
  const broken = await verify()
  expect(broken.code).toBe(1)
  expect(broken.stdout).toMatch(/rows\.parquet +is missing\n\n`rollcall lake export --all` writes everything again\.\n$/)
  const doctor = async () => (await run(['doctor'], { ...env, ROLLCALL_LAKE_DIR: lake })).stdout
  expect(await doctor()).toMatch(/^fail +lake +.*lacks 1 file of what was exported/m)
  expect((await exportNow('--all')).stdout).toMatch(/^All files were written again\.\n1 file with 1 row/)
  expect((await verify()).code).toBe(0)
  expect(await doctor()).toMatch(/^ok +lake +.* has what is published, every file is there/m)
})

test('lake export waits until the running service has finished its export, and then exports', async () => {
  await using database = await createTestDatabase()
  await using folder = await temporaryFolder()
  const lake = join(folder.path, 'lake')
  const env = { DATABASE_URL: database.url, ROLLCALL_DATA_DIR: folder.path, ROLLCALL_LAKE_DIR: lake }
  await run(['org', 'create', 'Example'], env)
  const service = await database.pool.connect()
  await service.query(
    `select pg_advisory_lock(hashtextextended('rollcall.lake.' || id::text || '.file://' || $1::text, 0)) from organizations`,
    [lake],
  )
  const child = spawnCli(['lake', 'export'], env)
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output.stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    output.stderr += text
    void service.query('select pg_advisory_unlock_all()')
  })
  const [code] = await once(child, 'close')
  service.release(true)
  expect({ code, ...output }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Nothing was published since the last export/),
    stderr: 'The service is writing to the lake. Waiting until it has finished.\n',
  })
})

test('lake export and the doctor report an unreachable store in one sentence', async () => {
  await using database = await createTestDatabase()
  await using folder = await temporaryFolder()
  const env = {
    ...{
      DATABASE_URL: database.url,
      ROLLCALL_DATA_DIR: folder.path,
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
    },
    // Nothing listens on port 1.
    ...{ ROLLCALL_LAKE_S3: 's3://data/lake', ROLLCALL_LAKE_S3_ENDPOINT: 'http://127.0.0.1:1' },
  }
  await run(['org', 'create', 'Example'], env)
  const failed = await run(['lake', 'export'], env)
  expect([failed.code, failed.stdout]).toEqual([1, ''])
  const sentence =
    'The store of s3://data/lake of http://127.0.0.1:1 refuses connections. Check that it runs, and ROLLCALL_LAKE_S3_ENDPOINT.'
  expect(failed.stderr).toBe(`rollcall: ${sentence}\n`)
  expect((await run(['doctor'], env)).stdout).toContain(sentence)
})
