import { afterEach, beforeEach, expect, test } from 'vitest'
import { startNightlySchedule } from '../../src/operations/nightly/nightly-schedule.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { runDueRefresh } from '../../src/warehouse/refresh/refresh-service.ts'
import { dayAfter, momentOf, type Office, setUp } from '../horizon/support.ts'
import { refresh, runsOf } from '../refresh/support.ts'

let database: TestDatabase
// Each test has its own database, because a schedule serves all organizations.
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database[Symbol.asyncDispose]())

/** Puts down an event where history begins, as if it had been submitted. */
const see = async (office: Office, user: string, day: string): Promise<void> => {
  await office.see(user, day)
  await office.pool.query(
    `insert into location_presence as p (org_id, location_id, first_day) values ($1, $2, $3)
     on conflict (org_id, location_id) do update set first_day = least(p.first_day, excluded.first_day)`,
    [office.orgId, office.location, day],
  )
}

const horizonsOf = async ({ pool, orgId, nameOf }: Office): Promise<string[]> => {
  const { rows } = await pool.query(
    `select location_id, local_day, plans from horizon_runs where org_id = $1 order by local_day, plans, ended_at`,
    [orgId],
  )
  return rows.map(({ location_id, local_day, plans }) => `${nameOf(location_id)} ${local_day} ${plans}`)
}

/** Up to which day each location is published; `–` stands for rows without any. */
const publishedOf = async ({ pool, orgId, nameOf }: Office): Promise<Record<string, string>> => {
  const { rows } = await pool.query('select location_id, published_through from published_locations where org_id = $1', [orgId])
  return Object.fromEntries(
    rows.map(({ location_id, published_through }) => {
      return [location_id.startsWith('00000000') ? '–' : nameOf(location_id), published_through]
    }),
  )
}

const schedule = ({ db, pool }: Office, now: () => Date, retryMs = 0) => {
  const errors: string[] = []
  const refreshed: string[] = []
  const running = startNightlySchedule({ db, pool }, (what, error) => errors.push(`${what}: ${(error as Error).message}`), {
    ...{ now, everyMs: 20, retryMs },
    onRefreshed: (orgId) => refreshed.push(orgId),
  })
  return { errors, refreshed, running }
}

/** Long enough for several looks. */
const someLooks = () => new Promise((resolve) => setTimeout(resolve, 150))

test('the night of a location comes once per local day, at its refresh hour: first the horizon engine, then the refresh', async () => {
  const office = await setUp(database)
  await office.pool.query('update locations set booking_horizon_days = 2 where org_id = $1', [office.orgId])
  await office.addUser('ada')
  const late = await office.addLocation('Late', { refresh_hour: 20 })
  await office.addUser('bob', { location: late })
  let now = new Date(`${dayAfter(0)}T02:59:00Z`)
  const { running, errors, refreshed } = schedule(office, () => now)
  try {
    await someLooks()
    expect([await horizonsOf(office), await publishedOf(office)]).toEqual([[], {}])
    now = new Date(`${dayAfter(0)}T03:00:00Z`)
    await expect.poll(() => publishedOf(office)).toEqual({ Office: dayAfter(-1), '–': dayAfter(-1) })
    expect(await horizonsOf(office)).toEqual([`Office ${dayAfter(0)} 3`])
    now = new Date(`${dayAfter(0)}T20:00:00Z`)
    await expect.poll(() => publishedOf(office)).toEqual({ Office: dayAfter(-1), '–': dayAfter(-1), Late: dayAfter(-1) })
    expect(await horizonsOf(office)).toEqual([`Late ${dayAfter(0)} 1`, `Office ${dayAfter(0)} 3`])
    // It is reported after it is published.
    await expect.poll(() => refreshed.length).toBe(2)
    await someLooks()
    expect(refreshed).toEqual([office.orgId, office.orgId])
  } finally {
    await running[Symbol.asyncDispose]()
  }
  expect(errors).toEqual([])
  expect(await runsOf(office)).toMatchObject([
    { status: 'succeeded', trigger: 'schedule' },
    { status: 'succeeded', trigger: 'schedule' },
  ])
})

test('nodes that find the same night due refresh it once', async () => {
  const office = await setUp(database)
  const moment = new Date(`${dayAfter(0)}T04:00:00Z`)
  const asDue = () => runDueRefresh(office, office.orgId, { moment, retryMs: 0 })
  expect(await asDue()).toMatchObject({ runNo: 1 })
  // It looked before the other had published.
  expect(await asDue()).toBeUndefined()
  expect(await runsOf(office)).toHaveLength(1)
})

test('nights that were missed are caught up by the next one', async () => {
  const office = await setUp(database)
  const ada = await office.addUser('ada')
  for (const days of [-2, -1, 0, 1, 2]) await see(office, ada, dayAfter(days))
  let now = new Date(`${dayAfter(0)}T04:00:00Z`)
  const { running, errors } = schedule(office, () => now)
  try {
    await expect.poll(async () => (await publishedOf(office)).Office).toBe(dayAfter(-1))
    now = new Date(`${dayAfter(3)}T04:00:00Z`)
    await expect.poll(async () => (await publishedOf(office)).Office).toBe(dayAfter(2))
  } finally {
    await running[Symbol.asyncDispose]()
  }
  expect(errors).toEqual([])
  const { rows } = await office.pool.query(`select day from segments where org_id = $1 and dataset = 'presence' order by day`, [
    office.orgId,
  ])
  expect(rows.map(({ day }) => day)).toEqual([-2, -1, 0, 1, 2].map(dayAfter))
})

test('a location is refreshed at its own hour of its own day', async () => {
  const office = await setUp(database)
  await office.addLocation('Auckland', { time_zone: 'Pacific/Auckland' })
  await office.addLocation('Honolulu', { time_zone: 'Pacific/Honolulu' })
  // 06:00 the next day in Auckland, 08:00 in Honolulu.
  let now = new Date(Temporal.ZonedDateTime.from(`${dayAfter(1)}T06:00[Pacific/Auckland]`).epochMilliseconds)
  const { running, errors } = schedule(office, () => now)
  try {
    const here = { Office: dayAfter(-1), '–': dayAfter(-1), Honolulu: dayAfter(-1) }
    await expect.poll(() => publishedOf(office)).toEqual({ ...here, Auckland: dayAfter(0) })
    now = new Date(`${dayAfter(1)}T04:00:00Z`)
    const later = { Office: dayAfter(0), '–': dayAfter(0), Honolulu: dayAfter(-1) }
    await expect.poll(() => publishedOf(office)).toEqual({ ...later, Auckland: dayAfter(0) })
  } finally {
    await running[Symbol.asyncDispose]()
  }
  expect(errors).toEqual([])
})

test('a failure is reported, recorded and retried, and holds up no other organization', async () => {
  const office = await setUp(database)
  const neighbor = await setUp(database)
  const broken = await office.addLocation('Broken')
  const ada = await office.addUser('ada', { location: broken })
  await office.addUser('bob')
  await see(office, ada, dayAfter(-1))
  await office.pool.query(`
    create table is_failing ();
    insert into is_failing default values;
    create function fail() returns trigger language plpgsql as $$
    begin
      if exists (select from is_failing) then raise exception 'not now'; end if;
      return new;
    end $$;
    create trigger fail before insert on day_plans for each row when (new.user_id = '${ada}') execute function fail();
    create trigger fail before insert on segments for each row when (new.org_id = '${office.orgId}') execute function fail()`)
  const { running, errors } = schedule(office, () => momentOf(0))
  try {
    await expect.poll(() => publishedOf(neighbor)).toMatchObject({ Office: dayAfter(-1) })
    await expect.poll(() => errors.filter((error) => error === 'refresh: not now').length).toBeGreaterThan(1)
    expect(errors).toContain('horizon engine: not now')
    expect(await publishedOf(office)).toEqual({})
    expect((await runsOf(office))[0]).toMatchObject({ status: 'failed', error: 'not now', segments: 0 })
    await office.pool.query('delete from is_failing')
    await expect.poll(() => publishedOf(office)).toMatchObject({ Office: dayAfter(-1), Broken: dayAfter(-1) })
    await expect.poll(async () => (await horizonsOf(office)).length).toBe(2)
  } finally {
    await running[Symbol.asyncDispose]()
  }
  expect((await runsOf(office)).at(-1)).toMatchObject({ status: 'succeeded', error: null })
})

test('a refresh that failed rests for a while', async () => {
  const office = await setUp(database)
  await office.pool.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
    create trigger fail_here before insert on published_locations for each row when (new.org_id = '${office.orgId}')
    execute function fail()`)
  const { running } = schedule(office, () => momentOf(0), 60_000)
  try {
    await expect.poll(() => runsOf(office)).toMatchObject([{ status: 'failed' }])
    await someLooks()
    expect(await runsOf(office)).toMatchObject([{ status: 'failed' }])
  } finally {
    await running[Symbol.asyncDispose]()
  }
})

test("schedules of several nodes share a night without getting in each other's way", async () => {
  const office = await setUp(database)
  await office.addUser('ada')
  const nodes = Array.from({ length: 3 }, () => schedule(office, () => momentOf(0)))
  try {
    await expect.poll(() => publishedOf(office)).toMatchObject({ Office: dayAfter(-1) })
    await expect.poll(async () => (await horizonsOf(office)).length).toBe(1)
    await someLooks()
  } finally {
    for (const { running } of nodes) await running[Symbol.asyncDispose]()
  }
  expect(nodes.flatMap(({ errors }) => errors)).toEqual([])
  const succeeded = (await runsOf(office)).filter(({ status }) => status === 'succeeded')
  expect(succeeded.length).toBeGreaterThan(0)
  expect(await horizonsOf(office)).toEqual([`Office ${dayAfter(0)} 1`])
})

test('disposing gives up the refresh in progress and waits for the day of the horizon in progress', async () => {
  const office = await setUp(database)
  await office.pool.query('update locations set booking_horizon_days = 90 where org_id = $1', [office.orgId])
  const ada = await office.addUser('ada')
  // Otherwise the blocker creates the partition of the log, and the first day of the horizon waits for that.
  await office.pool.query('select ensure_user_action_partition(current_date)')
  const blocker = await office.pool.connect()
  await blocker.query('begin')
  await blocker.query(
    `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
     values ($1, $2, $3, 'r', 'day-plan', 'user', gen_random_uuid())`,
    [office.orgId, ada, dayAfter(5)],
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
  expect([await horizonsOf(office), await runsOf(office)]).toEqual([[], []])
})

test('a signal that arrives while days are computed stops the run without changes', async () => {
  const office = await setUp(database)
  const ada = await office.addUser('ada')
  await see(office, ada, dayAfter(-3))
  const stopping = new AbortController()
  const run = refresh(office, momentOf(0), { signal: stopping.signal, onProgress: () => stopping.abort() })
  await expect(run).rejects.toThrow('aborted')
  expect(await runsOf(office)).toMatchObject([{ status: 'interrupted', error: null }])
  expect(await publishedOf(office)).toEqual({})
  const { rows } = await office.pool.query('select count(*)::int as segments from segments where org_id = $1', [office.orgId])
  expect(rows).toEqual([{ segments: 0 }])
})
