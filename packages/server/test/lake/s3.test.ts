import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../src/platform/config.ts'
import type { LakeStorage } from '../../src/warehouse/lake/lake-storage.ts'
import { openLake } from '../../src/warehouse/lake/open-lake.ts'
import { verifyLake } from '../../src/warehouse/lake/verify-lake.ts'
import { type Bench, openBench, openOffice } from '../attendance/support.ts'
import { noonUtc, refresh, segmentsOf } from '../refresh/support.ts'
import { askDuckDb } from '../warehouse-formats/support.ts'
import { exportTo } from './support.ts'

const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

const stack = new AsyncDisposableStack()
let bench: Bench
let lake: LakeStorage
let client: S3Client

beforeAll(async () => {
  bench = stack.use(await openBench())
  const directory = await mkdtemp(join(tmpdir(), 'rollcall-s3-'))
  stack.defer(() => rm(directory, { recursive: true, force: true }))
  const store = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: 'data' }] })
  const { port } = await store.run()
  stack.defer(() => store.close())
  process.env.AWS_ACCESS_KEY_ID = CREDENTIALS.accessKeyId
  process.env.AWS_SECRET_ACCESS_KEY = CREDENTIALS.secretAccessKey
  const endpoint = `http://127.0.0.1:${port}`
  const config = readConfig({}, { ROLLCALL_LAKE_S3: 's3://data/work/place/', ROLLCALL_LAKE_S3_ENDPOINT: endpoint })
  lake = await openLake(config.lake as NonNullable<typeof config.lake>)
  client = new S3Client({ endpoint, forcePathStyle: true, region: 'us-east-1', credentials: CREDENTIALS })
  stack.defer(() => client.destroy())
})
afterAll(() => stack.disposeAsync())

const keysOf = async (): Promise<string[]> => {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'data' }))
  return Contents.map(({ Key }) => Key as string)
}

const contentOf = async (key: string): Promise<Buffer> => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'data', Key: key }))
  return Buffer.from((await Body?.transformToByteArray()) as Uint8Array)
}

it('A bucket gets the same files below its prefix, and loses those without rows', async () => {
  const office = await openOffice(bench)
  const berlin = await office.addLocation()
  const ada = await office.addUser(berlin)
  await office.plan(ada, '2026-03-02', 'o')
  await refresh(office, noonUtc('2026-03-05'))
  await exportTo(office, lake)
  const org = `org=${office.orgId}`
  const fileOf = (dataset: string) => `work/place/dataset=${dataset}/${org}/local_day=2026-03-02/location=${berlin}/rows.parquet`
  const file = fileOf('user-booking-attendance')
  const manifest = (position: number) => `work/place/_manifests/${org}/${String(position).padStart(16, '0')}.json`
  expect(await keysOf()).toEqual([manifest(2), fileOf('headcount'), file])
  const rows = await askDuckDb(await contentOf(file), 'select "userId", plan, day from read_parquet($file)')
  expect(rows).toEqual([{ userId: ada, plan: 'o', day: new Date('2026-03-02T00:00:00Z') }])
  const [segment] = await segmentsOf(office, 'user-booking-attendance')
  expect(JSON.parse((await contentOf(manifest(2))).toString()).segments).toContainEqual(
    expect.objectContaining({ dataset: 'user-booking-attendance', sha256: segment?.sha256, rows: 1 }),
  )

  expect(await exportTo(office, lake)).toMatchObject({ segments: 0 })
  await office.pool.query('delete from day_plans where org_id = $1', [office.orgId])
  await refresh(office, noonUtc('2026-03-05'))
  expect(await exportTo(office, lake)).toMatchObject({ segments: 2, removed: 2 })
  expect(await keysOf()).toEqual([manifest(2), manifest(4)])
})

it('A bucket of another history is cleared of what is not published, and keeps what is', async () => {
  const office = await openOffice(bench)
  await office.plan(await office.addUser(), '2026-03-02', 'r')
  await refresh(office, noonUtc('2026-03-05'))
  await exportTo(office, lake)
  const stale = `dataset=presence/org=${office.orgId}/local_day=2026-03-03/location=none/rows.parquet`
  await lake.put(stale, Buffer.from('x'))
  // This is the state after a restore of a backup from before the first export.
  await office.pool.query('delete from lake_exports where org_id = $1', [office.orgId])
  expect(await exportTo(office, lake)).toMatchObject({ rewritten: 'restored', stale: 1, unchanged: 1, segments: 0 })
  expect(await lake.get(stale)).toBeUndefined()
  expect((await verifyLake(office.db, lake, office.orgId)).differences).toEqual([])
})

it('A bucket that is not there fails the export, and is tried again', async () => {
  const office = await openOffice(bench)
  await office.plan(await office.addUser(), '2026-03-02', 'r')
  await refresh(office, noonUtc('2026-03-05'))
  const { address } = lake
  const endpoint = address.slice(address.indexOf('http'))
  const missing = await openLake({ kind: 's3', bucket: 'missing', prefix: '', endpoint, region: 'us-east-1' })
  await expect(exportTo(office, missing)).rejects.toThrow(/bucket/i)
  expect(await exportTo(office, lake)).toMatchObject({ segments: 1 })
})
