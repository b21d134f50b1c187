import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { daysAfter, daysFrom, utcDay } from '../../src/platform/time/day.ts'
import { localDay } from '../../src/platform/time/local-day.ts'
import { runs } from '../../src/testing/runs.ts'
import { createLatePlans, type LatePlans } from '../../src/warehouse/analytics/late-plans.ts'
import { inSnapshot } from '../../src/warehouse/analytics/scope.ts'
import { type Bench, openOffice, shareBench } from '../attendance/support.ts'
import { noonUtc, refresh } from '../refresh/support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const TODAY = utcDay(Date.now())
const DAYS = [...daysFrom(daysAfter(TODAY, -42), daysAfter(TODAY, -1))]
const ZONES = ['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kathmandu'] as const

/** A change of a plan of one of some days, recorded hours before midnight UTC of that day; later days may be beyond two weeks. */
const ENTRY = fc.record({
  day: fc.constantFrom(...[0, 1, 20, 41].map((index) => DAYS[index] as string)),
  hoursBefore: fc.integer({ min: -48, max: 24 * 16 }),
  changedBy: fc.constantFrom('user', 'user', 'time-off', 'directory', 'auto-booking'),
  action: fc.constantFrom('planSet', 'planChanged', 'planRemoved', 'booked'),
  before: fc.constantFrom(null, 'r', 0, 1, 2),
  after: fc.constantFrom(null, 'r', 0, 1, 2),
})
type Entry = typeof ENTRY extends fc.Arbitrary<infer T> ? T : never

const openLogged = async () => {
  const office = await openOffice(bench)
  const { orgId, pool, db } = office
  const places: string[] = []
  for (const zone of ZONES) places.push(await office.addLocation(zone))
  await pool.query('update locations set day_start_hour = 6 where org_id = $1 and id = $2', [orgId, places[0]])
  const userId = await office.addUser()
  const planOf = (plan: Entry['after']) => {
    if (plan === null) return null
    return typeof plan === 'number' ? { plan: 'o', locationId: places[plan] } : { plan, locationId: null }
  }
  const recordedAt = ({ day, hoursBefore }: Entry) => Date.parse(day) - hoursBefore * 3_600_000

  const log = async (entry: Entry): Promise<void> => {
    const at = new Date(recordedAt(entry)).toISOString()
    await pool.query('select ensure_user_action_partition($1::date)', [at.slice(0, 10)])
    await pool.query(
      `insert into user_actions (org_id, user_id, recorded_on, recorded_at, action_id, day, action, changed_by, before, after)
       values ($1, $2, $3, $4, gen_random_uuid(), $5, $6, $7, $8, $9)`,
      [orgId, userId, at.slice(0, 10), at, entry.day, entry.action, entry.changedBy, planOf(entry.before), planOf(entry.after)],
    )
    await pool.query(`insert into day_change_ticks (org_id, topic, day, reason) values ($1, 'plans', $2, 'corrected')`, [
      orgId,
      entry.day,
    ])
  }

  /** Walks through the log entry by entry. */
  const expected = (entries: readonly Entry[]): string[] => {
    const people = new Map<string, number>()
    for (const entry of entries) {
      if (entry.action === 'booked' || ['directory', 'auto-booking'].includes(entry.changedBy)) continue
      for (const [plan, more] of [
        [entry.after, 1],
        [entry.before, -1],
      ] as const) {
        if (typeof plan !== 'number') continue
        const clock = { timeZone: ZONES[plan] as string, dayStartHour: plan === 0 ? 6 : 0 }
        const left = Math.round((Date.parse(entry.day) - Date.parse(localDay(clock, recordedAt(entry)))) / 86_400_000)
        const key = `${entry.day} ${plan} ${Math.max(0, left)}`
        if (left < 14) people.set(key, (people.get(key) ?? 0) + more)
      }
    }
    return [...people].flatMap(([key, count]) => (count === 0 ? [] : `${key}: ${count}`)).sort()
  }
  const read = async (latePlans: LatePlans): Promise<string[]> => {
    const days = await inSnapshot(db, (snapshot) => latePlans.read(snapshot, orgId, DAYS))
    return [...days]
      .flatMap(([day, byPlace]) =>
        [...byPlace].flatMap(([place, counts]) =>
          counts.flatMap((count, left) => (count === 0 ? [] : `${day} ${places.indexOf(place)} ${left}: ${count}`)),
        ),
      )
      .sort()
  }
  const stored = async () =>
    (await pool.query('select day, state, people from late_plans where org_id = $1 order by day', [orgId])).rows
  return { ...office, log, expected, read, stored }
}

it('late plans are what a walk through the log counts: by a node, by the refresh, and after later changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ENTRY, { minLength: 20, maxLength: 40 }), ENTRY, async (entries, late) => {
      const office = await openLogged()
      for (const entry of entries) await office.log(entry)
      const remembered = createLatePlans()
      expect(await office.read(remembered)).toEqual(office.expected(entries))
      await refresh(office, noonUtc(TODAY))
      expect(await office.stored()).not.toEqual([])
      expect(await office.read(createLatePlans())).toEqual(office.expected(entries))
      await office.log(late)
      for (const node of [remembered, createLatePlans()]) {
        expect(await office.read(node)).toEqual(office.expected([...entries, late]))
      }
      await refresh(office, noonUtc(TODAY))
      expect(await office.read(createLatePlans())).toEqual(office.expected([...entries, late]))
    }),
    { numRuns: runs(4) },
  )
})

it('the refresh counts only days that changed, and forgets those before six weeks', async () => {
  const office = await openLogged()
  const entry = { hoursBefore: 30, changedBy: 'user', action: 'planSet', before: null, after: 1 } as const
  for (const day of [DAYS[0], DAYS[20]]) await office.log({ ...entry, day: day as string })
  await refresh(office, noonUtc(TODAY))
  const before = await office.stored()
  expect(before.map(({ day }) => day)).toEqual([DAYS[0], DAYS[20]])
  // What it does not count again stays as it is, right or wrong.
  await office.pool.query(`update late_plans set people = '{}' where org_id = $1`, [office.orgId])
  await office.log({ ...entry, day: DAYS[20] as string })
  await refresh(office, noonUtc(daysAfter(TODAY, 1)))
  expect(await office.stored()).toMatchObject([
    { day: DAYS[20], people: { [Object.keys(before[1].people)[0] as string]: expect.any(Array) } },
  ])
})
