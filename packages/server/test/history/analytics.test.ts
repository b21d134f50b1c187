import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { type HistoryOffice, openHistory } from './support.ts'

let database: TestDatabase
let office: HistoryOffice

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openHistory(database)
})

/** The zones and numbers of their desks on a day, as a difference from today. */
const onDay = async (ago: number) => {
  const rows = await office.run<{ zone: string; capacity: number | null; desks: number }>(
    `select z.zone_id as zone, z.capacity, count(d.place_id)::int as desks
     from open_zones($1) z
     left join open_desks($1) d on d.zone_id = z.zone_id and d.since <= $2::date - $3::int and $2::date - $3::int < d.before
     where z.since <= $2::date - $3::int and $2::date - $3::int < z.before
     group by z.zone_id, z.capacity`,
    ...[office.orgId, await office.today(), ago],
  )
  const names = new Map(Object.entries(office.zones).map(([name, id]) => [id, name]))
  return Object.fromEntries(rows.map(({ zone, capacity, desks }) => [names.get(zone) ?? 'new', capacity ?? desks]))
}

it('the first desks of a building were there all the time before, and later ones were not', async () => {
  const { south, north, attic } = office.zones
  await office.addDesks(3, south)
  await office.pass(10)
  const [moved] = await office.addDesks(2, north)
  await office.pass(10)
  await office.run('update places set zone_id = $3 where org_id = $1 and id = $2', office.orgId, moved, attic)
  expect(await onDay(3650)).toEqual({ south: 3, north: 0, attic: 0 })
  expect(await onDay(11)).toEqual({ south: 3, north: 0, attic: 0 })
  expect(await onDay(10)).toEqual({ south: 3, north: 2, attic: 0 })
  expect(await onDay(1)).toEqual({ south: 3, north: 2, attic: 0 })
  expect(await onDay(0)).toEqual({ south: 3, north: 1, attic: 1 })
})

it('desks and zones count until the day on which they, or what they are in, go out of service', async () => {
  const { orgId, run, zones, levels } = office
  const [desk] = await office.addDesks(3)
  await office.addDesks(1, zones.attic)
  await run(
    `insert into zones (org_id, id, level_id, name, kind, capacity) values ($1, gen_random_uuid(), $2, 'Garden', 'neighborhood', 8)`,
    orgId,
    levels.first,
  )
  await office.pass(20)
  await run(`update places set status = 'inactive' where org_id = $1 and id = $2`, orgId, desk)
  await run(`update zones set capacity = 12 where org_id = $1 and kind = 'neighborhood'`, orgId)
  await office.pass(5)
  await run(`update levels set status = 'inactive' where org_id = $1 and id = $2`, orgId, levels.first)
  await office.pass(5)
  await run(`update locations set status = 'inactive' where org_id = $1`, orgId)
  expect(await onDay(11)).toEqual({ south: 3, north: 0, attic: 1, new: 8 })
  expect(await onDay(10)).toEqual({ south: 2, north: 0, attic: 1, new: 12 })
  expect(await onDay(5)).toEqual({ south: 2, north: 0 })
  expect(await onDay(0)).toEqual({})
})
