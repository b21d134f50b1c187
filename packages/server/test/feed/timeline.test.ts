import { expect, test } from 'vitest'
import { listTimelines, startTimeline } from '../../src/warehouse/feed/feed-timeline.ts'
import { openCompany } from './support.ts'

const REFUSED = { code: 'cursor_of_another_timeline', status: 400 }

test('a database restored from a dump starts one new timeline, and refuses the cursors of the old one', async () => {
  await using company = await openCompany()
  await company.publish('2026-03-02')
  const before = await company.read()
  expect(company.started.map(({ cause }) => cause)).toEqual(['first'])
  expect((await company.read(before.cursor)).timeline).toBe(before.timeline)

  await using restored = await company.restoreElsewhere()
  await expect(restored.read(before.cursor)).rejects.toMatchObject(REFUSED)
  const [one, two] = await Promise.all([restored.read(), restored.read()])
  expect(one).toEqual(two)
  expect(one.timeline).not.toBe(before.timeline)
  expect(restored.started.map(({ id, cause }) => [id, cause])).toEqual([[one.timeline, 'restored']])
  expect(one.segments).toEqual(before.segments)
  expect(await restored.read(one.cursor)).toMatchObject({ segments: [], timeline: one.timeline })
  expect((await listTimelines(restored.database.db)).map(({ cause }) => cause)).toEqual(['restored', 'first'])
})

test('simultaneous readers of a restored database start one timeline', async () => {
  await using company = await openCompany()
  await company.publish('2026-03-02')
  await company.read()
  await using restored = await company.restoreElsewhere()
  const feeds = await Promise.all(Array.from({ length: 5 }, () => restored.read()))
  expect(new Set(feeds.map(({ timeline }) => timeline)).size).toBe(1)
  expect(restored.started).toHaveLength(1)
})

test('where files were put back, cursors up to the backup continue, and those of lost publications are refused', async () => {
  await using company = await openCompany()
  await company.publish('2026-03-02')
  const kept = await company.read()
  await using restored = await company.restoreFiles()
  for (const day of ['2026-03-03', '2026-03-04']) await company.publish(day)
  const lost = await company.read()
  const inLost = await company.read(kept.cursor, 1)
  expect(inLost).toMatchObject({ hasMore: true, segments: [{ day: '2026-03-03' }] })

  // Beyond the end, and then again where as much was published with other content.
  for (const published of [[], ['2026-03-03', '2026-03-05', '2026-03-06']]) {
    for (const day of published) await restored.publish(day, 'a')
    await expect(restored.read(lost.cursor)).rejects.toMatchObject(REFUSED)
    await expect(restored.read(inLost.cursor)).rejects.toMatchObject(REFUSED)
  }
  const since = await restored.read(kept.cursor)
  expect(since.segments.map(({ day }) => day)).toEqual(['2026-03-03', '2026-03-05', '2026-03-06'])
  expect(since.timeline).toBe(kept.timeline)
  expect(restored.started).toEqual([])
})

test('a cursor within a publication continues after a restore of a backup that has it', async () => {
  await using company = await openCompany()
  await company.publish('2026-03-02')
  await company.database.pool.query('update users set first_name = user_name where org_id = $1', [company.orgId])
  await company.publish('2026-03-03')
  const within = await company.read(undefined, 1)
  expect(within.hasMore).toBe(true)
  await using restored = await company.restoreFiles()
  expect(await restored.read(within.cursor)).toEqual(await company.read(within.cursor))
})

test('a timeline started by an operator refuses all earlier cursors', async () => {
  await using company = await openCompany()
  const empty = await company.read()
  await company.publish('2026-03-02')
  const before = await company.read(empty.cursor)
  expect(before.segments).toHaveLength(1)
  const { id } = await startTimeline(company.database.db)
  for (const { cursor } of [empty, before]) await expect(company.read(cursor)).rejects.toMatchObject(REFUSED)
  const after = await company.read()
  expect(after.timeline).toBe(id)
  expect(await company.read(after.cursor)).toMatchObject({ segments: [] })
})

test('cursors from before there were timelines continue until the first new one', async () => {
  await using company = await openCompany()
  await company.publish('2026-03-02')
  const old = (position: number) =>
    Buffer.from(`1.${company.orgId}.${position}.presence+user-booking-attendance`).toString('base64url')
  const { segments } = await company.read()
  expect((await company.read(old(0))).segments).toEqual(segments)
  expect((await company.read(old(segments.length))).segments).toEqual([])
  await expect(company.read(old(segments.length + 1))).rejects.toMatchObject(REFUSED)
  await using restored = await company.restoreElsewhere()
  await expect(restored.read(old(0))).rejects.toMatchObject(REFUSED)
})
