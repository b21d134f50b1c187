import type { ChangeFeed, SegmentChange } from '@rollcall/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isTransactionConflict } from '../../src/platform/errors.ts'
import { runs } from '../../src/testing/runs.ts'
import { basic } from '../../src/testing/test-service.ts'
import { runRefresh } from '../../src/warehouse/refresh/refresh-service.ts'
import { type Bench, type Office, openBench, openOffice } from '../attendance/support.ts'
import { send } from '../http/support/send.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']
const LATER = new Date('2026-04-01T12:00:00Z')

type Row = Record<string, unknown>

/** A copy of what is published, as an integrator keeps it: rows by segment, and the cursor, changed together or not at all. */
const openCopy = async (office: Office) => {
  const key = await bench.service.createKey(office.orgId, 'data-warehouse')
  const get = async <T>(path: string): Promise<T> => {
    const answer = await send(bench.service.baseUrl, { path: `/v1/analytics/${path}`, headers: basic(key) })
    expect(answer.status).toBe(200)
    return answer.json<T>()
  }
  const readSegment = ({ dataset, day, locationId }: Pick<SegmentChange, 'dataset' | 'day' | 'locationId'>): Promise<Row[]> => {
    const parameter = dataset === 'user-booking-attendance' ? 'locationId' : 'locationIds'
    return get(`${dataset}/basic?startDate=${day}&endDate=${day}&${parameter}=${locationId ?? 'none'}`)
  }
  const segments = new Map<string, Row[]>()
  const reasons = new Set<string>()
  let cursor: string | undefined

  /** One page of the feed; where it crashes, some of the segments are replaced and the cursor is not kept. */
  const follow = async ({ limit, crashesAfter }: { limit: number; crashesAfter: number }): Promise<boolean> => {
    const page = await get<ChangeFeed>(`changes/basic?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)
    for (const [index, segment] of page.segments.entries()) {
      if (index === crashesAfter) return true
      segments.set([segment.dataset, segment.day, segment.locationId].join(), await readSegment(segment))
      reasons.add(segment.reason)
    }
    cursor = page.cursor
    return page.hasMore
  }
  const rowsOf = (dataset: string): Row[] => [...segments].flatMap(([name, rows]) => (name.startsWith(`${dataset},`) ? rows : []))
  const readAll = (dataset: string): Promise<Row[]> => get(`${dataset}/basic?startDate=2026-03-01&endDate=2026-03-08`)
  return { follow, rowsOf, readAll, reasons }
}

/** PostgreSQL ends one of two writers that wait for each other. That one had no effect, and the service runs it again. */
const againAfterConflict = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isTransactionConflict(error)) throw error
    }
  }
}

/** The changes of a company, with numbers that choose user, place and time. */
const deedsOf = (office: Office, users: readonly string[], locations: readonly string[]) => {
  const { pool, orgId } = office
  const of = <T>(items: readonly T[], n: number): T => items[n % items.length] as T
  const change = (text: string, ...values: unknown[]) => againAfterConflict(() => pool.query(text, [orgId, ...values]))
  return {
    event: (n: number) => office.see(of(users, n), of(locations, n >> 2), `${of(DAYS, n >> 4)}T${10 + (n % 9)}:00:00Z`),
    plan: (n: number) =>
      change(
        `insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, command_id)
         values ($1, $2, $3, $4, $5, 'day-plan', 'administrator', gen_random_uuid())
         on conflict (org_id, user_id, day) do update
         set plan = excluded.plan, location_id = excluded.location_id, command_id = excluded.command_id, updated_at = now()`,
        of(users, n),
        of(DAYS, n >> 2),
        of(['o', 'r', 'a'], n >> 4),
        n % 2 ? of(locations, n) : null,
      ),
    rename: (n: number) => change('update locations set name = $3 where id = $2 and org_id = $1', of(locations, n), `Name ${n}`),
    move: (n: number) =>
      change('update users set primary_location_id = $3 where id = $2 and org_id = $1', of(users, n), of(locations, n >> 3)),
    erase: (n: number) =>
      change(
        `with gone as (delete from presence_events where org_id = $1 and user_id = $2 returning local_day)
         insert into day_change_ticks (org_id, topic, day, reason)
         select distinct $1::uuid, 'presence', local_day, 'erased' from gone`,
        of(users, n),
      ),
    refresh: () => againAfterConflict(() => runRefresh({ pool }, orgId, { moment: LATER })),
  }
}

type Deed = keyof ReturnType<typeof deedsOf>

/** One after the other, so that a copy comes by every reason however the rest is drawn. */
const ONE_DAY_FOR_EACH_REASON: { deed: Deed; n: number }[] = [
  ...[0, 17, 33, 49].map((n) => ({ deed: 'event' as const, n })),
  { deed: 'refresh', n: 0 },
  { deed: 'event', n: 16 },
  { deed: 'erase', n: 33 },
  { deed: 'plan', n: 15 },
]

const inOrder = (rows: readonly Row[]): string[] => rows.map((row) => JSON.stringify(row)).sort()

test('a copy that follows the feed with pauses and crashes, while several write and publish, ends exactly as what is published', async () => {
  const deeds = fc.array(
    fc.record({
      deed: fc.constantFrom<Deed>('event', 'event', 'event', 'plan', 'plan', 'rename', 'move', 'erase', 'refresh'),
      n: fc.nat(1000),
    }),
    { minLength: 5, maxLength: 15 },
  )
  const steps = fc.array(fc.record({ limit: fc.integer({ min: 1, max: 5 }), crashesAfter: fc.nat(8), pause: fc.nat(30) }), {
    minLength: 3,
    maxLength: 12,
  })
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(deeds, { minLength: 2, maxLength: 3 }), steps, async (writers, reading) => {
      const office = await openOffice(bench)
      const locations = [await office.addLocation(), await office.addLocation('Asia/Tokyo')]
      const users: string[] = []
      for (let n = 0; n < 5; n++) users.push(await office.addUser(n === 4 ? null : (locations[n % 2] as string)))
      const copy = await openCopy(office)
      const doers = deedsOf(office, users, locations)
      const write = async (list: readonly { deed: Deed; n: number }[]) => {
        for (const { deed, n } of list) await doers[deed](n)
      }
      const read = async () => {
        for (const { pause, ...step } of reading) {
          await copy.follow(step)
          await new Promise((resolve) => setTimeout(resolve, pause))
        }
      }
      await Promise.all([...writers.map(write), read()])

      await doers.refresh()
      while (await copy.follow({ limit: 3, crashesAfter: Number.POSITIVE_INFINITY }));
      for (const dataset of ['user-booking-attendance', 'presence', 'headcount', 'occupancy', 'visits', 'policy-weeks']) {
        expect(inOrder(copy.rowsOf(dataset))).toEqual(inOrder(await copy.readAll(dataset)))
      }
      for (const reason of copy.reasons) seen.add(reason)
    }),
    { numRuns: runs(8), examples: [[[ONE_DAY_FOR_EACH_REASON], [{ limit: 5, crashesAfter: 3, pause: 10 }]]] },
  )
  expect([...seen].sort()).toEqual(['corrected', 'erased', 'lateEvents', 'refreshed'])
})
