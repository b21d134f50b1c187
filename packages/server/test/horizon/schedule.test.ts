import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHorizonSchedule } from '../../src/horizon/horizon-schedule.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { dayAfter, momentOf, type Office, setUp } from './support.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const runsOf = async ({ pool, orgId, nameOf }: Office): Promise<string[]> => {
  const { rows } = await pool.query(
    `select location_id, local_day, plans from horizon_runs where org_id = $1 order by local_day, plans, ended_at`,
    [orgId],
  )
  return rows.map(({ location_id, local_day, plans }) => `${nameOf(location_id)} ${local_day} ${plans}`)
}

const schedule = (office: Office, now: () => Date) => {
  const errors: unknown[] = []
  return { errors, running: startHorizonSchedule(office.db, (error) => errors.push(error), { now, everyMs: 20 }) }
}

test('each location runs once per local day, from its refresh hour on; a missed night is caught up', async () => {
  const office = await setUp(database)
  await office.pool.query('update locations set booking_horizon_days = 2 where org_id = $1', [office.orgId])
  await office.addUser('ada')
  const late = await office.addLocation('Late', { refresh_hour: 20 })
  await office.addUser('bob', { location: late })
  let now = new Date(`${dayAfter(0)}T02:59:00Z`)
  const { running, errors } = schedule(office, () => now)
  try {
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await runsOf(office)).toEqual([])
    now = new Date(`${dayAfter(0)}T03:00:00Z`)
    await expect.poll(() => runsOf(office)).toEqual([`Office ${dayAfter(0)} 3`])
    now = new Date(`${dayAfter(0)}T20:00:00Z`)
    await expect.poll(() => runsOf(office)).toEqual([`Late ${dayAfter(0)} 1`, `Office ${dayAfter(0)} 3`])
    // Nothing runs for two days.
    now = momentOf(3)
    await expect.poll(async () => (await runsOf(office)).at(-1)).toBe(`Office ${dayAfter(3)} 3`)
    expect((await office.said(dayAfter(3))).ada).toBe('location: any')
  } finally {
    await running[Symbol.asyncDispose]()
  }
  expect(errors).toEqual([])
  expect(await runsOf(office)).toHaveLength(3)
})

test('one location that fails does not stop the others, and is tried again', async () => {
  const office = await setUp(database)
  const broken = await office.addLocation('Broken')
  await office.addUser('ada', { location: broken })
  await office.addUser('bob')
  await office.pool.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
    create trigger fail before insert on day_plans for each row when (new.user_id = '${await userId(office, 'ada')}')
    execute function fail()`)
  const { running, errors } = schedule(office, () => momentOf(0))
  try {
    await expect.poll(async () => (await runsOf(office)).length).toBe(1)
    await expect.poll(() => errors.length).toBeGreaterThan(1)
    expect(await runsOf(office)).toEqual([`Office ${dayAfter(0)} 1`])
    await office.pool.query('drop trigger fail on day_plans')
    await expect.poll(async () => (await runsOf(office)).length).toBe(2)
  } finally {
    await running[Symbol.asyncDispose]()
  }
  expect(Object.keys(await office.said()).sort()).toEqual(['ada', 'bob'])
})

test('disposing ends it after the day in progress', async () => {
  const office = await setUp(database)
  await office.pool.query('update locations set booking_horizon_days = 90 where org_id = $1', [office.orgId])
  await office.addUser('ada')
  const blocker = await office.pool.connect()
  await blocker.query('begin')
  await blocker.query(
    `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
     values ($1, $2, $3, 'r', 'day-plan', 'user', gen_random_uuid())`,
    [office.orgId, await userId(office, 'ada'), dayAfter(5)],
  )
  const { running, errors } = schedule(office, () => momentOf(0))
  await expect.poll(async () => Object.keys(await office.said(dayAfter(4)))).toEqual(['ada'])
  const disposed = running[Symbol.asyncDispose]()
  await blocker.query('commit')
  blocker.release()
  await disposed
  expect(errors).toEqual([])
  expect(await office.plans(dayAfter(5))).toEqual({ ada: 'r day-plan' })
  expect(await office.plans(dayAfter(6))).toEqual({})
  expect(await runsOf(office)).toEqual([])
})

const userId = async ({ pool, orgId }: Office, name: string): Promise<string> =>
  (await pool.query('select id from users where org_id = $1 and user_name = $2', [orgId, name])).rows[0].id
