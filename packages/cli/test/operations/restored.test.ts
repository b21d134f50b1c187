import { execFile } from 'node:child_process'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { call, readFirstRun, run, type Serving, serve, temporaryFolder } from '../support.ts'

const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])

const DIRECTORY = {
  locations: [{ id: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21', name: 'Berlin', timeZone: 'UTC' }],
  users: [{ userName: 'ada@example.com', primaryLocation: 'Berlin' }],
}

test('after an older copy of the data folder is restored, the next load and the lake equal the service', async () => {
  await using folder = await temporaryFolder()
  // Otherwise root would store the database elsewhere.
  await chmod(folder.path, 0o711)
  const at = (name: string) => join(folder.path, name)
  const [dataDir, backup, lake, into] = [at('data'), at('backup'), at('lake'), at('copy.duckdb')]
  const env = { ROLLCALL_DATA_DIR: dataDir, ROLLCALL_NIGHTLY: 'off', ROLLCALL_LAKE_DIR: lake }

  const seen = async (service: Serving, ...days: string[]) => {
    const { key } = await readFirstRun(dataDir)
    const presenceEvents = days.map((day) => ({
      ...{ timestamp: `${day}T09:00:00Z`, locationId: DIRECTORY.locations[0]?.id, locationType: 'location' },
      ...{ eventId: day, userEmail: 'ada@example.com' },
    }))
    expect((await call(service, key, '/v1/presence/basic', { sourceId: 'badges', presenceEvents })).status).toBe(200)
    expect(await run(['refresh', '--all'], env)).toMatchObject({ code: 0 })
  }
  const load = async (...args: string[]) => {
    const done = await run(['load', ...args, '--into', into], env)
    expect([done.code, done.stderr]).toEqual([0, expect.any(String)])
    return done.stdout
  }
  const expectEqual = async () => {
    expect(await load('verify')).toMatch(/: no difference\.\n/)
    expect(await run(['lake', 'verify'], env)).toMatchObject({ code: 0 })
  }

  {
    await using service = await serve(env)
    expect(await run(['import', '-'], env, JSON.stringify(DIRECTORY))).toMatchObject({ code: 0 })
    await seen(service, '2026-03-02', '2026-03-03')
    await load('backfill', '--from', '2026-03-01')
    expect((await run(['lake', 'export'], env)).code).toBe(0)
  }
  await copy(dataDir, backup)
  {
    await using service = await serve(env)
    await seen(service, '2026-03-03', '2026-03-04', '2026-03-05')
    await load('incremental')
    expect((await run(['lake', 'export'], env)).code).toBe(0)
    await expectEqual()
  }
  await rm(dataDir, { recursive: true })
  await copy(backup, dataDir)

  await using service = await serve(env)
  await seen(service, '2026-03-06', '2026-03-09', '2026-03-10')
  expect((await run(['load', 'verify', '--into', into], env)).code).toBe(1)
  expect(await load('incremental')).toMatch(
    /Note: An older backup of the service was restored since the last load, so the whole copy was compared with it/,
  )
  expect((await run(['lake', 'export'], env)).code).toBe(0)
  await expectEqual()

  const status = (await run(['feed', 'status'], env)).stdout
  const [, timeline] = /^([0-9a-f-]{36}) .*the feed started/m.exec(status) ?? []
  expect(await load('status')).toContain(`of timeline ${timeline}`)
  const started = await run(['feed', 'new-timeline'], env)
  expect(started).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^The change feed has a new timeline, [0-9a-f-]{36}\./),
  })
  expect(await load('incremental')).toMatch(/the whole copy was compared with it: of \d+ segments 0 were read again or removed\./)
  expect((await run(['lake', 'export'], env)).stdout).toMatch(/older backup was restored|Nothing was published|is writing/)
  await expectEqual()
})
