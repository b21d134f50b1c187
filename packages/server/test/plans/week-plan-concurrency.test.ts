import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../src/db/transact.ts'
import { runHorizon } from '../../src/horizon/horizon-service.ts'
import { clearDayPlan, setDayPlan, setWeekPlan } from '../../src/plans/plan-service.ts'
import { runs } from '../../src/testing/runs.ts'
import type { TestDatabase } from '../../src/testing/test-database.ts'
import { applyTimeOff } from '../../src/timeoff/timeoff-days.ts'
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
const timeOff = (eventType: 'scheduled' | 'cancelled', office: Office, userId: string) => ({
  ...{ eventId: `${eventType} ${userId}`, eventType, userId, firstDay: dayAt(office, 1), lastDay: dayAt(office, DAYS) },
  timeOffType: null,
})
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

const others: Record<string, (office: Office, userId: string, round: number) => Promise<unknown>> = {
  'days are given back to it': ({ db, orgId, ...office }, userId) =>
    Promise.all(days.map((n) => clearDayPlan(db, orgId, USER, { userId, day: dayAt(office, n) }))),
  'time off is called off': (office, userId) =>
    transact(office.db, (trx) => applyTimeOff(trx, office.orgId, [timeOff('cancelled', office, userId)])),
  'the horizon is filled': ({ db, orgId, locationId }) => runHorizon(db, orgId, locationId),
}

test.for(Object.keys(others))('while %s, a week plan is replaced, and the days follow the new one', async (name) => {
  const office = await createOffice(crowd.db, { users: 4 })
  const { db, orgId } = office
  for (let round = 0; round < ROUNDS; round++) {
    for (const userId of office.users) {
      if (name === 'time off is called off')
        await transact(db, (trx) => applyTimeOff(trx, orgId, [timeOff('scheduled', office, userId)]))
      else if (name === 'the horizon is filled')
        await sql`delete from day_plans where org_id = ${orgId} and user_id = ${userId}`.execute(db)
      else for (const n of days) await setDayPlan(db, orgId, USER, { userId, day: dayAt(office, n), plan: 'a' })
    }
    const other = others[name] as (typeof others)[string]
    await Promise.all(office.users.flatMap((userId) => [other(office, userId, round), planWeek(office, userId, round)]))
    expect(await stale(office)).toEqual([])
    expect(await inconsistencies(office)).toEqual([])
  }
})
