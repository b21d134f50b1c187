import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHorizon } from '../../src/planning/horizon/horizon-service.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { sqlState } from '../../src/platform/errors.ts'
import { createTestDatabase, LONG_WAITS, type TestDatabase } from '../../src/testing/test-database.ts'
import { dayAfter, setUp } from './support.ts'

let database: TestDatabase
let crowd: Database
beforeAll(async () => {
  database = await createTestDatabase()
  crowd = openDatabase({ url: database.url, poolSize: 50, ...LONG_WAITS })
})
afterAll(async () => {
  await crowd[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const PEOPLE = 80
const HORIZON = 3

/** 20 desks and a neighborhood for 25, for 80 people of one group. */
const crowdedOffice = async () => {
  const office = await setUp(database)
  const group = await office.addGroup('Sales')
  const north = await office.addZone('North', { desks: 20, groups: [group] })
  const south = await office.addZone('South', { capacity: 25, groups: [group] })
  const users = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => office.addUser(`user ${n}`, { group })))
  await office.pool.query('update locations set booking_horizon_days = $2 where id = $1', [office.location, HORIZON])
  return { ...office, users, north, south }
}
type Crowded = Awaited<ReturnType<typeof crowdedOffice>>

/** Books a desk or zone that looked free: plan and booking in one transaction, retried after a deadlock. */
const bookOneself = async (
  { orgId, location, north, south }: Crowded,
  user: string,
  n: number,
  day: string,
): Promise<boolean> => {
  const [zone, desk] = n % 2 === 0 ? [north.id, north.desks[n % 20]] : [south.id, null]
  const client = await crowd.pool.connect()
  try {
    for (;;) {
      try {
        await client.query('begin')
        await client.query(
          `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
           values ($1, $2, $3, 'o', 'day-plan', 'user', gen_random_uuid())
           on conflict (org_id, user_id, day) do update set plan = 'o', origin = 'day-plan', command_id = excluded.command_id`,
          [orgId, user, day],
        )
        await client.query(
          `insert into bookings (org_id, id, user_id, day, location_id, zone_id, place_id, changed_by, reason, command_id)
           values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, 'user', 'mine', gen_random_uuid())
           on conflict (org_id, user_id, day) where status = 'booked' do update
           set zone_id = excluded.zone_id, place_id = excluded.place_id, changed_by = 'user', reason = 'mine',
             command_id = excluded.command_id`,
          [orgId, user, day, location, zone, desk],
        )
        await client.query('commit')
        return true
      } catch (error) {
        await client.query('rollback')
        const state = sqlState(error) as string
        if (state !== '40P01') return !['23505', '23514'].includes(state) ? Promise.reject(error) : false
      }
    }
  } finally {
    client.release()
  }
}

test('50 people who book at the same moment and the engine never book too much, and all have a booking in the end', async () => {
  const office = await crowdedOffice()
  const day = dayAfter(1)
  const [, ...own] = await Promise.all([
    office.run(),
    ...office.users.slice(0, 50).map(async (user, n) => {
      await setTimeout(Math.random() * 60)
      return bookOneself(office, user, n, day)
    }),
  ])
  expect(own).toContain(true)
  expect(await office.violations()).toEqual([])
  const bookings = await office.bookings(day)
  expect(Object.keys(bookings)).toHaveLength(PEOPLE)
  // Bookings that users made themselves are untouched.
  const mine = Object.values(bookings).filter(({ changedBy }) => changedBy === 'user')
  expect(mine).toHaveLength(own.filter(Boolean).length)
})

test('people who leave the office for the day meanwhile get no booking, and the others get theirs', async () => {
  const office = await crowdedOffice()
  await office.run()
  await office.pool.query(`update bookings set status = 'cancelled', command_id = gen_random_uuid() where org_id = $1`, [
    office.orgId,
  ])
  await Promise.all([
    office.run(),
    ...office.users.slice(0, 30).map(async (user) => {
      await setTimeout(Math.random() * 40)
      await office.setPlan(user, 'r', dayAfter(1))
      // As for everyone who plans: what was booked by then is released.
      await office.pool.query(
        `update bookings set status = 'cancelled', command_id = gen_random_uuid()
         where org_id = $1 and user_id = $2 and day = $3 and status = 'booked'`,
        [office.orgId, user, dayAfter(1)],
      )
    }),
  ])
  expect(await office.violations()).toEqual([])
  expect(Object.keys(await office.bookings(dayAfter(1)))).toHaveLength(PEOPLE - 30)
})

test('two runs at once make everything once', async () => {
  const office = await crowdedOffice()
  const reports = await Promise.all([office.run(), office.run(), runHorizon(crowd.db, office.orgId, office.location)])
  const total = (HORIZON + 1) * PEOPLE
  const sums = reports.map((report) => [report?.plans, report?.bookings]).sort()
  expect(sums).toEqual([
    [0, 0],
    [0, 0],
    [total, total],
  ])
  expect(await office.violations()).toEqual([])
})

test('a scheduled run skips a location that another run is processing', async () => {
  const office = await crowdedOffice()
  const blocker = await crowd.pool.connect()
  await blocker.query('begin')
  await blocker.query('select from zones where org_id = $1 for update', [office.orgId])
  const first = office.run()
  await expect.poll(async () => (await office.plans(dayAfter(0)))['user 1']).toBe('o week-plan')
  expect(await runHorizon(crowd.db, office.orgId, office.location, { onlyDue: true })).toBeUndefined()
  await blocker.query('rollback')
  blocker.release()
  expect(await first).toMatchObject({ bookings: (HORIZON + 1) * PEOPLE })
  expect(await runHorizon(crowd.db, office.orgId, office.location, { onlyDue: true })).toBeUndefined()
})

test('a run that is killed midway is completed by the next one', async () => {
  const office = await crowdedOffice()
  const doomed = openDatabase({ url: database.url, poolSize: 1, ...LONG_WAITS })
  const { rows } = await doomed.pool.query('select pg_backend_pid() as pid')
  // Holds the run at its third day.
  const blocker = await crowd.pool.connect()
  await blocker.query('begin')
  await blocker.query('insert into zone_days (org_id, zone_id, day, taken) values ($1, $2, $3, 0)', [
    ...[office.orgId, office.south.id],
    dayAfter(2),
  ])
  const run = runHorizon(doomed.db, office.orgId, office.location).then(
    () => 'done',
    () => 'killed',
  )
  await expect.poll(async () => Object.keys(await office.plans(dayAfter(2))).length).toBe(PEOPLE)
  await crowd.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
  expect(await run).toBe('killed')
  await blocker.query('rollback')
  blocker.release()
  await doomed[Symbol.asyncDispose]()

  const booked = async () =>
    Promise.all([0, 1, 2, 3].map(async (day) => Object.keys(await office.bookings(dayAfter(day))).length))
  expect(await booked()).toEqual([PEOPLE, PEOPLE, 0, 0])
  const runs = 'select 1 from horizon_runs where org_id = $1'
  expect((await office.pool.query(runs, [office.orgId])).rowCount).toBe(0)
  expect(await office.run()).toMatchObject({ plans: PEOPLE, bookings: 2 * PEOPLE })
  expect(await booked()).toEqual([PEOPLE, PEOPLE, PEOPLE, PEOPLE])
  expect(await office.violations()).toEqual([])
})
