import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DeskPosition, type FreeDesk, listFreeDesks, listFreeZones } from '../../src/planning/bookings/free-places.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { bookAs, createOffice, dayAt, type Office, USER } from './support.ts'

let database: TestDatabase
let office: Office

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await createOffice(database.db, { desks: 5 })
})

const desks = async (filter = {}) =>
  (await listFreeDesks(office.db, office.orgId, office.locationId, dayAt(office, 1), filter)).map(({ placeId }) =>
    office.desks.indexOf(placeId),
  )

test('desks that are booked, inactive or assigned to others are not free', async () => {
  const [ada, bob] = office.users as [string, string]
  await bookAs(office, USER, { userId: ada, day: dayAt(office, 1), node: { placeId: office.desks[0] as string } })
  await bookAs(office, USER, { userId: ada, day: dayAt(office, 2), node: { placeId: office.desks[1] as string } })
  await sql`update places set status = 'inactive' where org_id = ${office.orgId} and id = ${office.desks[2]}`.execute(office.db)
  await sql`update places set assigned_user_id = ${bob} where org_id = ${office.orgId} and id = ${office.desks[3]}`.execute(
    office.db,
  )
  expect(await desks()).toEqual([1, 4])
  expect(await desks({ userId: ada })).toEqual([1, 4])
  expect(await desks({ userId: bob })).toEqual([1, 3, 4])
  await sql`update organizations set auto_release = true where id = ${office.orgId}`.execute(office.db)
  expect(await desks()).toEqual([1, 3, 4])
})

test('pages follow one another by level, zone and name', async () => {
  const [level, zone] = [randomUUID(), randomUUID()]
  await sql`
    insert into levels (org_id, id, location_id, name) values (${office.orgId}, ${level}, ${office.locationId}, 'Zenith')`.execute(
    office.db,
  )
  await sql`
    insert into zones (org_id, id, level_id, name, kind)
    values (${office.orgId}, ${zone}, ${level}, 'A zone', 'individual')`.execute(office.db)
  await sql`update places set zone_id = ${zone} where org_id = ${office.orgId} and id = ${office.desks[0]}`.execute(office.db)
  const seen: number[] = []
  for (let after: DeskPosition | undefined; ; ) {
    const page: FreeDesk[] = await listFreeDesks(office.db, office.orgId, office.locationId, dayAt(office, 1), {
      after,
      limit: 2,
    })
    const last = page.at(-1)
    if (!last) break
    after = last
    seen.push(...page.map(({ placeId }) => office.desks.indexOf(placeId)))
  }
  expect(seen).toEqual([1, 2, 3, 4, 0])
})

test('a zone whose desks are all taken has none, one that counts bookings without a desk still has its free ones', async () => {
  const day = dayAt(office, 1)
  for (const [index, userId] of office.users.entries()) {
    await bookAs(office, USER, { userId, day, node: { placeId: office.desks[index] as string } })
  }
  await sql`update places set status = 'inactive' where org_id = ${office.orgId} and id = ${office.desks[4]}`.execute(office.db)
  expect(await desks()).toEqual([])
  await sql`
    update bookings set place_id = null, command_id = gen_random_uuid()
    where org_id = ${office.orgId} and place_id = any (${office.desks.slice(0, 2)}::uuid[])`.execute(office.db)
  await sql`delete from places where org_id = ${office.orgId} and id = ${office.desks[4]}`.execute(office.db)
  expect(await desks()).toEqual([0, 1])
})

test('levels and zones narrow them down', async () => {
  expect(await desks({ zoneId: office.zoneId, levelId: office.levelId })).toHaveLength(5)
  expect(await desks({ zoneId: office.neighborhoodId })).toEqual([])
  expect(await desks({ levelId: office.zoneId })).toEqual([])
})

test('neighborhoods are free until their capacity is taken', async () => {
  const day = dayAt(office, 1)
  const zones = () => listFreeZones(office.db, office.orgId, office.locationId, day)
  await sql`update zones set capacity = 2 where org_id = ${office.orgId} and id = ${office.neighborhoodId}`.execute(office.db)
  const book = (userId: string) => bookAs(office, USER, { userId, day, node: { zoneId: office.neighborhoodId } })
  await book(office.users[0] as string)
  expect(await zones()).toMatchObject([{ zoneId: office.neighborhoodId, capacity: 2, taken: 1 }])
  await book(office.users[1] as string)
  expect(await zones()).toEqual([])
})
