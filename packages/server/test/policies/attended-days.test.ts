import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { runs } from '../../src/testing/runs.ts'
import { type Bench, openOffice, shareBench } from '../attendance/support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})

const FIRST = '2026-01-20'
/** A bit number is of 62 days, so these days need two. */
const DAYS = 70
const ZONES = ['America/New_York', 'UTC', 'Pacific/Auckland']
const USERS = 5

const dayAt = (offset: number) => Temporal.PlainDate.from(FIRST).add({ days: offset }).toString()
const offset = fc.integer({ min: -2, max: DAYS + 1 })
const day = offset.map(dayAt)
const building = fc.nat(ZONES.length - 1)
const maybe = <T>(each: fc.Arbitrary<T>) => fc.option(each, { nil: null })
const many = <T>(each: fc.Arbitrary<T>, maxLength: number) => fc.array(each, { maxLength, size: 'max' })
const user = fc.nat(USERS - 1)
const oneOf = <T extends string>(...values: T[]) => fc.constantFrom<T[]>(...values)

const life = fc.record({
  buildings: fc.array(fc.record({ startHour: fc.nat(6), from: maybe(day), until: maybe(fc.nat(60)) }), {
    ...{ minLength: ZONES.length, maxLength: ZONES.length },
  }),
  homes: fc.array(maybe(building), { minLength: USERS, maxLength: USERS }),
  moves: fc.uniqueArray(fc.record({ user, before: day, building: maybe(building) }), {
    ...{ selector: (move) => `${move.user} ${move.before}`, maxLength: 8 },
  }),
  plans: fc.uniqueArray(fc.record({ user, day, plan: oneOf('o', 'o', 'r', 'a', 'time-off'), building: maybe(building) }), {
    selector: (plan) => `${plan.user} ${plan.day}`,
    maxLength: 250,
    size: 'max',
  }),
  bookings: fc.uniqueArray(
    fc.record({ user, day, building, isCheckedIn: fc.boolean(), status: oneOf('booked', 'booked', 'cancelled') }),
    { selector: (booking) => `${booking.user} ${booking.day}`, maxLength: 150, size: 'max' },
  ),
  seen: many(fc.record({ user, day, building }), 120),
  calendar: many(fc.record({ building, day, kind: oneOf('holidays', 'closures', 'outages', 'rejected') }), 20),
  asked: fc.record({ from: fc.nat(12), length: fc.integer({ min: 1, max: DAYS - 12 }), now: offset, hour: fc.nat(23) }),
})
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never

/** Everything at once and without triggers, which would refuse what imports and corrections can leave behind. */
const live = async (given: Life) => {
  const office = await openOffice(bench, { timeZone: 'Europe/Berlin' })
  const buildings = ZONES.map((zone, index) => ({ id: randomUUID() as string, zone, ...given.buildings[index] }))
  const users = given.homes.map((home) => ({ id: randomUUID() as string, home: home === null ? null : buildings[home]?.id }))
  const at = (index: number | null) => (index === null ? null : buildings[index]?.id)
  const of = <T extends { user: number }>(rows: readonly T[]) => rows.map((row) => ({ ...row, user: users[row.user]?.id }))
  const inBuilding = <T extends { building: number | null }>(rows: readonly T[]) =>
    rows.map((row) => ({ ...row, building: at(row.building) }))
  const statements: [string, readonly object[]][] = [
    [
      `insert into locations (org_id, id, name, time_zone, day_start_hour, presence_from, presence_until)
       select $1, id, id::text, zone, "startHour", "from", "from" + until
       from json_to_recordset($2) as r (id uuid, zone text, "startHour" integer, "from" date, until integer)`,
      buildings,
    ],
    [
      `insert into users (org_id, id, user_name, primary_location_id)
       select $1, id, id::text, home from json_to_recordset($2) as r (id uuid, home uuid)`,
      users,
    ],
    [
      `insert into user_moves (org_id, user_id, before, primary_location_id)
       select $1, "user", before, building from json_to_recordset($2) as r ("user" uuid, before date, building uuid)`,
      inBuilding(of(given.moves)),
    ],
    [
      `insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, command_id)
       select $1, "user", day, case when plan = 'time-off' then 'a' else plan end, case when plan = 'o' then building end,
         case when plan = 'time-off' then plan else 'day-plan' end, 'directory', gen_random_uuid()
       from json_to_recordset($2) as r ("user" uuid, day date, plan text, building uuid)`,
      inBuilding(of(given.plans)),
    ],
    [
      `insert into bookings (org_id, id, user_id, day, location_id, status, checked_in_at, changed_by, command_id)
       select $1, gen_random_uuid(), "user", day, building, status, case when "isCheckedIn" then day + interval '9 hours' end,
         'directory', gen_random_uuid()
       from json_to_recordset($2) as r ("user" uuid, day date, building uuid, status text, "isCheckedIn" boolean)`,
      inBuilding(of(given.bookings)),
    ],
    [
      `insert into presence_events
         (org_id, source_no, event_id, utc_day, occurred_at, user_id, node_type, node_id, location_id, local_day)
       select $1, 1, gen_random_uuid(), day, day + time '12:00', "user", 'location', building, building, day
       from json_to_recordset($2) as r ("user" uuid, day date, building uuid)`,
      inBuilding(of(given.seen)),
    ],
    ...(['holidays', 'closures', 'outages', 'rejected'] as const).map((kind): [string, readonly object[]] => [
      {
        holidays: `insert into holidays (org_id, location_id, day, name)
          select distinct $1::uuid, building, day, 'Holiday' from json_to_recordset($2) as r (building uuid, day date)
          on conflict do nothing`,
        closures: `insert into closures (org_id, id, location_id, first_day, last_day, reason)
          select $1, gen_random_uuid(), building, day, day + 2, 'Works' from json_to_recordset($2) as r (building uuid, day date)
          on conflict do nothing`,
        outages: `insert into outages (org_id, id, location_id, first_day, last_day, status)
          select $1, gen_random_uuid(), building, day, day + 4, 'accepted' from json_to_recordset($2) as r (building uuid, day date)
          on conflict do nothing`,
        rejected: `insert into outages (org_id, id, location_id, first_day, last_day, status)
          select $1, gen_random_uuid(), building, day, day, 'dismissed' from json_to_recordset($2) as r (building uuid, day date)
          on conflict do nothing`,
      }[kind],
      inBuilding(given.calendar.filter((each) => each.kind === kind)),
    ]),
  ]
  await office.pool.query('select ensure_event_partitions(day) from unnest($1::date[]) day', [given.seen.map((each) => each.day)])
  const client = await office.pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    for (const [statement, rows] of statements) await client.query(statement, [office.orgId, JSON.stringify(rows)])
    await client.query('commit')
  } finally {
    client.release()
  }
  return { ...office, userIds: users.map(({ id }) => id) }
}

/** All days of attendance() that are not empty, and those of one person. */
const PLAINLY = `
  select a.user_id, a.day::text, a.attendance_type in ('confirmed', 'walkIn', 'unconfirmed') is true as attended,
    (a.plan = 'o' and a.attendance_type is null) is true as expected, (a.plan_origin = 'time-off') is true as off
  from attendance($1, $2, $3, $4) a
  where $5::uuid is null or a.user_id = $5
  order by a.user_id, a.day`
const IN_BITS = `
  select a.user_id, (a.since + n)::text as day, a.attended & d.bit <> 0 as attended, a.expected & d.bit <> 0 as expected,
    a.off & d.bit <> 0 as off
  from attended_days($1, $2, $3, $4, $5) a
  cross join generate_series(0, 61) n
  cross join lateral (select 1::bigint << n as bit) d
  where a.involved & d.bit <> 0
  order by a.user_id, a.since + n`

it('days in bits are those of attendance, whatever people plan, book and do', async () => {
  await fc.assert(
    fc.asyncProperty(life, async (given) => {
      const { pool, orgId, userIds } = await live(given)
      const { from, length, now, hour } = given.asked
      const asked = [orgId, dayAt(from), dayAt(from + length - 1), `${dayAt(now)}T${String(hour).padStart(2, '0')}:30:00Z`]
      for (const userId of [null, userIds[0]]) {
        const { rows } = await pool.query(IN_BITS, [...asked, userId])
        expect(rows).toEqual((await pool.query(PLAINLY, [...asked, userId])).rows)
      }
    }),
    { numRuns: runs(15) },
  )
})
