import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AcceptedTimeOff } from '../../src/planning/timeoff/timeoff-check.ts'
import { applyTimeOff, CHUNK_DAYS } from '../../src/planning/timeoff/timeoff-days.ts'
import { bindConnection } from '../../src/platform/db/bound-connection.ts'
import { startTestService, type TestService } from '../../src/testing/test-service.ts'
import { dayAt } from '../bookings/support.ts'
import { openSession, type Step } from '../db/session-plans.ts'
import { createHr, type Hr } from './support.ts'

const PEOPLE = 30
const DAYS = 365
/** Each day may be met by several steps; one that is compared with all others meets thousands. */
const ROWS_PER_DAY = 10

let service: TestService
let hr: Hr
let session: Awaited<ReturnType<typeof openSession>>
let people: string[]

beforeAll(async () => {
  service = await startTestService()
  hr = await createHr(service)
  const { pool, db } = service.database
  // This is the state before PostgreSQL has statistics of the days.
  await pool.query('alter table day_plans set (autovacuum_enabled = off)')
  people = await Promise.all(Array.from({ length: PEOPLE }, (_, index) => hr.addUser(`person ${index}`)))
  await sql`
    insert into week_plans (org_id, user_id, weekday, plan, changed_by, command_id)
    select ${hr.org.id}, id, weekday, 'o', 'user', ${randomUUID()}
    from unnest(${people}::uuid[]) id
    cross join generate_series(1, 7) weekday`.execute(db)
  session = await openSession(service.database.url)
})
afterAll(async () => {
  await session?.[Symbol.asyncDispose]()
  await service?.[Symbol.asyncDispose]()
})

const apply = (eventType: 'scheduled' | 'cancelled'): Promise<readonly Step[]> =>
  session.stepsOf(() => applyTimeOff(bindConnection(session.client), hr.org.id, people.map(announcement(eventType))))

const announcement =
  (eventType: 'scheduled' | 'cancelled') =>
  (userId: string): AcceptedTimeOff => ({
    ...{ eventId: userId, eventType, userId, timeOffType: null },
    ...{ firstDay: dayAt(hr.office, 1), lastDay: dayAt(hr.office, DAYS) },
  })

const countDays = async (): Promise<number> => {
  const { rows } = await service.database.pool.query(`select from day_plans where origin = 'time-off'`)
  return rows.length
}

test.each([
  ['announced', 'scheduled', PEOPLE * DAYS],
  ['called off', 'cancelled', 0],
] as const)(
  'a year of many people is %s in statements of bounded size that look at few rows for each day, and write it once',
  async (_, type, left) => {
    const steps = await apply(type)
    expect(await countDays()).toBe(left)
    const written = steps.filter(({ step }) => step === 'ModifyTable')
    expect(written.length).toBeGreaterThan(2)
    const ofPlans = written.filter(({ statement }) => /(insert into|update|delete from) day_plans/.test(statement))
    expect(ofPlans.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(PEOPLE * DAYS)
    const most = CHUNK_DAYS + DAYS
    expect(steps.filter(({ rows }) => rows > ROWS_PER_DAY * most)).toEqual([])
    const days = steps.filter(({ statement, step }) => /day_plans d/.test(statement) && step === 'Function Scan')
    expect(Math.max(...days.map(({ rows }) => rows))).toBeLessThanOrEqual(most)
  },
)
