import { afterAll, beforeAll, expect, it } from 'vitest'
import { WritersBusy, withWritersOut } from '../../src/operations/moving/placement.ts'
import type { LakeStorage } from '../../src/warehouse/lake/lake-storage.ts'
import { type Bench, type Office, openBench, openOffice } from '../attendance/support.ts'
import { noonUtc, refresh } from '../refresh/support.ts'
import { createLakeFolder, exportTo, filesOf, manifestsOf } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench({ nightly: false })
})
afterAll(() => bench?.[Symbol.asyncDispose]())

/** A few days that are published and not exported. */
const openPublished = async (): Promise<Office> => {
  const office = await openOffice(bench)
  const user = await office.addUser(await office.addLocation())
  for (const day of ['2026-03-02', '2026-03-03', '2026-03-04']) await office.plan(user, day, 'o')
  await refresh(office, noonUtc('2026-03-05'))
  return office
}

/** The same lake, which does this before it writes its first file. */
const beforeFirstPut = (storage: LakeStorage, work: () => Promise<unknown>): LakeStorage => {
  let isFirst = true
  return {
    ...storage,
    async put(path, content) {
      if (isFirst) await work()
      isFirst = false
      await storage.put(path, content)
    },
  }
}

const placeAs = ({ pool, orgId }: Office, placement: string) =>
  pool.query('update organizations set placement = $2 where id = $1', [orgId, placement])

it('an organization leaves only after the file that is being written, which the other cell may write next', async () => {
  const office = await openPublished()
  await using lake = await createLakeFolder()
  let refusal: unknown
  const leave = async () => {
    refusal = await withWritersOut(office.pool, office.orgId, 100, async () => 'left').catch((error: unknown) => error)
  }
  await exportTo(office, beforeFirstPut(lake.storage, leave))
  expect(refusal).toBeInstanceOf(WritersBusy)
  expect(await manifestsOf(lake.dir)).toHaveLength(1)
  // Between two exports nothing keeps it.
  expect(await withWritersOut(office.pool, office.orgId, 100, async () => 'left')).toBe('left')
})

it('an export writes no more files of an organization that has left, and continues where it is served again', async () => {
  const office = await openPublished()
  await using lake = await createLakeFolder()
  const report = await exportTo(
    office,
    beforeFirstPut(lake.storage, () => placeAs(office, 'gone')),
  )
  expect(report).toMatchObject({ position: 0, segments: 1 })
  expect(await filesOf(lake.dir)).toHaveLength(1)
  await placeAs(office, 'here')
  const { position, segments } = await exportTo(office, lake.storage)
  expect(segments).toBeGreaterThan(1)
  expect(await manifestsOf(lake.dir)).toMatchObject([{ after: 0, position }])
})

it('the lake of an organization that has left is not cleared', async () => {
  const office = await openPublished()
  await using lake = await createLakeFolder()
  await exportTo(office, lake.storage)
  const files = await filesOf(lake.dir)
  await placeAs(office, 'gone')
  await office.pool.query('delete from segments where org_id = $1', [office.orgId])
  expect(await exportTo(office, lake.storage, { all: true })).toMatchObject({ segments: 0, stale: 0 })
  expect(await filesOf(lake.dir)).toEqual(files)
})
