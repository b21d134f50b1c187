import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { daysAfter, utcDay } from '../../src/platform/time/day.ts'
import { runs } from '../../src/testing/runs.ts'
import { LONG_WAITS } from '../../src/testing/test-database.ts'
import { createFutureDays } from '../../src/warehouse/analytics/future-days.ts'
import { hasSecondReader } from '../../src/warehouse/analytics/parallel-reads.ts'
import { inSnapshot } from '../../src/warehouse/analytics/scope.ts'
import { type Bench, openOffice, shareBench } from '../attendance/support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})

const FIRST = utcDay(Date.now())
/** As many as an answer has, when buildings are a day apart. */
const MAX_DAYS = 62
const BUILDINGS = 3
const USERS = 6

const building = fc.nat(BUILDINGS - 1)
const user = fc.nat(USERS - 1)
const oneOf = <T extends string>(...values: T[]) => fc.constantFrom<T[]>(...values)
const maybe = <T>(each: fc.Arbitrary<T>) => fc.option(each, { nil: null })
const many = <T extends { user: number }>(each: fc.Arbitrary<T>, by: (row: T) => number, maxLength: number) =>
  fc.uniqueArray(each, { selector: (row) => `${row.user} ${by(row)}`, maxLength, size: 'max' })

const life = fc.record({
  // Many more days than a week at times, and a single one at others.
  days: fc.constantFrom(1, 6, 14, 25, MAX_DAYS),
  people: fc.array(fc.record({ home: maybe(building), isActive: fc.constantFrom(true, true, true, false) }), {
    ...{ minLength: USERS, maxLength: USERS },
  }),
  weeks: many(
    fc.record({ user, weekday: fc.integer({ min: 1, max: 7 }), plan: oneOf('o', 'o', 'r', 'a'), building: maybe(building) }),
    ({ weekday }) => weekday,
    40,
  ),
  plans: many(
    fc.record({
      ...{ user, ahead: fc.integer({ min: -1, max: MAX_DAYS }), plan: oneOf('o', 'o', 'o', 'r', 'a'), building: maybe(building) },
      // Where it is booked, and by whom; people themselves, and their plans, book at the building of the plan.
      booking: maybe(fc.record({ building, by: oneOf('user', 'presence', 'directory'), isCancelled: fc.boolean() })),
    }),
    ({ ahead }) => ahead,
    200,
  ),
})
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never

/** Everything at once and without triggers, which would give each plan a building. */
const live = async (given: Life) => {
  const office = await openOffice(bench)
  const buildings = Array.from({ length: BUILDINGS }, () => randomUUID() as string)
  const at = (index: number | null) => (index === null ? null : (buildings[index] ?? null))
  const people = given.people.map(({ home, isActive }) => ({ id: randomUUID() as string, home: at(home), isActive }))
  const idOf = (index: number) => people[index]?.id
  const plans = given.plans.map(({ user: who, ahead, plan, building: where, booking }) => {
    const planned = plan === 'o' ? where : null
    const booked = booking && plan === 'o' ? (booking.by === 'user' ? (planned ?? booking.building) : booking.building) : null
    return {
      ...{ user: idOf(who), day: daysAfter(FIRST, ahead), plan, building: at(planned), booked: at(booked) },
      ...{ by: booking?.by, status: booking?.isCancelled ? 'cancelled' : 'booked' },
    }
  })
  const statements: [string, readonly object[]][] = [
    [
      `insert into locations (org_id, id, name, time_zone)
       select $1, id, id::text, 'UTC' from json_to_recordset($2) as r (id uuid)`,
      buildings.map((id) => ({ id })),
    ],
    [
      `insert into users (org_id, id, user_name, primary_location_id, status)
       select $1, id, id::text, home, case when "isActive" then 'active' else 'inactive' end
       from json_to_recordset($2) as r (id uuid, home uuid, "isActive" boolean)`,
      people,
    ],
    [
      `insert into week_plans (org_id, user_id, weekday, plan, location_id, changed_by, command_id)
       select $1, "user", weekday, plan, case when plan = 'o' then building end, 'directory', gen_random_uuid()
       from json_to_recordset($2) as r ("user" uuid, weekday smallint, plan text, building uuid)`,
      given.weeks.map((week) => ({ ...week, user: idOf(week.user), building: at(week.building) })),
    ],
    [
      `insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, command_id)
       select $1, "user", day, plan, building, 'day-plan', 'directory', gen_random_uuid()
       from json_to_recordset($2) as r ("user" uuid, day date, plan text, building uuid)`,
      plans,
    ],
    [
      `insert into bookings (org_id, id, user_id, day, location_id, status, changed_by, command_id)
       select $1, gen_random_uuid(), "user", day, booked, status, by, gen_random_uuid()
       from json_to_recordset($2) as r ("user" uuid, day date, booked uuid, status text, by text)
       where booked is not null`,
      plans,
    ],
  ]
  const client = await office.pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    for (const [statement, rows] of statements) await client.query(statement, [office.orgId, JSON.stringify(rows)])
    await client.query('commit')
  } finally {
    client.release()
  }
  return office
}

/** Each user and day after the other: the booking says where an office day is, then the plan, then the primary building. */
const PLAINLY = `
  select d.day::text, c.location_id as "locationId", (count(*) filter (where c.kind = 'planned'))::integer as planned,
    (count(*) filter (where c.kind = 'booked'))::integer as booked
  from users u
  cross join lateral (select $2::date + n as day from generate_series(0, $3::integer - 1) n) d
  left join day_plans p on p.org_id = $1 and p.user_id = u.id and p.day = d.day
  left join week_plans w on w.org_id = $1 and w.user_id = u.id and w.weekday = extract(isodow from d.day) and p.plan is null
  left join bookings b on b.org_id = $1 and b.user_id = u.id and b.day = d.day and b.status = 'booked'
  cross join lateral (
    select 'planned' as kind, coalesce(b.location_id, p.location_id, w.location_id, u.primary_location_id) as location_id
    where u.status = 'active' and coalesce(p.plan, w.plan) = 'o'
    union all
    select 'booked', b.location_id
    where b.location_id is not null
  ) c
  where u.org_id = $1 and c.location_id is not null
  group by d.day, c.location_id
  order by d.day, c.location_id`

it('plans and bookings of days ahead are those of each user and day, by one connection or two', async () => {
  await using own = openDatabase({ url: bench.service.database.url, poolSize: 4, ...LONG_WAITS })
  let shared = 0
  await fc.assert(
    fc.asyncProperty(life, async (given) => {
      const office = await live(given)
      const { orgId } = office
      const lastDay = daysAfter(FIRST, given.days - 1)
      const read = (pool?: pg.Pool) =>
        inSnapshot(
          own.db,
          async (snapshot) => {
            const days = await createFutureDays().read(snapshot, orgId, FIRST, lastDay)
            if (hasSecondReader(snapshot)) shared += 1
            return days
          },
          pool,
        )
      const { rows } = await office.pool.query(PLAINLY, [orgId, FIRST, given.days])
      for (const days of [await read(), await read(own.pool)]) {
        const found = [...days].flatMap(([day, { planned, booked }]) =>
          [...new Set([...planned.keys(), ...booked.keys()])].sort().map((locationId) => ({
            ...{ day, locationId, planned: planned.get(locationId) ?? 0, booked: booked.get(locationId) ?? 0 },
          })),
        )
        expect(found.filter(({ planned, booked }) => planned + booked > 0)).toEqual(rows)
      }
    }),
    { numRuns: runs(20) },
  )
  expect(shared).toBeGreaterThan(0)
})
