import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addUpTicks, lockChanges } from '../../src/intake/day-changes/day-changes.ts'
import { startSummingTicks } from '../../src/intake/day-changes/sum-ticks.ts'
import { runs } from '../../src/testing/runs.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { eventually } from '../ingest/support.ts'
import { type Company, openCompany, statesOf } from './support.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.[Symbol.asyncDispose]())

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04'] as const
const failed = (error: unknown) => {
  throw error
}
const waiting = async ({ run }: Company): Promise<number> => {
  const { rows } = await run('select count(*) as ticks from day_change_ticks where org_id = $1')
  return rows[0].ticks
}

/** Plans of users of their own, so that writers have nothing but the day in common. */
const openWriters = async (company: Company, count: number) => {
  const { rows } = await company.run(
    `insert into users (org_id, id, user_name)
     select $1, gen_random_uuid(), 'writer ' || n from generate_series(1, $2::integer) n returning id`,
    count,
  )
  return rows.map(({ id }) => id as string)
}

/** Plans the days in one statement, in a transaction that is taken back where `kept` is not set. */
const write = async ({ pool, orgId }: Company, userId: string, days: readonly string[], kept: boolean) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
       select $1, $2, day, 'r', 'day-plan', 'user', gen_random_uuid() from unnest($3::date[]) day
       on conflict (org_id, user_id, day) do update
       set plan = case day_plans.plan when 'r' then 'a' else 'r' end, command_id = gen_random_uuid()`,
      [orgId, userId, days],
    )
    await client.query(kept ? 'commit' : 'rollback')
  } finally {
    client.release()
  }
}

const statement = fc.record({ days: fc.subarray([...DAYS], { minLength: 1 }), kept: fc.boolean() })

it('States are the number of statements that changed the day, and never go back, while many write and several add up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(statement, { maxLength: 6 }), { minLength: 2, maxLength: 5 }), async (writers) => {
      const company = await openCompany(database)
      const users = await openWriters(company, writers.length)
      let isDone = false
      const adders = Array.from({ length: 2 }, async () => {
        while (!isDone) {
          await company.db.transaction().execute(async (trx) => {
            await lockChanges(trx, company.orgId)
            await addUpTicks(trx, [company.orgId])
          })
        }
      })
      const reader = (async () => {
        let known = new Map<string, number>()
        while (!isDone) {
          const states = await statesOf(company.db, company.orgId, 'plans')
          for (const [day, state] of known) expect(states.get(day)).toBeGreaterThanOrEqual(state)
          known = states
        }
      })()
      const writing = writers.map(async (statements, index) => {
        for (const { days, kept } of statements) await write(company, users[index] as string, days, kept)
      })
      await Promise.all(writing).finally(() => {
        isDone = true
      })
      await Promise.all([...adders, reader])
      const kept = writers.flat().filter((each) => each.kept)
      const touched = (day: string) => kept.filter(({ days }) => days.some((each) => each === day)).length
      const states = await statesOf(company.db, company.orgId, 'plans')
      for (const day of DAYS) expect([day, states.get(day) ?? 0]).toEqual([day, touched(day)])
    }),
    { numRuns: runs(8) },
  )
})

it('What is added up is kept in one row for each day, topic and reason', async () => {
  const company = await openCompany(database)
  const [user] = await openWriters(company, 1)
  for (let turn = 0; turn < 3; turn++) await write(company, user as string, [DAYS[0]], true)
  await using _ = startSummingTicks(company.db, failed, 20)
  await eventually(async () => expect(await waiting(company)).toBe(0))
  const { rows } = await company.run('select day, topic, reason, changes, published from day_changes where org_id = $1')
  expect(rows).toEqual([{ day: DAYS[0], topic: 'plans', reason: 'corrected', changes: 3, published: 0 }])
})

it('One organization that is being published does not keep the others waiting, and is added up afterwards', async () => {
  const [held, free] = [await openCompany(database), await openCompany(database)]
  for (const company of [held, free]) await company.plan(company.user, DAYS[0])
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: hasLocked } = Promise.withResolvers<void>()
  const publishing = held.db.transaction().execute(async (trx) => {
    await lockChanges(trx, held.orgId)
    hasLocked()
    await released
  })
  await locked
  await using _ = startSummingTicks(held.db, failed, 20)
  await eventually(async () => expect(await waiting(free)).toBe(0))
  expect(await waiting(held)).toBe(1)
  release()
  await publishing
  await eventually(async () => expect(await waiting(held)).toBe(0))
})

it('One organization whose changes cannot be added up does not keep the others waiting', async () => {
  const [refused, free] = [await openCompany(database), await openCompany(database)]
  for (const company of [refused, free]) await company.plan(company.user, DAYS[0])
  await sql`create function refuse_sums() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
    free.db,
  )
  await sql
    .raw(
      `create trigger refuse_sums before insert on day_changes
       for each row when (new.org_id = '${refused.orgId}') execute function refuse_sums()`,
    )
    .execute(free.db)
  const errors: unknown[] = []
  await using _ = startSummingTicks(free.db, (error) => errors.push(error), 20)
  await eventually(async () => expect(await waiting(free)).toBe(0))
  expect(await waiting(refused)).toBe(1)
  await sql`drop function refuse_sums cascade`.execute(free.db)
  await eventually(async () => expect(await waiting(refused)).toBe(0))
  expect(errors.length).toBeGreaterThan(0)
})

it('a failure is reported and the next round continues', async () => {
  const company = await openCompany(database)
  await company.plan(company.user, DAYS[0])
  const errors: unknown[] = []
  await sql`alter table day_changes rename to gone`.execute(company.db)
  await using _ = startSummingTicks(company.db, (error) => errors.push(error), 20)
  await eventually(async () => expect(errors.length).toBeGreaterThan(0))
  await sql`alter table gone rename to day_changes`.execute(company.db)
  await eventually(async () => expect(await waiting(company)).toBe(0))
})
