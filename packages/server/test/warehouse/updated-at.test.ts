import { randomUUID } from 'node:crypto'
import type { AttendanceRow } from '@rollcall/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runs } from '../../src/testing/runs.ts'
import { runRefresh } from '../../src/warehouse/refresh/refresh-service.ts'
import { type Bench, openOffice, shareBench } from '../attendance/support.ts'
import { dayIn } from '../parking/support.ts'
import { openReader } from './support.ts'

let bench: Bench

beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

/** Days around today, those of the past published now and then. */
const [FIRST, LAST] = [-3, 2]

const openCompany = async () => {
  // They stay the same days after midnight.
  const today = Temporal.PlainDate.from(dayIn(0))
  const dayOf = (days: number): string => today.add({ days }).toString()
  const range = `startDate=${dayOf(FIRST - 1)}&endDate=${dayOf(LAST + 1)}`
  const office = await openOffice(bench)
  const { pool, orgId } = office
  const locations = [await office.addLocation('UTC'), await office.addLocation('Asia/Tokyo')]
  const users = [await office.addUser(locations[0]), await office.addUser(locations[1]), await office.addUser()]
  const groups = [randomUUID(), randomUUID()]
  for (const id of groups)
    await pool.query(`insert into groups (org_id, id, name, type, origin) values ($1, $2, $3, 'team', 'administrator')`, [
      orgId,
      id,
      `Group ${id}`,
    ])
  const { attendance } = openReader(bench, office.organization)
  return { office, locations, users, groups, dayOf, rows: () => attendance(range) }
}
type Company = Awaited<ReturnType<typeof openCompany>>

/** Everybody planned on all days, two with bookings, and one of them seen. */
const fill = async ({ office, users, locations, groups, dayOf }: Company): Promise<void> => {
  const [first, second] = locations as [string, string]
  await office.pool.query('update users set primary_group_id = $2 where org_id = $1', [office.orgId, groups[0]])
  for (let day = FIRST; day <= LAST; day++) {
    for (const [index, user] of users.entries()) {
      await office.plan(user, dayOf(day), 'o', index === 1 ? second : first)
      if (index < 2) await office.book(user, dayOf(day), index === 1 ? second : first)
    }
    if (day < 0) await office.see(users[0] as string, first, `${dayOf(day)}T12:00:00Z`)
  }
}

const SIGNED = `'administrator', gen_random_uuid()`
const NAMED = ['First', 'Second', 'Third']
const ZONES = ['UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati']

interface Deed {
  readonly kind: keyof typeof DEEDS
  readonly user: number
  readonly location: number
  readonly day: number
  readonly choice: number
}

const update = ({ office }: Company, what: string, ...values: unknown[]) => office.pool.query(what, [office.orgId, ...values])

const DEEDS = {
  see: ({ office, users, locations, dayOf }: Company, { user, location, day, choice }: Deed) =>
    office.see(users[user] as string, locations[location] as string, `${dayOf(Math.min(day, 0))}T${10 + choice}:00:00Z`),
  plan: (company: Company, { user, location, day, choice }: Deed) =>
    update(
      company,
      `insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, command_id)
       values ($1, $2, $3, $4, $5, 'day-plan', ${SIGNED})
       on conflict (org_id, user_id, day) do update
       set plan = excluded.plan, location_id = excluded.location_id, changed_by = excluded.changed_by, command_id = excluded.command_id`,
      ...[company.users[user], company.dayOf(day), choice === 0 ? 'r' : 'o', choice === 2 ? company.locations[location] : null],
    ),
  book: (company: Company, { user, location, day }: Deed) =>
    update(
      company,
      `insert into bookings (org_id, id, user_id, day, location_id, changed_by, command_id)
       select $1, gen_random_uuid(), $2, $3, $4, 'directory', gen_random_uuid()
       from day_plans where org_id = $1 and user_id = $2 and day = $3 and plan = 'o'
       on conflict do nothing`,
      ...[company.users[user], company.dayOf(day), company.locations[location]],
    ),
  cancel: (company: Company, { user, day }: Deed) =>
    update(
      company,
      `update bookings set status = 'cancelled', changed_by = 'directory', command_id = gen_random_uuid()
       where org_id = $1 and user_id = $2 and day = $3 and status = 'booked'`,
      ...[company.users[user], company.dayOf(day)],
    ),
  unplan: (company: Company, { user, day }: Deed) =>
    update(
      company,
      'delete from day_plans where org_id = $1 and user_id = $2 and day = $3',
      company.users[user],
      company.dayOf(day),
    ),
  lose: (company: Company, { user, day }: Deed) =>
    update(
      company,
      'delete from presence_events where org_id = $1 and user_id = $2 and local_day = $3',
      ...[company.users[user], company.dayOf(day)],
    ),
  rename: (company: Company, { location, choice }: Deed) =>
    update(
      company,
      'update locations set name = $3 where org_id = $1 and id = $2',
      ...[company.locations[location], `${NAMED[choice]} ${location}`],
    ),
  renameGroup: (company: Company, { location, choice }: Deed) =>
    update(
      company,
      'update groups set name = $3 where org_id = $1 and id = $2',
      ...[company.groups[location], `${NAMED[choice]} ${location}`],
    ),
  move: (company: Company, { user, location, choice }: Deed) =>
    update(
      company,
      'update users set primary_location_id = $3, primary_group_id = $4 where org_id = $1 and id = $2',
      ...[company.users[user], company.locations[location], company.groups[choice] ?? null],
    ),
  reportFrom: (company: Company, { location, day, choice }: Deed) =>
    update(
      company,
      'update locations set presence_from = $3, presence_until = $4 where org_id = $1 and id = $2',
      ...[company.locations[location], choice === 0 ? null : company.dayOf(day), choice === 2 ? company.dayOf(day) : null],
    ),
  timeZone: (company: Company, { location, choice }: Deed) =>
    update(
      company,
      'update locations set time_zone = $3 where org_id = $1 and id = $2',
      ...[company.locations[location], ZONES[choice]],
    ),
  organizationTimeZone: (company: Company, { choice }: Deed) =>
    update(company, 'update organizations set time_zone = $2 where id = $1', ZONES[choice + 1]),
  refresh: ({ office }: Company) => runRefresh({ pool: office.pool }, office.orgId),
}

const deed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom(...(Object.keys(DEEDS) as (keyof typeof DEEDS)[]), 'see', 'plan', 'plan', 'book', 'refresh'),
  user: fc.nat(2),
  location: fc.nat(1),
  day: fc.integer({ min: FIRST, max: LAST }),
  choice: fc.nat(2),
})

const contentOf = ({ updatedAt: _, ...row }: AttendanceRow) => JSON.stringify(row)

it('updatedAt of a row never decreases, and increases with every change of the row', async () => {
  const changed = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 10, maxLength: 30 }), async (deeds) => {
      const company = await openCompany()
      await fill(company)
      const known = new Map<string, AttendanceRow>()
      for (const row of await company.rows()) known.set(`${row.userId} ${row.day}`, row)
      for (const each of deeds) {
        // A change that the booking rules refuse has no effect.
        await DEEDS[each.kind](company, each).catch((error: { code?: string }) => {
          if (error.code !== '23514') throw error
        })
        for (const row of await company.rows()) {
          const key = `${row.userId} ${row.day}`
          const before = known.get(key)
          known.set(key, row)
          if (!before) continue
          const details = JSON.stringify({ each, before, row })
          expect(row.updatedAt >= before.updatedAt, details).toBe(true)
          if (contentOf(row) === contentOf(before)) continue
          changed.add(each.kind)
          expect(row.updatedAt > before.updatedAt, details).toBe(true)
        }
      }
    }),
    { numRuns: runs(8), seed: 20261123 },
  )
  expect(changed.size).toBeGreaterThan(8)
})

it('updatedAt of an untouched row increases when its day ends', async () => {
  const { office, users, locations } = await openCompany()
  const [ada, first] = [users[0] as string, locations[0] as string]
  await office.plan(ada, '2031-03-03', 'o', first)
  const before = await office.rowOf(ada, '2031-03-03', new Date('2031-03-03T23:59:59Z'))
  const after = await office.rowOf(ada, '2031-03-03', new Date('2031-03-04T00:00:00Z'))
  expect([before?.attendanceType, after?.attendanceType]).toEqual([null, 'unconfirmed'])
  expect(after?.updatedAt).toEqual(new Date('2031-03-04T00:00:00Z'))
  expect(before?.updatedAt.getTime()).toBeLessThan(Date.now() + 1)
})

it('a refresh that changes nothing of a row leaves its time, and one that changes it gives a later one', async () => {
  const { office, users, locations, dayOf, rows } = await openCompany()
  const [ada, bob, first] = [users[0] as string, users[1] as string, locations[0] as string]
  const day = dayOf(-3)
  for (const user of [ada, bob]) await office.plan(user, day, 'o', first)
  const refresh = () => runRefresh({ pool: office.pool }, office.orgId)
  await refresh()
  const timeOf = async (user: string) => (await rows()).find(({ userId }) => userId === user)?.updatedAt as string
  const before = [await timeOf(ada), await timeOf(bob)] as const
  await office.see(ada, first, `${day}T09:00:00Z`)
  await refresh()
  expect((await timeOf(ada)) > before[0]).toBe(true)
  // Bob's row became a no-show with the first event there.
  expect((await timeOf(bob)) > before[1]).toBe(true)
  const since = [await timeOf(ada), await timeOf(bob)] as const
  await office.see(ada, first, `${day}T09:30:00Z`)
  await refresh()
  expect([(await timeOf(ada)) > since[0], (await timeOf(bob)) === since[1]]).toEqual([true, true])
})

it('updatedAt of a missing user increases when the first day of presence at the location moves before the day', async () => {
  const { office, users, locations, dayOf } = await openCompany()
  const [ada, bob, first] = [users[0] as string, users[1] as string, locations[0] as string]
  const [earlier, day, later] = [dayOf(-4), dayOf(-3), dayOf(-2)]
  await office.plan(ada, day, 'o', first)
  await office.see(bob, first, `${later}T09:00:00Z`)
  const before = await office.rowOf(ada, day)
  await office.see(bob, first, `${earlier}T09:00:00Z`)
  const after = await office.rowOf(ada, day)
  expect([before?.attendanceType, after?.attendanceType]).toEqual(['unconfirmed', 'noShow'])
  expect(after?.updatedAt.getTime()).toBeGreaterThan(before?.updatedAt.getTime() as number)
})

it('updatedAt of a row without a location increases when the time zone of the organization changes', async () => {
  const { office, users, dayOf } = await openCompany()
  const grace = users[2] as string
  const day = dayOf(-3)
  await office.plan(grace, day, 'r')
  const before = await office.rowOf(grace, day)
  await office.pool.query(`update organizations set time_zone = 'Asia/Tokyo' where id = $1`, [office.orgId])
  const after = await office.rowOf(grace, day)
  expect(after?.updatedAt.getTime()).toBeGreaterThan(before?.updatedAt.getTime() as number)
})
