import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { dayAfter, type Office, setUp } from './support.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const NIGHTS = 6

/** Six people share three desks and come in every day; a to c were in on the last 10 days. */
const scarceOffice = async (desk_fairness: string): Promise<Office> => {
  const office = await setUp(database, { desk_fairness })
  const group = await office.addGroup('Sales')
  await office.addZone('North', { desks: 3, groups: [group] })
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const user = await office.addUser(name, { group })
    if (name <= 'c') for (let day = 1; day <= 10; day++) await office.see(user, dayAfter(-day))
  }
  return office
}

/** Counts the nights that gave each of them a desk, when they come to those desks. */
const desksGiven = async (office: Office, horizonDays = 0): Promise<Record<string, number>> => {
  const given: Record<string, number> = {}
  await office.pool.query('update locations set booking_horizon_days = $2 where id = $1', [office.location, horizonDays])
  for (let night = 0; night < NIGHTS - horizonDays; night++) {
    await office.run(night)
    for (const name of Object.keys(await office.bookings(dayAfter(night)))) {
      const user = [...(await userIds(office))].find((each) => each.user_name === name)
      await office.see(user?.id as string, dayAfter(night))
    }
  }
  for (let day = 0; day < NIGHTS; day++) {
    for (const [name, { desk }] of Object.entries(await office.bookings(dayAfter(day)))) {
      given[name] = (given[name] ?? 0) + (desk === null ? 0 : 1)
    }
  }
  expect(await office.violations()).toEqual([])
  return given
}

const userIds = async ({ pool, orgId }: Office): Promise<{ id: string; user_name: string }[]> =>
  (await pool.query('select id, user_name from users where org_id = $1', [orgId])).rows

test.each([
  ['night after night', 0],
  ['when all days are booked at once', 5],
])('equal distribution gives everybody the same number of desks, %s', async (_, horizonDays) => {
  const half = NIGHTS / 2
  expect(await desksGiven(await scarceOffice('equal-distribution'), horizonDays)).toEqual({
    ...{ a: half, b: half, c: half },
    ...{ d: half, e: half, f: half },
  })
})

test('equal distribution counts zones as desks, but not bookings of only the location', async () => {
  const office = await scarceOffice('equal-distribution')
  const [group] = (await office.pool.query('select id from groups where org_id = $1', [office.orgId])).rows
  await office.pool.query(`update places set status = 'inactive' where org_id = $1`, [office.orgId])
  await office.addZone('South', { capacity: 2, groups: [group.id] })
  expect(await desksGiven(office)).toEqual({ a: 0, b: 0, c: 0, d: 0, e: 0, f: 0 })
  const { rows } = await office.pool.query(
    `select count(*) as times from bookings where org_id = $1 and zone_id is not null group by user_id`,
    [office.orgId],
  )
  expect(rows.map(({ times }) => times)).toEqual([2, 2, 2, 2, 2, 2])
})

test('otherwise those who were there on most of the last 30 days have the desks', async () => {
  const full = { a: NIGHTS, b: NIGHTS, c: NIGHTS }
  expect(await desksGiven(await scarceOffice('most-attended'))).toEqual({ ...full, d: 0, e: 0, f: 0 })
})

test('presence elsewhere, or more than 30 days ago, makes no one a regular', async () => {
  const office = await setUp(database)
  const group = await office.addGroup('Sales')
  await office.addZone('North', { desks: 1, groups: [group] })
  const elsewhere = await office.addLocation('Elsewhere')
  const [ada, bob, eve] = [
    await office.addUser('ada', { group }),
    await office.addUser('bob', { group }),
    await office.addUser('eve', { group }),
  ]
  for (let day = 1; day <= 5; day++) {
    await office.see(ada, dayAfter(-day), elsewhere)
    await office.see(bob, dayAfter(-30 - day))
  }
  await office.see(eve, dayAfter(-30))
  await office.run()
  expect((await office.said()).eve).toBe('group zone: North 1')
})

test('among equals the day decides, so that it is not always the same person', async () => {
  const office = await setUp(database)
  const group = await office.addGroup('Sales')
  await office.addZone('North', { desks: 1, groups: [group] })
  for (const name of ['a', 'b', 'c', 'd']) await office.addUser(name, { group })
  await office.pool.query('update locations set booking_horizon_days = 30 where id = $1', [office.location])
  await office.run()
  const winners = new Set<string>()
  for (let day = 0; day <= 30; day++) {
    for (const [name, { desk }] of Object.entries(await office.bookings(dayAfter(day)))) if (desk) winners.add(name)
  }
  expect(winners.size).toBeGreaterThan(1)
})
