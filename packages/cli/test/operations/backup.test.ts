import { execFile } from 'node:child_process'
import { chmod, lstat, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { call, readFirstRun, run, serve, temporaryFolder } from '../support.ts'

/** As in the guide: with owners and modes, because root starts the database as a separate user. */
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])

test('a copy of the data folder of a stopped service is a complete backup, including keys', async () => {
  await using folder = await temporaryFolder()
  // Otherwise root would store the database elsewhere.
  await chmod(folder.path, 0o711)
  const [dataDir, backup] = [join(folder.path, 'data'), join(folder.path, 'backup')]
  const env = { ROLLCALL_DATA_DIR: dataDir, ROLLCALL_NIGHTLY: 'off' }
  const event = { timestamp: '2026-03-02T09:00:00Z', locationId: 'x', locationType: 'place', eventId: 'kept' }
  const submission = { sourceId: 'badges', presenceEvents: [event] }
  const quarantined = async () => JSON.parse((await run(['quarantine', 'list', '--json'], env)).stdout) as { eventId: string }[]
  {
    await using service = await serve(env)
    const { key } = await readFirstRun(dataDir)
    expect((await call(service, key, '/v1/presence/basic', submission)).status).toBe(200)
  }
  expect((await lstat(join(dataDir, 'postgres'))).isDirectory()).toBe(true)
  await copy(dataDir, backup)
  await rm(dataDir, { recursive: true })
  expect((await run(['doctor'], env)).stdout).toContain('There is no database yet')
  await copy(backup, dataDir)

  await using service = await serve(env)
  expect(service.output.stdout).not.toContain('first start')
  const { key } = await readFirstRun(dataDir)
  expect((await call(service, key, '/v1/analytics/locations/basic')).status).toBe(200)
  expect((await quarantined()).map(({ eventId }) => eventId)).toEqual(['kept'])
  expect((await run(['doctor'], env)).code).toBe(0)
})
