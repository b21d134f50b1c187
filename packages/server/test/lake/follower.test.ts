import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startService } from '../../src/service.ts'
import { LONG_WAITS } from '../../src/testing/test-database.ts'
import { startTestService, type TestService } from '../../src/testing/test-service.ts'
import { startLakeFollower } from '../../src/warehouse/lake/lake-follower.ts'
import type { LakeReport } from '../../src/warehouse/lake/lake-service.ts'
import { type Office, openOffice } from '../attendance/support.ts'
import { send } from '../http/support/send.ts'
import { openIngest } from '../ingest/support.ts'
import { noonUtc, refresh } from '../refresh/support.ts'
import { createLakeFolder, manifestsOf, publishedRows, readLake } from './support.ts'

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')

const stack = new AsyncDisposableStack()
let service: TestService
let open: () => Promise<Office>

beforeAll(async () => {
  service = stack.use(await startTestService({ secretKey: SECRET_KEY }))
  const ingest = stack.use(await openIngest(service))
  open = () => openOffice({ service, ingest, [Symbol.asyncDispose]: async () => {} })
})
afterAll(() => stack.disposeAsync())

const publish = async (office: Office, day: string): Promise<void> => {
  await office.plan(await office.addUser(), day, 'r')
  await refresh(office, noonUtc('2026-03-05'))
}

const until = async (condition: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await condition())) await setTimeout(20)
}

it('A lake follows the publications of every organization, and retries what failed', async () => {
  const [one, two] = [await open(), await open()]
  await publish(one, '2026-03-02')
  await publish(two, '2026-03-02')
  await using lake = await createLakeFolder()
  await writeFile(join(lake.dir, '_manifests'), '')
  const [reports, errors]: [LakeReport[], unknown[]] = [[], []]
  await using _ = startLakeFollower(service.database, lake.storage, {
    everyMs: 30,
    onExported: (_orgId, report) => reports.push(report),
    onError: (error) => errors.push(error),
  })
  await until(() => errors.length >= 2)
  expect(reports).toEqual([])
  await rm(join(lake.dir, '_manifests'))
  await until(() => reports.length === 2)
  await publish(one, '2026-03-03')
  await until(() => reports.length === 3)
  const orgIds = (await manifestsOf(lake.dir)).map(({ orgId }) => orgId)
  expect(orgIds.toSorted()).toEqual([one.orgId, one.orgId, two.orgId].sort())
  const rows = [
    ...(await publishedRows(one, 'user-booking-attendance')),
    ...(await publishedRows(two, 'user-booking-attendance')),
  ]
  expect(await readLake(lake.dir, 'user-booking-attendance')).toEqual(expect.arrayContaining(rows))
})

it('A service writes to its lake at the start what was published while it was away, and counts it', async () => {
  const office = await open()
  await publish(office, '2026-03-02')
  await using lake = await createLakeFolder()
  await using folders = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-service-'))
  folders.defer(() => rm(dataDir, { recursive: true, force: true }))
  await using node = await startService({
    ...{ host: '127.0.0.1', port: 0, dataDir, databaseUrl: service.database.url, poolSize: 4, logLevel: 'silent' },
    ...{ secretKey: SECRET_KEY, metricsToken: 'token', lake: { kind: 'folder', dir: lake.dir }, ...LONG_WAITS },
  })
  await until(async () => (await manifestsOf(lake.dir)).some(({ orgId }) => orgId === office.orgId))
  const metrics = async () => (await send(node.baseUrl, { path: '/metrics', headers: { authorization: 'Bearer token' } })).text
  await until(async () => /rollcall_lake_exports_total\{outcome="succeeded"\} [1-9]/.test(await metrics()))
  expect(await metrics()).toMatch(/rollcall_lake_segments_total [1-9]/)
})
