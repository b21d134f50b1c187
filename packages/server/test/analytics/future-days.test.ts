import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listDays } from '../../src/planning/days/user-days.ts'
import { daysAfter, daysFrom, utcDay } from '../../src/platform/time/day.ts'
import { runs } from '../../src/testing/runs.ts'
import { awaitSteadyDay } from '../../src/testing/steady-day.ts'
import { createFutureDays, type FutureDay, type FutureDays } from '../../src/warehouse/analytics/future-days.ts'
import { inSnapshot } from '../../src/warehouse/analytics/scope.ts'
import { type Bench, openOffice, shareBench } from '../attendance/support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const PEOPLE = 4

/** A user, on a day or its weekday, in one of two buildings or in none. */
const CHANGE = fc.record({
  kind: fc.constantFrom('plan', 'forget', 'book', 'see', 'cancel', 'week', 'forgetWeek', 'leave', 'return', 'move'),
  person: fc.nat(PEOPLE - 1),
  ahead: fc.nat(8),
  place: fc.nat(2),
  what: fc.constantFrom('o', 'o', 'r', 'a'),
})
type Change = typeof CHANGE extends fc.Arbitrary<infer T> ? T : never

/** A user who leaves on a day on which they have a booked desk. */
const leavingToday: Change[] = (['plan', 'book', 'leave'] as const).map((kind) => ({
  kind,
  person: 1,
  ahead: 0,
  place: 0,
  what: 'o',
}))

/** An organization whose plans change, and what each of its people does on the days to come. */
const openPlanned = async () => {
  await awaitSteadyDay()
  const today = utcDay(Date.now())
  const lastDay = daysAfter(today, 8)
  const office = await openOffice(bench)
  const { orgId, pool, db } = office
  const places = [await office.addLocation(), await office.addLocation(), null] as const
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, index) => office.addUser(places[index % 3] ?? null)))
  const run = (statement: string, ...values: unknown[]) => pool.query(statement, [orgId, ...values])

  const change = async ({ kind, person, ahead, place, what }: Change): Promise<void> => {
    const [userId, day, locationId] = [people[person] as string, daysAfter(today, ahead), places[place] ?? null]
    const at = what === 'o' ? locationId : null
    const statements = {
      plan: () =>
        run(
          `insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, command_id)
           values ($1, $2, $3, $4, $5, 'day-plan', 'directory', gen_random_uuid())
           on conflict (org_id, user_id, day) do update set plan = excluded.plan, location_id = excluded.location_id`,
          ...[userId, day, what, at],
        ),
      forget: () => run('delete from day_plans where org_id = $1 and user_id = $2 and day = $3', userId, day),
      book: () => office.book(userId, day, locationId as string),
      // Wherever it was planned.
      see: () =>
        run(
          `insert into bookings (org_id, id, user_id, day, location_id, changed_by, command_id)
           values ($1, gen_random_uuid(), $2, $3, $4, 'presence', gen_random_uuid())`,
          ...[userId, day, locationId],
        ),
      cancel: () => run(`update bookings set status = 'cancelled' where org_id = $1 and user_id = $2 and day = $3`, userId, day),
      week: () =>
        run(
          `insert into week_plans (org_id, user_id, weekday, plan, location_id, changed_by, command_id)
           values ($1, $2, extract(isodow from $3::date), $4, $5, 'directory', gen_random_uuid())
           on conflict (org_id, user_id, weekday) do update set plan = excluded.plan, location_id = excluded.location_id`,
          ...[userId, day, what, at],
        ),
      forgetWeek: () =>
        run('delete from week_plans where org_id = $1 and user_id = $2 and weekday = extract(isodow from $3::date)', userId, day),
      leave: () => run(`update users set status = 'inactive' where org_id = $1 and id = $2`, userId),
      return: () => run(`update users set status = 'active' where org_id = $1 and id = $2`, userId),
      move: () => run('update users set primary_location_id = $3 where org_id = $1 and id = $2', userId, locationId),
    }
    // A change that the rules forbid, such as a booking without an office day, has no effect.
    await statements[kind as keyof typeof statements]().catch((error: { code?: string }) => {
      if (!/^(23|RC)/.test(error.code ?? '')) throw error
    })
  }

  const expected = async () => {
    const { rows } = await run(`select id, status = 'active' as active from users where org_id = $1`)
    const days = await Promise.all(
      rows.map(async ({ id, active }) => {
        const own = await listDays(db, orgId, id as string, today, lastDay)
        return own.map((day) => ({ ...day, active: active as boolean }))
      }),
    )
    const all = days.flat()
    return [...daysFrom(today, lastDay)].flatMap((day) =>
      places.flatMap((locationId) => {
        const here = all.filter((each) => each.day === day && locationId !== null)
        // Leavers are not expected, but keep the desk that they booked for their last day.
        const planned = here.filter((each) => each.active && each.plan === 'o' && each.locationId === locationId).length
        const booked = here.filter((each) => each.booking?.locationId === locationId).length
        return planned + booked > 0 ? [[day, locationId, planned, booked]] : []
      }),
    )
  }

  const read = (futureDays: FutureDays) => inSnapshot(db, (snapshot) => futureDays.read(snapshot, orgId, today, lastDay))
  const listed = (days: ReadonlyMap<string, FutureDay>) =>
    [...daysFrom(today, lastDay)].flatMap((day) =>
      places.flatMap((locationId) => {
        const counts = days.get(day) as FutureDay
        const [planned, booked] = [counts.planned, counts.booked].map((of) => (locationId && of.get(locationId)) || 0)
        return (planned as number) + (booked as number) > 0 ? [[day, locationId, planned, booked]] : []
      }),
    )
  return { today, change, expected, read, listed }
}

it('the figures that a node caches for future days match all plans and bookings after any change', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(CHANGE, { minLength: 15, maxLength: 30 }), async (changes) => {
      const office = await openPlanned()
      const futureDays = createFutureDays()
      for (const change of changes) {
        await office.change(change)
        expect(office.listed(await office.read(futureDays))).toEqual(await office.expected())
      }
    }),
    { numRuns: runs(8), examples: [[leavingToday]] },
  )
})

it('a day is counted again only once something of it changed', async () => {
  const office = await openPlanned()
  const futureDays = createFutureDays()
  const before = await office.read(futureDays)
  await office.change({ kind: 'plan', person: 0, ahead: 3, place: 0, what: 'o' })
  const after = await office.read(futureDays)
  const counted = [...after].filter(([day, counts]) => counts !== before.get(day)).map(([day]) => day)
  expect(counted).toEqual([daysAfter(office.today, 3)])
})
