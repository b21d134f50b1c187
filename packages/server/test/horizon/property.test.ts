import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../../src/testing/runs.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { type Booked, dayAfter, type Office, setUp } from './support.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const GROUPS = 3
const USERS = 9
const DAYS = [0, 1]

const zoneDrawn = fc.record({
  groups: fc.subarray([0, 1, 2]),
  isOverflow: fc.boolean(),
  desks: fc.integer({ min: 1, max: 3 }),
  capacity: fc.option(fc.nat(3), { nil: undefined, freq: 2 }),
  assignees: fc.array(fc.option(fc.nat(USERS - 1), { nil: undefined, freq: 2 }), { maxLength: 3 }),
})
const userDrawn = fc.record({
  group: fc.option(fc.nat(GROUPS - 1), { nil: undefined, freq: 5 }),
  week: fc.constantFrom('o' as const, 'o' as const, 'o' as const, 'r' as const, null),
  dayPlan: fc.option(fc.constantFrom('o', 'r', 'a'), { nil: undefined, freq: 2 }),
  hasBooked: fc.boolean(),
  seen: fc.nat(3),
})
const directory = fc.record({
  zones: fc.array(zoneDrawn, { maxLength: 4 }),
  users: fc.array(userDrawn, { minLength: USERS, maxLength: USERS }),
  parents: fc.boolean(),
  autoRelease: fc.boolean(),
  fairness: fc.constantFrom('most-attended', 'equal-distribution'),
})
type Drawn = typeof directory extends fc.Arbitrary<infer T> ? T : never

const build = async (drawn: Drawn) => {
  const settings = { auto_release: drawn.autoRelease, desk_fairness: drawn.fairness }
  const office = await setUp(database, settings)
  const groups: string[] = []
  for (let n = 0; n < GROUPS; n++) groups.push(await office.addGroup(`g${n}`, drawn.parents ? (groups.at(-1) ?? null) : null))
  const users: string[] = []
  for (const [n, { group, week }] of drawn.users.entries()) {
    users.push(await office.addUser(`u${n}`, { group: group === undefined ? undefined : (groups[group] as string), week }))
  }
  const zones: { id: string; desks: string[] }[] = []
  for (const [n, { groups: own, isOverflow, desks, capacity, assignees }] of drawn.zones.entries()) {
    const kind = capacity === undefined ? { desks } : { capacity }
    const zone = await office.addZone(`z${n}`, { ...kind, isOverflow, groups: own.map((each) => groups[each] as string) })
    zones.push(zone)
    for (const [index, assignee] of assignees.entries()) {
      const desk = zone.desks[index]
      if (desk !== undefined && assignee !== undefined) await office.assign(desk, users[assignee] as string)
    }
  }
  const free = zones.flatMap(({ desks }) => desks)
  for (const [n, { dayPlan, hasBooked, seen }] of drawn.users.entries()) {
    const user = users[n] as string
    if (dayPlan !== undefined) await office.setPlan(user, dayPlan)
    for (let day = 1; day <= seen; day++) {
      const desk = free[n % (free.length || 1)]
      await office.see(user, dayAfter(-day))
      if (desk !== undefined && hasBooked) await office.book(user, desk, dayAfter(-day)).catch(() => {})
    }
  }
  await office.pool.query('update locations set booking_horizon_days = 1 where org_id = $1', [office.orgId])
  return office
}

/** Reads from the tables what was free that day, and to whom it was open. */
const leftOver = async ({ pool, orgId }: Office, day: string) =>
  (
    await pool.query(
      `select z.kind, z.is_overflow as "isOverflow",
         array(select group_id from zone_allocations a where a.org_id = z.org_id and a.zone_id = z.id) as groups,
         z.capacity - (select count(*) from bookings b where b.org_id = z.org_id and b.zone_id = z.id and b.day = $2
           and b.status = 'booked') as room,
         array(
           select coalesce(case when not (o.auto_release and coalesce(
               (select plan from day_plans d where d.org_id = o.id and d.user_id = p.assigned_user_id and d.day = $2), 'a') <> 'o')
             then p.assigned_user_id end::text, '')
           from places p
           where p.org_id = z.org_id and p.zone_id = z.id and not exists (
             select from bookings b where b.org_id = z.org_id and b.place_id = p.id and b.day = $2 and b.status = 'booked')
         ) as "reservedFor"
       from zones z
       join organizations o on o.id = z.org_id
       where z.org_id = $1`,
      [orgId, day],
    )
  ).rows as { kind: string; isOverflow: boolean; groups: string[]; room: number | null; reservedFor: string[] }[]

const peopleOf = async ({ pool, orgId }: Office, day: string) =>
  (
    await pool.query(
      `select u.id, u.user_name as name, d.plan,
         array(
           with recursive up as (
             select g.id, g.parent_id, 0 as height from groups g where g.org_id = u.org_id and g.id = u.primary_group_id
             union all
             select g.id, g.parent_id, height + 1 from up join groups g on g.org_id = u.org_id and g.id = up.parent_id
           )
           select id from up order by height
         ) as line
       from users u
       left join day_plans d on d.org_id = u.org_id and d.user_id = u.id and d.day = $2
       where u.org_id = $1`,
      [orgId, day],
    )
  ).rows as { id: string; name: string; plan: string | null; line: string[] }[]

const RANK: Record<string, number> = {
  ...{ 'assigned desk': 0, 'usual desk': 1, 'group zone': 1 },
  ...{ 'overflow zone': 2, location: 3 },
}

test('in any office all rules hold, all office users are booked, and no user missed a better free desk', async () => {
  await fc.assert(
    fc.asyncProperty(directory, async (drawn) => {
      const office = await build(drawn)
      const explicit = await office.plans()
      await office.run()
      expect(await office.violations()).toEqual([])
      expect(await office.plans()).toMatchObject(explicit)
      for (const ahead of DAYS) {
        const day = dayAfter(ahead)
        const [zones, people, bookings] = [await leftOver(office, day), await peopleOf(office, day), await office.bookings(day)]
        const inOffice = people.filter(({ plan }) => plan === 'o')
        expect(Object.keys(bookings).sort()).toEqual(inOffice.map(({ name }) => name).sort())
        const allocated = new Set(zones.flatMap(({ groups }) => groups))
        for (const { id, name, line } of inOffice) {
          const group = line.find((each) => allocated.has(each))
          const best = zones.flatMap(({ kind, isOverflow, groups, room, reservedFor }) => {
            const isOpen = kind === 'neighborhood' ? (room as number) > 0 : reservedFor.includes('')
            return [
              ...(reservedFor.includes(id) ? [0] : []),
              ...(isOpen && group && groups.includes(group) ? [1] : []),
              ...(isOpen && isOverflow ? [2] : []),
            ]
          })
          const got = RANK[(bookings[name] as Booked).reason] as number
          expect(got).toBeLessThanOrEqual(Math.min(3, ...best))
        }
      }
      const before = await office.everything()
      await office.run()
      expect(await office.everything()).toEqual(before)
    }),
    { numRuns: runs(10) },
  )
})
