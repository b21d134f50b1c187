import type { ChangeFeed, Problem } from '@rollcall/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basic, type TestOrganization } from '../../src/testing/test-service.ts'
import { buildPresenceDay } from '../../src/warehouse/published/presence-segments.ts'
import { type Bench, type Office, openBench, openOffice } from '../attendance/support.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { send } from '../http/support/send.ts'
import { noonUtc, refresh, segmentsOf } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const MONDAY = '2026-03-02'
const LATER = noonUtc('2026-03-10')

interface Reader {
  readonly office: Office
  readonly ask: (query?: Record<string, string>) => ReturnType<typeof send>
  readonly read: (query?: Record<string, string>) => Promise<ChangeFeed>
}

const openReader = async (): Promise<Reader> => {
  const office = await openOffice(bench)
  const { service } = bench
  const key = await service.createKey(office.orgId, 'data-warehouse')
  const ask = (query: Record<string, string> = {}) =>
    send(service.baseUrl, { path: `/v1/analytics/changes/basic?${new URLSearchParams(query)}`, headers: basic(key) })
  const read = async (query: Record<string, string> = {}) => {
    const answer = await ask(query)
    expect(answer.status).toBe(200)
    return answer.json<ChangeFeed>()
  }
  return { office, ask, read }
}

/** Reads on from a cursor to the end, so many at a time. */
const readToEnd = async ({ read }: Reader, cursor: string | undefined, limit: number) => {
  const segments: ChangeFeed['segments'] = []
  let at = cursor
  for (;;) {
    const page = await read({ ...(at ? { cursor: at } : {}), limit: String(limit) })
    segments.push(...page.segments)
    at = page.cursor
    if (!page.hasMore) return { segments, cursor: at }
  }
}

test('segments are listed in the order of publication, page by page, and then only what was published since', async () => {
  const reader = await openReader()
  const { office, read } = reader
  const berlin = await office.addLocation()
  const [ada, eve] = [await office.addUser(berlin), await office.addUser()]
  await office.plan(eve, MONDAY, 'r')
  for (const day of [MONDAY, '2026-03-03', '2026-03-04']) await office.see(ada, berlin, `${day}T09:00:00Z`)
  const { timeline } = await read()
  expect(await read()).toEqual({ cursor: expect.any(String), timeline, segments: [], hasMore: false })
  await refresh(office, LATER)
  const all = await read()
  expect(all.hasMore).toBe(false)
  expect(all.segments).toHaveLength(10)
  expect(all.segments).toContainEqual({
    ...{ dataset: 'user-booking-attendance', locationId: null, day: MONDAY, revision: 1, rowCount: 1 },
    ...{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), updatedAt: expect.stringMatching(/Z$/), reason: 'refreshed' },
  })
  expect(all.segments.filter(({ dataset }) => dataset === 'presence').map(({ sha256 }) => sha256)).toEqual([null, null, null])
  expect(await readToEnd(reader, undefined, 2)).toEqual({ segments: all.segments, cursor: all.cursor })

  expect(await read({ cursor: all.cursor })).toEqual({ cursor: all.cursor, timeline, segments: [], hasMore: false })
  await office.see(ada, berlin, `${MONDAY}T08:00:00Z`)
  await refresh(office, LATER)
  const since = await read({ cursor: all.cursor })
  expect(since.segments.map(({ dataset, day, revision, reason }) => [dataset, day, revision, reason])).toEqual([
    ['headcount', MONDAY, 2, 'lateEvents'],
    ['presence', MONDAY, 2, 'lateEvents'],
    ['user-booking-attendance', MONDAY, 2, 'lateEvents'],
  ])
})

test('a single dataset is read to the end of the feed', async () => {
  const { office, ask, read } = await openReader()
  const berlin = await office.addLocation()
  await office.see(await office.addUser(berlin), berlin, `${MONDAY}T09:00:00Z`)
  await refresh(office, LATER)
  const { segments, cursor, hasMore } = await read({ datasets: 'presence' })
  expect([segments.map(({ dataset }) => dataset), hasMore]).toEqual([['presence'], false])
  expect((await read({ cursor, datasets: 'presence' })).segments).toEqual([])
  const answer = await ask({ cursor })
  expect(answer.status).toBe(400)
  expect(answer.json<Problem>()).toMatchObject({
    errors: [{ pointer: '/cursor', message: expect.stringContaining('datasets=presence') }],
  })
  expect((await read({ datasets: 'presence, user-booking-attendance' })).segments).toHaveLength(2)
})

test('cursors that are not of this feed, and datasets that there are not, are refused', async () => {
  const [{ office, ask, read }, { read: readOther, office: other }] = [await openReader(), await openReader()]
  for (const { addUser, plan } of [office, other]) await plan(await addUser(), MONDAY, 'r')
  await refresh(office, LATER)
  await refresh(other, LATER)
  const { cursor } = await read()
  const ahead = Buffer.from(Buffer.from(cursor, 'base64url').toString().replace(/\.1\./, '.2.')).toString('base64url')
  expectProblem(await ask({ cursor: ahead }), 'cursor_of_another_timeline')
  for (const wrong of ['x', `${cursor}x`.slice(3), (await readOther()).cursor]) {
    const answer = await ask({ cursor: wrong })
    expect([wrong, answer.status]).toEqual([wrong, 400])
    expect(answer.json<Problem>()).toMatchObject({ code: 'invalid_parameter', errors: [{ pointer: '/cursor' }] })
  }
  const unknown = (await ask({ datasets: 'presence,bookings' })).json<Problem>()
  expect(unknown).toMatchObject({ code: 'invalid_parameter', errors: [{ pointer: '/datasets' }] })
  expect(unknown.errors?.[0]?.message).toMatch(
    /bookings\. Known are user-booking-attendance, presence, headcount, occupancy, visits, policy-weeks\./,
  )
  for (const limit of ['0', '1001']) expect((await ask({ limit })).status).toBe(400)
})

test('a copy that follows the feed while several publish ends up as what is published', async () => {
  const reader = await openReader()
  const { office } = reader
  const locations = [await office.addLocation(), await office.addLocation()]
  const users = [await office.addUser(locations[0]), await office.addUser(locations[1])]
  const days = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']
  const copy = new Map<string, { revision: number; rowCount: number }>()
  let cursor: string | undefined
  let isOver = false
  const follow = async (): Promise<void> => {
    const page = await readToEnd(reader, cursor, 3)
    for (const { dataset, day, locationId, revision, rowCount } of page.segments) {
      const key = [dataset, day, locationId].join(' ')
      // Each publication is announced at most once, and never an older one after a newer.
      expect(revision).toBeGreaterThan(copy.get(key)?.revision ?? 0)
      copy.set(key, { revision, rowCount })
    }
    cursor = page.cursor
  }
  const following = (async () => {
    while (!isOver) await follow()
  })()
  for (let round = 0; round < 8; round++) {
    const day = days[round % days.length] as string
    await office.see(users[round % 2] as string, locations[(round >> 1) % 2] as string, `${day}T1${round % 8}:00:00Z`)
    await Promise.all([
      refresh(office, LATER),
      ...days.map((each) => buildPresenceDay(office.pool, office.orgId, each)),
      office.see(users[0] as string, locations[round % 2] as string, `${days[0]}T0${round}:00:00Z`),
      refresh(office, LATER),
    ])
  }
  isOver = true
  await following
  await follow()
  const published = (await segmentsOf(office)).map(({ dataset, day, locationId, revision, rowCount }) => {
    return [[dataset, day, locationId].join(' '), { revision, rowCount }] as const
  })
  expect(Object.fromEntries(copy)).toEqual(Object.fromEntries(published))
})

test('a publication waits for the one before it to be committed', async () => {
  const { office, read } = await openReader()
  await office.plan(await office.addUser(), MONDAY, 'r')
  await refresh(office, LATER)
  const { cursor } = await read()
  const slow = await office.pool.connect()
  await slow.query('begin')
  await slow.query('update change_feeds set position = position + 1 where org_id = $1', [office.orgId])
  await slow.query(
    `insert into segments (org_id, dataset, day, location_id, revision, position, reason, published_at, row_count)
     select org_id, 'presence', $2, org_id, 1, position, 'refreshed', now(), 0 from change_feeds where org_id = $1`,
    [office.orgId, MONDAY],
  )
  await office.plan(await office.addUser(), MONDAY, 'r')
  const faster = refresh(office, LATER)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await read({ cursor })).toMatchObject({ cursor, segments: [], hasMore: false })
  await slow.query('commit')
  slow.release()
  await faster
  expect((await read({ cursor })).segments.map(({ dataset }) => dataset)).toEqual(['presence', 'user-booking-attendance'])
})

test('the feed reveals nothing about other organizations', async () => {
  const { office } = await openReader()
  await office.plan(await office.addUser(), MONDAY, 'r')
  await refresh(office, LATER)
  const stranger: TestOrganization = await bench.service.createOrganization()
  const headers = basic(stranger.keys['data-warehouse'])
  const answer = await send(bench.service.baseUrl, { path: '/v1/analytics/changes/basic', headers })
  expect(answer.json<ChangeFeed>().segments).toEqual([])
})
