import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSnapshot } from '../../src/platform/transactions/snapshot.ts'
import { createChunkCache } from '../../src/warehouse/chunks/chunk-cache.ts'
import { createLiveDays, type LiveDay } from '../../src/warehouse/reading/live-days.ts'
import { type Bench, type Office, openOffice, shareBench } from '../attendance/support.ts'
import { openReader } from './support.ts'

const MIB = 1024 * 1024
const DAY = '2027-03-01'

let bench: Bench
let office: Office
let location: string

beforeAll(async () => {
  bench = await shareBench()
  office = await openOffice(bench)
  location = await office.addLocation()
  for (const day of [DAY, '2027-03-02', '2027-03-03']) {
    for (let people = 0; people < 3; people++) await office.plan(await office.addUser(location), day, 'o', location)
  }
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const liveDay = (key: string): LiveDay => ({ orgId: office.orgId, day: DAY, key, leftOut: [] })
const nonePublished = async () => new Set<string>()

describe('a live day', () => {
  it('is built once for all who ask for the same state at the same time', async () => {
    const days = createLiveDays(createChunkCache(MIB))
    const snapshots = await Promise.all(Array.from({ length: 4 }, () => openSnapshot(office.pool)))
    const get = (client: pg.ClientBase) => days.get(client, liveDay('a'), 'zstandard', nonePublished)
    const [first, ...others] = await Promise.all(snapshots.map(({ client }) => get(client)))
    for (const other of others) expect(other[0]?.bytes).toBe(first?.[0]?.bytes)
    expect(days.find(liveDay('a'), 'zstandard')).toEqual(first)
    expect(days.find(liveDay('a'), 'deflated')?.[0]?.crc32).toBe(first?.[0]?.crc32)
    expect(days.find(liveDay('b'), 'zstandard')).toBeUndefined()
    expect(first?.map(({ locationId, rowCount }) => [locationId, rowCount])).toEqual([[location, 3]])
    for (const { close } of snapshots) close()
  })

  it('is built by the next caller if the first one disconnects', async () => {
    const days = createLiveDays(createChunkCache(MIB))
    const [gone, waiting] = [await openSnapshot(office.pool), await openSnapshot(office.pool)]
    const first = days.get(gone.client, liveDay('a'), 'deflated', nonePublished)
    const second = days.get(waiting.client, liveDay('a'), 'zstandard', nonePublished)
    gone.close()
    await expect(first).rejects.toThrow()
    expect((await second).map(({ rowCount }) => rowCount)).toEqual([3])
    waiting.close()
  })

  it('leaves out users and locations that are published already', async () => {
    const days = createLiveDays(createChunkCache(MIB))
    const snapshot = await openSnapshot(office.pool)
    const { rows } = await office.pool.query<{ user_id: string }>(
      'select user_id from day_plans where org_id = $1 and day = $2',
      [...[office.orgId, DAY]],
    )
    const one = rows[0]?.user_id as string
    const elsewhere = { ...liveDay('a'), leftOut: ['6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21'] }
    const chunks = await days.get(snapshot.client, elsewhere, 'zstandard', async () => new Set([one]))
    expect(chunks.map(({ rowCount }) => rowCount)).toEqual([2])
    expect(await days.get(snapshot.client, { ...liveDay('b'), leftOut: [location] }, 'zstandard', nonePublished)).toEqual([])
    snapshot.close()
  })
})

describe('live days that were read', () => {
  const range = 'startDate=2027-03-01&endDate=2027-03-03'

  it('are counted without a row being read, until one of them changes', async () => {
    const reader = openReader(bench, office.organization)
    const countOf = async (query: string) =>
      (await reader.read('user-booking-attendance', query, {}, 'HEAD')).headers['warehouse-row-count']
    expect(await countOf(range)).toBeUndefined()
    expect(await reader.attendance(range)).toHaveLength(9)
    expect(await countOf(range)).toBe('9')
    expect(await countOf(`${range}&locationId=${location}`)).toBe('9')

    await office.plan(await office.addUser(location), '2027-03-02', 'r')
    expect(await countOf(range)).toBeUndefined()
    expect(await reader.attendance(range)).toHaveLength(10)
    expect(await countOf(range)).toBe('10')
    // A change of people may be one of any day; a plan affects its day only.
    const { rows } = await office.pool.query('select id from users where org_id = $1 limit 1', [office.orgId])
    await office.plan(rows[0]?.id, '2027-03-04', 'r')
    await office.pool.query(
      `update day_plans set plan = 'a', command_id = gen_random_uuid() where org_id = $1 and day = '2027-03-02' and plan = 'r'`,
      [office.orgId],
    )
    expect(await countOf('startDate=2027-03-01&endDate=2027-03-01')).toBe('3')
    expect(await countOf('startDate=2027-03-02&endDate=2027-03-02')).toBeUndefined()
    expect(await countOf('startDate=2027-03-03&endDate=2027-03-03')).toBe('3')
  })
})
