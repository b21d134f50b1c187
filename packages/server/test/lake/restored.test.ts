import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureTimeline, startTimeline } from '../../src/warehouse/feed/feed-timeline.ts'
import type { LakeStorage } from '../../src/warehouse/lake/lake-storage.ts'
import { verifyLake } from '../../src/warehouse/lake/verify-lake.ts'
import { type Company, openCompany } from '../feed/support.ts'
import { createLakeFolder, exportTo, filesOf, type LakeFolder, manifestsOf, publishedRows, readLake } from './support.ts'

const ATTENDANCE = 'user-booking-attendance'
const BEFORE = ['2026-03-02', '2026-03-03', '2026-03-04']

const officeOf = ({ database, orgId }: Company) => ({ db: database.db, pool: database.pool, orgId })
const verify = (company: Company, lake: LakeFolder) => verifyLake(company.database.db, lake.storage, company.orgId)

const expectExact = async (company: Company, lake: LakeFolder): Promise<void> => {
  expect(await readLake(lake.dir, ATTENDANCE)).toEqual(await publishedRows(officeOf(company), ATTENDANCE))
  expect((await verify(company, lake)).differences).toEqual([])
  expect(await exportTo(officeOf(company), lake.storage)).toMatchObject({ segments: 0, rewritten: null })
}

/** A lake that has followed days which the restored database does not have. */
const openRestored = async (kind: 'restoreElsewhere' | 'restoreFiles') => {
  const company = await openCompany()
  for (const day of BEFORE) await company.publish(day)
  const lake = await createLakeFolder()
  await exportTo(officeOf(company), lake.storage)
  const restored = await company[kind]()
  // One of those that the backup has too, and further ones.
  for (const day of ['2026-03-03', '2026-03-05', '2026-03-06']) await company.publish(day, 'a')
  await exportTo(officeOf(company), lake.storage)
  await company[Symbol.asyncDispose]()
  return { restored, lake }
}

test.each(['restoreElsewhere', 'restoreFiles'] as const)(
  'a lake is made equal to a restored database before anything is published, and after (%s)',
  async (kind) => {
    const { restored, lake } = await openRestored(kind)
    await using _ = restored
    await using __ = lake
    expect((await verify(restored, lake)).differences.map(({ problem }) => problem)).toContain(
      'is of no segment that is published',
    )
    const report = await exportTo(officeOf(restored), lake.storage)
    expect(report).toMatchObject({ rewritten: 'restored', segments: 1, unchanged: 2, stale: 2 })
    await expectExact(restored, lake)
    const { id } = await ensureTimeline(restored.database.db)
    expect((await manifestsOf(lake.dir)).map(({ timeline, after }) => [timeline, after])).toEqual([[id, 0]])
    await restored.publish('2026-03-10')
    expect(await exportTo(officeOf(restored), lake.storage)).toMatchObject({ rewritten: null, segments: 1 })
    await expectExact(restored, lake)
  },
)

test('a lake is made equal to a restored database that has published as much again', async () => {
  const { restored, lake } = await openRestored('restoreFiles')
  await using _ = restored
  await using __ = lake
  for (const day of ['2026-03-04', '2026-03-09', '2026-03-10', '2026-03-11']) await restored.publish(day, 'a')
  expect(await exportTo(officeOf(restored), lake.storage)).toMatchObject({ rewritten: 'restored' })
  await expectExact(restored, lake)
})

test('a database from before the first export clears what a lake has', async () => {
  await using company = await openCompany()
  await company.publish('2026-03-02')
  await using restored = await company.restoreFiles()
  await company.publish('2026-03-03')
  await using lake = await createLakeFolder()
  await exportTo(officeOf(company), lake.storage)
  expect(await exportTo(officeOf(restored), lake.storage)).toMatchObject({ rewritten: 'restored', stale: 1, unchanged: 1 })
  await expectExact(restored, lake)
})

/** Fails at a write or a removal, as a store does that goes away. */
const failingAt = (lake: LakeStorage, operation: number): LakeStorage => {
  let operations = 0
  const count = () => {
    if (operations++ === operation) throw new Error('gone')
  }
  return {
    ...lake,
    async put(path, content) {
      count()
      await lake.put(path, content)
    },
    async remove(path) {
      count()
      await lake.remove(path)
    },
  }
}

test('an export after a restore that dies at any moment is completed by the next one', async () => {
  const { restored: original, lake } = await openRestored('restoreFiles')
  await using _ = original
  await using __ = lake
  await using kept = await createLakeFolder()
  await cp(lake.dir, kept.dir, { recursive: true })
  for (let operation = 0, isOver = false; !isOver; operation++) {
    await using restored = await original.restoreFiles()
    await rm(lake.dir, { recursive: true })
    await cp(kept.dir, lake.dir, { recursive: true })
    const died = await exportTo(officeOf(restored), failingAt(lake.storage, operation)).catch((error) => error)
    isOver = !(died instanceof Error)
    await exportTo(officeOf(restored), lake.storage)
    await expectExact(restored, lake)
    if (isOver) expect(operation).toBeGreaterThan(4)
  }
})

test('a timeline started by an operator makes an export compare the lake, and files of an older format are rewritten', async () => {
  await using company = await openCompany()
  for (const day of BEFORE) await company.publish(day)
  await using lake = await createLakeFolder()
  await exportTo(officeOf(company), lake.storage)
  await startTimeline(company.database.db)
  expect((await verify(company, lake)).differences).toMatchObject([{ problem: expect.stringContaining('another timeline') }])
  expect(await exportTo(officeOf(company), lake.storage)).toMatchObject({ rewritten: 'restored', segments: 0, unchanged: 3 })
  await expectExact(company, lake)

  const [name] = (await filesOf(lake.dir)).filter((each) => each.startsWith('_manifests/'))
  const { formatVersion: _, timeline: __, ...old } = JSON.parse(await readFile(join(lake.dir, String(name)), 'utf8'))
  await writeFile(join(lake.dir, String(name)), JSON.stringify(old))
  expect(await exportTo(officeOf(company), lake.storage)).toMatchObject({ rewritten: 'format', segments: 3, unchanged: 0 })
  await expectExact(company, lake)
})

test('a verification finds what is missing, damaged, surplus or listed nowhere, and a full export puts it right', async () => {
  await using company = await openCompany()
  for (const day of BEFORE) await company.publish(day)
  await using lake = await createLakeFolder()
  await exportTo(officeOf(company), lake.storage)
  await company.publish('2026-03-09')
  expect(await verify(company, lake)).toEqual({ segments: 3, files: 3, behind: 1, differences: [] })
  await exportTo(officeOf(company), lake.storage)
  const [first, second, third] = (await filesOf(lake.dir))
    .filter((name) => name.startsWith('dataset='))
    .map((name) => join(lake.dir, name))
  await rm(first as string)
  await appendFile(second as string, 'x')
  const bytes = await readFile(third as string)
  bytes[10] = (bytes[10] as number) ^ 1
  await writeFile(third as string, bytes)
  const [manifest] = (await filesOf(lake.dir)).filter((name) => name.startsWith('_manifests/'))
  expect((await verify(company, lake)).differences.map(({ problem }) => problem)).toEqual([
    'is missing',
    expect.stringMatching(/^has \d+ bytes instead of \d+$/),
    'is not what was written: its SHA-256 is another one',
  ])
  await rm(join(lake.dir, String(manifest)))
  expect((await verify(company, lake)).differences[0]?.problem).toMatch(/does not follow the manifest before it/)
  expect(await exportTo(officeOf(company), lake.storage, { all: true })).toMatchObject({
    rewritten: 'asked',
    segments: 4,
    unchanged: 0,
  })
  await expectExact(company, lake)
})
