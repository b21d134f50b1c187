import { afterAll, beforeAll, expect, test } from 'vitest'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { everything, newOrganization, officeFile, validationErrors } from './import-factory.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const setUp = async () => {
  const { db } = database
  const orgId = await newOrganization(db)
  await importDirectory(db, orgId, officeFile())
  const apply = async (file: unknown) => (await importDirectory(db, orgId, file)).changes
  const read = async (table: string) => (await everything(db, orgId))[table] as Record<string, unknown>[]
  return { db, orgId, apply, read }
}

test('a given id renames, and the name it had is free again', async () => {
  const { apply, read } = await setUp()
  const berlin = (await read('locations')).find(({ name }) => name === 'Berlin')
  const changes = await apply({
    locations: [
      { name: 'Berlin', timeZone: 'Europe/Berlin' },
      { id: berlin?.id, name: 'Berlin Old', timeZone: 'Europe/Berlin' },
    ],
  })
  expect(changes.locations).toEqual({ created: 1, updated: 1, unchanged: 0 })
  const names = (await read('locations')).map(({ id, name }) => [name, id === berlin?.id])
  expect(names).toEqual(
    expect.arrayContaining([
      ['Berlin Old', true],
      ['Berlin', false],
    ]),
  )
})

test('two users can swap their names', async () => {
  const { apply, read } = await setUp()
  const before = await read('users')
  const idOf = (name: string) => before.find(({ user_name }) => user_name === name)?.id
  await apply({
    users: [
      { id: idOf('ada'), userName: 'bob' },
      { id: idOf('bob'), userName: 'ada' },
    ],
  })
  const after = await read('users')
  expect(after.find(({ user_name }) => user_name === 'bob')?.id).toBe(idOf('ada'))
  expect(after.find(({ user_name }) => user_name === 'ada')?.id).toBe(idOf('bob'))
})

test('an absent field keeps what is stored; null and the empty string clear it', async () => {
  const { apply, read } = await setUp()
  const ada = async () => (await read('users')).find(({ user_name }) => user_name === 'ada')
  const before = await ada()
  expect((await apply({ users: [{ userName: 'ada' }] })).users.unchanged).toBe(1)
  expect(await ada()).toEqual(before)
  await apply({ users: [{ userName: 'ada', email: '', primaryLocation: null, attributes: { a: 'b' } }] })
  expect(await ada()).toMatchObject({ email: null, primary_location_id: null, attributes: { a: 'b' } })
  expect((await ada())?.primary_group_id).toBe(before?.primary_group_id)
})

test('lists of groups, week plans and invitations replace what is stored; identities move', async () => {
  const { apply, read } = await setUp()
  const changes = await apply({
    users: [
      { userName: 'ada', groups: [{ name: 'Product', type: 'division' }], weekPlan: { monday: { plan: 'r' } } },
      { userName: 'bob', identities: [{ sourceId: 'badges', sourceUserId: '1' }] },
    ],
    events: [{ ...officeFile().events[0], invitations: [{ user: 'bob', reply: 'declined' }] }],
  })
  expect(changes.memberships).toEqual({ created: 1, updated: 0, unchanged: 0, removed: 1 })
  expect(changes.weekPlans).toEqual({ created: 0, updated: 1, unchanged: 0, removed: 2 })
  expect(changes.identities).toEqual({ created: 0, updated: 1, unchanged: 0 })
  expect(changes.events.unchanged).toBe(1)
  expect(changes.invitations).toEqual({ created: 0, updated: 1, unchanged: 0, removed: 1 })
  expect(await read('week_plans')).toMatchObject([{ weekday: 1, plan: 'r', location_id: null }])
})

test('a neighborhood without a capacity counts its active places and then keeps the figure', async () => {
  const { apply, read } = await setUp()
  const zone = { name: 'East', kind: 'neighborhood', places: [{ name: '1' }, { name: '2', status: 'inactive' }, { name: '3' }] }
  const file = (places: unknown[]) => ({
    locations: [{ name: 'Berlin', timeZone: 'Europe/Berlin', levels: [{ name: 'Level 2', zones: [{ ...zone, places }] }] }],
  })
  const capacity = async () => (await read('zones')).find(({ name }) => name === 'East')?.capacity
  await apply(file(zone.places))
  expect(await capacity()).toBe(2)
  expect((await apply(file([...zone.places, { name: '4' }]))).zones.unchanged).toBe(1)
  expect(await capacity()).toBe(2)
})

test('a group of another origin may be named, but not changed', async () => {
  const { db, orgId, apply } = await setUp()
  await db
    .insertInto('groups')
    .values({ org_id: orgId, id: crypto.randomUUID(), name: 'HR', type: 'team', origin: 'hierarchy' })
    .execute()
  expect((await apply({ groups: [{ name: 'HR', type: 'team' }] })).groups.unchanged).toBe(1)
  const change = { groups: [{ name: 'HR', type: 'team', parent: { name: 'Product', type: 'division' } }] }
  expect(await validationErrors(db, orgId, change)).toEqual(['/groups/0 group_origin'])
})

test('a node cannot move to another parent, and a stored name cannot be taken', async () => {
  const { db, orgId, read } = await setUp()
  const [bay] = await read('parking_bays')
  const file = {
    locations: [
      { name: 'Madrid', timeZone: 'Europe/Madrid', parkingBays: [{ id: bay?.id, name: 'P-1' }] },
      { id: crypto.randomUUID(), name: 'Berlin', timeZone: 'Europe/Berlin' },
    ],
  }
  expect(await validationErrors(db, orgId, file)).toEqual([
    '/locations/1/name name_taken',
    '/locations/0/parkingBays/0/id parent_changed',
  ])
})

test('a place moves to another zone or level of its building by its id, and its past bookings stay where it was', async () => {
  const { db, orgId, apply, read } = await setUp()
  const desk = (await read('places')).find(({ name }) => name === 'D-1')
  const level = (name: string, zone: string, places: unknown[]) => ({ name, zones: [{ name: zone, kind: 'individual', places }] })
  const building = (name: string, ...levels: unknown[]) => ({ name, timeZone: 'Europe/Berlin', levels })
  const moved = (name: string) => ({ locations: [building(name, level('Level 9', 'Attic', [{ id: desk?.id, name: 'D-1' }]))] })
  await db.updateTable('desk_history').set({ valid_from: '2024-01-01' }).where('org_id', '=', orgId).execute()
  expect(await validationErrors(db, orgId, moved('Madrid'))).toEqual(['/locations/0/levels/0/zones/0/places/0/id parent_changed'])
  const bookings = async () => (await read('bookings')).filter(({ place_id }) => place_id === desk?.id)
  const before = await bookings()
  expect(before.map(({ zone_id }) => zone_id)).toContain(desk?.zone_id)
  const booking = { user: 'ada', day: '2024-02-29', location: 'Berlin', level: 'Level 9', zone: 'Attic', place: 'D-1' }
  const changes = await apply({ ...moved('Berlin'), bookings: [booking] })
  expect([changes.places, changes.bookings]).toEqual([
    { created: 0, updated: 1, unchanged: 0 },
    { created: 0, updated: 0, unchanged: 1 },
  ])
  const after = (await read('places')).find(({ id }) => id === desk?.id)
  expect(after?.zone_id).not.toBe(desk?.zone_id)
  const isPast = ({ day }: { day?: unknown }) => String(day) < Temporal.Now.plainDateISO('Europe/Berlin').toString()
  for (const row of await bookings()) expect(row.zone_id).toBe(isPast(row) ? desk?.zone_id : after?.zone_id)
  expect((await apply({ ...moved('Berlin'), bookings: [booking] })).bookings.unchanged).toBe(1)
})

test('groups nest at most 100 levels deep, counting stored ones and those of the file together', async () => {
  const { db, orgId, apply } = await setUp()
  const group = (name: string) => ({ name, type: 'team' })
  const chain = (levels: number, name: string) =>
    Array.from({ length: levels }, (_, index) => {
      return index === 0 ? group(`${name}0`) : { ...group(`${name}${index}`), parent: group(`${name}${index - 1}`) }
    })
  expect(await validationErrors(db, orgId, { groups: chain(102, 'a') })).toEqual([
    '/groups/100/parent group_too_deep',
    '/groups/101/parent group_too_deep',
  ])
  await apply({ groups: [...chain(100, 'a'), ...chain(3, 'b')] })
  const below = (parent: string) => ({ groups: [group('c'), { ...group('b0'), parent: group(parent) }] })
  expect(await validationErrors(db, orgId, below('a97'))).toEqual(['/groups/1/parent group_too_deep'])
  expect((await apply(below('a96'))).groups).toEqual({ created: 1, updated: 1, unchanged: 0 })
})

test('groups that stood too deep before there was a limit do not keep others from being imported', async () => {
  const { db, orgId, apply } = await setUp()
  const { pool } = database
  await pool.query(
    `insert into groups (org_id, id, name, type, origin, parent_id)
     select $1::uuid, md5($1::text || n)::uuid, 'g' || n, 'team', 'administrator',
       case when n > 1 then md5($1::text || n - 1)::uuid end
     from generate_series(1, 150) as n`,
    [orgId],
  )
  const group = (n: number, parent: number) => ({ name: `g${n}`, type: 'team', parent: { name: `g${parent}`, type: 'team' } })
  const others = [{ name: 'new', type: 'team', parent: { name: 'g99', type: 'team' } }, group(150, 149)]
  expect((await apply({ groups: others })).groups).toEqual({ created: 1, updated: 0, unchanged: 1 })
  expect(await validationErrors(db, orgId, { groups: [group(151, 150)] })).toEqual(['/groups/0/parent group_too_deep'])
  expect(await validationErrors(db, orgId, { groups: [group(50, 48)] })).toEqual(['/groups/0/parent group_too_deep'])
  expect((await apply({ groups: [group(102, 1)] })).groups.updated).toBe(1)
})
