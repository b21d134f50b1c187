import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHorizon } from '../../src/planning/horizon/horizon-service.ts'
import { clearDayPlan, setDayPlan, setWeekPlan } from '../../src/planning/plans/plan-service.ts'
import { applyTimeOff } from '../../src/planning/timeoff/timeoff-days.ts'
import { transact } from '../../src/platform/transactions/transact.ts'
import { runs } from '../../src/testing/runs.ts'
import type { TestDatabase } from '../../src/testing/test-database.ts'
import { createOffice, dayAt, inconsistencies, type Office, openCrowd, USER } from '../bookings/support.ts'

let crowd: TestDatabase

beforeAll(async () => {
  crowd = await openCrowd()
})
afterAll(() => crowd?.[Symbol.asyncDispose]())

/** Days that came from the week plan and are not what it says now. */
const stale = async ({ db, orgId }: Office): Promise<object[]> => {
  const { rows } = await sql<object>`
    select d.user_id, d.day, d.plan, w.plan as "planOfWeek"
    from day_plans d
    left join week_plans w on w.org_id = d.org_id and w.user_id = d.user_id and w.weekday = extract(isodow from d.day)
    where d.org_id = ${orgId} and d.origin = 'week-plan' and d.plan is distinct from w.plan`.execute(db)
  return rows
}

const DAYS = 5
const ROUNDS = runs(4)
const announce = (eventType: 'scheduled' | 'cancelled') => (office: Office, userId: string) => {
  const [firstDay, lastDay] = [dayAt(office, 1), dayAt(office, DAYS)]
  const event = { eventId: `${eventType} ${userId}`, eventType, userId, firstDay, lastDay, timeOffType: null }
  return transact(office.db, (trx) => applyTimeOff(trx, office.orgId, [event]))
}
const days = Array.from({ length: DAYS }, (_, index) => index + 1)
const planWeek = ({ db, orgId }: Office, userId: string, round: number) => {
  const planned = [1, 2, 3, 4, 5, 6, 7].filter((weekday) => (weekday + round) % 3 > 0)
  const plans = planned.map((weekday) => ({
    weekday,
    plan: (weekday + round) % 2 ? ('o' as const) : ('r' as const),
    locationId: null,
  }))
  return setWeekPlan(db, orgId, USER, userId, plans)
}

interface Meanwhile {
  readonly before: (office: Office, userId: string) => Promise<unknown>
  readonly act: (office: Office, userId: string) => Promise<unknown>
}

const meanwhile: Record<string, Meanwhile> = {
  'days are given back to it': {
    before: async (office, userId) => {
      for (const n of days) await setDayPlan(office.db, office.orgId, USER, { userId, day: dayAt(office, n), plan: 'a' })
    },
    act: (office, userId) =>
      Promise.all(days.map((n) => clearDayPlan(office.db, office.orgId, USER, { userId, day: dayAt(office, n) }))),
  },
  'time off is called off': { before: announce('scheduled'), act: announce('cancelled') },
  'the horizon is filled': {
    before: async ({ db, orgId }, userId) => {
      await sql`delete from bookings where org_id = ${orgId} and user_id = ${userId}`.execute(db)
      await sql`delete from day_plans where org_id = ${orgId} and user_id = ${userId}`.execute(db)
    },
    act: ({ db, orgId, locationId }) => runHorizon(db, orgId, locationId),
  },
}

test.for(Object.entries(meanwhile))(
  'while %s, a week plan is replaced, and the days follow the new one',
  async ([, { before, act }]) => {
    const office = await createOffice(crowd.db, { users: 4 })
    for (let round = 0; round < ROUNDS; round++) {
      for (const userId of office.users) await before(office, userId)
      await Promise.all(office.users.flatMap((userId) => [act(office, userId), planWeek(office, userId, round)]))
      expect(await stale(office)).toEqual([])
      expect(await inconsistencies(office)).toEqual([])
    }
  },
)
