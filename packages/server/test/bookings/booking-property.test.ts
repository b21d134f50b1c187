import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelBooking, findBookingOfDay } from '../../src/planning/bookings/booking-service.ts'
import { clearDayPlan, setDayPlan, setWeekPlan } from '../../src/planning/plans/plan-service.ts'
import { transact } from '../../src/platform/transactions/transact.ts'
import { runs } from '../../src/testing/runs.ts'
import type { TestDatabase } from '../../src/testing/test-database.ts'
import {
  ADMINISTRATOR,
  bookAs,
  changeRow,
  createOffice,
  dayAt,
  inconsistencies,
  type Office,
  openCrowd,
  USER,
} from './support.ts'

let crowd: TestDatabase

beforeAll(async () => {
  crowd = await openCrowd()
})
afterAll(() => crowd?.[Symbol.asyncDispose]())

const small = (max: number) => fc.nat({ max })
const step = fc.oneof(
  fc.record({ kind: fc.constant('book' as const), user: small(3), day: small(3), node: small(6) }),
  fc.record({ kind: fc.constant('cancel' as const), user: small(3), day: small(3) }),
  fc.record({ kind: fc.constant('plan' as const), user: small(3), day: small(3), plan: fc.constantFrom('o', 'r', 'a') }),
  fc.record({ kind: fc.constant('clear' as const), user: small(3), day: small(3) }),
  fc.record({
    kind: fc.constant('week' as const),
    user: small(3),
    plans: fc.array(fc.constantFrom('o', 'r', 'a'), { maxLength: 7 }),
  }),
  fc.record({
    kind: fc.constant('status' as const),
    table: fc.constantFrom('users', 'places', 'zones'),
    index: small(1),
    on: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('delete' as const), user: small(3), day: small(3) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const run = async (office: Office, step: Step): Promise<unknown> => {
  const { db, orgId } = office
  if (step.kind === 'status') {
    const ids = { users: office.users, places: office.desks, zones: [office.zoneId, office.neighborhoodId] }[step.table]
    return changeRow(db, orgId, step.table, ids[step.index], sql`status = ${step.on ? 'active' : 'inactive'}`)
  }
  const userId = office.users[step.user] as string
  if (step.kind === 'week') {
    const days = step.plans.map((plan, index) => ({ weekday: index + 1, plan, locationId: null }))
    return setWeekPlan(db, orgId, USER, userId, days)
  }
  const day = dayAt(office, step.day)
  if (step.kind === 'plan') return setDayPlan(db, orgId, USER, { userId, day, plan: step.plan })
  if (step.kind === 'clear') return clearDayPlan(db, orgId, ADMINISTRATOR, { userId, day })
  if (step.kind === 'delete')
    return transact(db, (trx) =>
      sql`delete from bookings where org_id = ${orgId} and user_id = ${userId} and day = ${day}`.execute(trx),
    )
  if (step.kind === 'cancel') {
    const booking = await findBookingOfDay(db, orgId, userId, day)
    return booking && cancelBooking(db, orgId, USER, booking.bookingId)
  }
  const nodes = [...office.desks.map((placeId) => ({ placeId })), { zoneId: office.neighborhoodId }]
  return bookAs(office, USER, { userId, day, node: nodes[step.node] ?? { locationId: office.locationId } })
}

test('counters equal the live bookings and the log leads to what is stored, whatever is done, one after the other or at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 }), async (rounds) => {
      const office = await createOffice(crowd.db, { users: 4, desks: 3 })
      // This user's desk is booked automatically when a day becomes an office day.
      await sql`
        update places set assigned_user_id = ${office.users[0]}
        where org_id = ${office.orgId} and id = ${office.desks[0]}`.execute(office.db)
      for (const steps of rounds) {
        const results = await Promise.allSettled(steps.map((one) => run(office, one)))
        const unexpected = results.flatMap((result) =>
          result.status === 'rejected' && result.reason?.status === undefined ? [String(result.reason)] : [],
        )
        expect(unexpected).toEqual([])
        expect(await inconsistencies(office)).toEqual([])
      }
    }),
    {
      numRuns: runs(16),
      // A day that is cleared while it is booked.
      examples: [
        [
          [
            [
              { kind: 'clear', user: 1, day: 1 },
              { kind: 'book', user: 1, day: 1, node: 2 },
            ],
          ],
        ],
      ],
    },
  )
})
