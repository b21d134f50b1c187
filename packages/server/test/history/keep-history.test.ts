import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

describe('a desk', () => {
  const desks = () => office.rows('desk_history', 'zone_id as zone, assigned_user_id as assignee, status')
  const set = (id: string | undefined, columns: string, ...values: unknown[]) =>
    office.run(`update places set ${columns} where org_id = $1 and id = $2`, office.orgId, id, ...values)
  const free = { assignee: null, status: 'active' }

  it('has been in its zone since it was added, and in the next one since it moved', async () => {
    const { south, north } = office.zones
    const [desk] = await office.addDesks(1)
    expect(await desks()).toEqual([{ ...free, zone: south, from: 0, to: null }])
    await office.pass(10)
    await set(desk, 'zone_id = $3', north)
    expect(await desks()).toEqual([
      { ...free, zone: south, from: -10, to: 0 },
      { ...free, zone: north, from: 0, to: null },
    ])
  })

  it('keeps the last of several changes of one day', async () => {
    const { south, north, attic } = office.zones
    const [user] = await office.addUsers(1)
    const [desk] = await office.addDesks(1)
    await set(desk, 'zone_id = $3', north)
    expect(await desks()).toEqual([{ ...free, zone: north, from: 0, to: null }])
    await office.pass(3)
    await set(desk, 'zone_id = $3', south)
    await set(desk, 'zone_id = $3, assigned_user_id = $4', attic, user)
    await set(desk, `status = 'inactive'`)
    expect(await desks()).toEqual([
      { ...free, zone: north, from: -3, to: 0 },
      { zone: attic, assignee: user, status: 'inactive', from: 0, to: null },
    ])
  })

  it('goes on without a break when a day ends as it began', async () => {
    const { south, north } = office.zones
    const [desk] = await office.addDesks(1)
    await office.pass(3)
    await set(desk, 'zone_id = $3', north)
    await set(desk, 'zone_id = $3', south)
    expect(await desks()).toEqual([{ ...free, zone: south, from: -3, to: null }])
  })

  it('has no new row for a new name, another position, or an update that changes nothing', async () => {
    const [desk] = await office.addDesks(1)
    await office.pass(3)
    const before = await office.run('select xmin, * from desk_history where org_id = $1', office.orgId)
    await set(desk, `name = 'D-1', x = 3, zone_id = zone_id, status = 'active', updated_at = now()`)
    expect(await office.run('select xmin, * from desk_history where org_id = $1', office.orgId)).toEqual(before)
  })

  it('changes on the local day of its building', async () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await office.run('update locations set time_zone = $2 where org_id = $1', office.orgId, zone)
      const [desk] = await office.addDesks(1)
      const rows = await office.run('select valid_from as day from desk_history where place_id = $1', desk)
      expect(rows).toEqual([{ day: await office.today(zone) }])
      // It was added tomorrow, as seen from a building whose time zone is corrected.
      await office.run(`update locations set time_zone = 'Pacific/Pago_Pago' where org_id = $1`, office.orgId)
      await set(desk, 'zone_id = $3', office.zones.north)
      const moved = await office.run('select valid_from as day, valid_to from desk_history where place_id = $1', desk)
      expect(moved).toEqual([{ day: await office.today('Pacific/Pago_Pago'), valid_to: null }])
    }
  })
})

describe('a membership', () => {
  const members = () => office.rows('group_member_history', 'user_id as user, group_id as group')
  const join = (group: string | undefined, user: string | undefined) =>
    office.run(
      'insert into group_members (org_id, group_id, user_id) values ($1, $2, $3) on conflict do nothing',
      office.orgId,
      group,
      user,
    )
  const leave = (group: string | undefined, user: string | undefined) =>
    office.run('delete from group_members where org_id = $1 and group_id = $2 and user_id = $3', office.orgId, group, user)

  it('lasts from the day of joining until the day of leaving, each time', async () => {
    const [user] = await office.addUsers(1)
    const [group] = await office.addGroups(1)
    await join(group, user)
    await office.pass(4)
    await leave(group, user)
    expect(await members()).toEqual([{ user, group, from: -4, to: 0 }])
    await office.pass(2)
    await join(group, user)
    await join(group, user)
    expect(await members()).toEqual([
      { user, group, from: -6, to: -2 },
      { user, group, from: 0, to: null },
    ])
  })

  it('that ends on the day of its beginning was none, and one that is resumed on the day of its end did not end', async () => {
    const [user] = await office.addUsers(1)
    const [group, other] = await office.addGroups(2)
    await join(other, user)
    await office.pass(4)
    await join(group, user)
    await leave(group, user)
    await leave(other, user)
    await join(other, user)
    expect(await members()).toEqual([{ user, group: other, from: -4, to: null }])
  })

  it('changes on the local day of the organization', async () => {
    const [user] = await office.addUsers(1)
    const [group] = await office.addGroups(1)
    await office.run(`update organizations set time_zone = 'Pacific/Kiritimati' where id = $1`, office.orgId)
    await join(group, user)
    const rows = await office.run('select valid_from as day from group_member_history where org_id = $1', office.orgId)
    expect(rows).toEqual([{ day: await office.today('Pacific/Kiritimati') }])
  })
})

describe('a zone, a level and a building', () => {
  it('keep capacity, kind, name and whether they were in use', async () => {
    const { orgId, zones, levels, location, run } = office
    await office.pass(5)
    await run(
      `update zones set kind = 'neighborhood', capacity = 12, name = 'Garden' where org_id = $1 and id = $2`,
      orgId,
      zones.south,
    )
    await run(`update levels set status = 'inactive', name = 'Basement' where org_id = $1 and id = $2`, orgId, levels.ground)
    await run(`update locations set name = 'Spree', address = 'Ufer 1' where org_id = $1 and id = $2`, orgId, location)
    const zone = 'zone_id as zone, kind, capacity, status'
    expect((await office.rows('zone_history', zone)).filter((row) => (row as { zone: string }).zone === zones.south)).toEqual([
      { zone: zones.south, kind: 'individual', capacity: null, status: 'active', from: -5, to: 0 },
      { zone: zones.south, kind: 'neighborhood', capacity: 12, status: 'active', from: 0, to: null },
    ])
    const level = 'level_id as level, status'
    expect(
      (await office.rows('level_history', level)).filter((row) => (row as { level: string }).level === levels.ground),
    ).toEqual([
      { level: levels.ground, status: 'active', from: -5, to: 0 },
      { level: levels.ground, status: 'inactive', from: 0, to: null },
    ])
    expect(await office.rows('location_history', 'name, status')).toEqual([
      { name: 'Berlin', status: 'active', from: -5, to: 0 },
      { name: 'Spree', status: 'active', from: 0, to: null },
    ])
  })
})

const SEVERAL = 5_000

it('writes a row for each membership that begins or ends, and none for those that stay', async () => {
  const { orgId, run } = office
  const users = await office.addUsers(SEVERAL)
  const [group] = await office.addGroups(1)
  const writes = async (text: string, ...values: unknown[]): Promise<number> => {
    const client = await database.pool.connect()
    const count = async () => {
      const { rows } = await client.query<{ written: string }>(
        `select sum(n_tup_ins + n_tup_upd + n_tup_del) as written from pg_stat_xact_user_tables where relname like '%\\_history'`,
      )
      return Number(rows[0]?.written)
    }
    try {
      await client.query('begin')
      const before = await count()
      await client.query(text, values)
      const after = await count()
      await client.query('commit')
      return after - before
    } finally {
      client.release()
    }
  }
  const join = 'insert into group_members (org_id, group_id, user_id) select $1, $2, unnest($3::uuid[]) on conflict do nothing'
  expect(await writes(join, orgId, group, users)).toBe(SEVERAL)
  expect(await writes(join, orgId, group, users)).toBe(0)
  expect(await writes('update group_members set by_attribute = not by_attribute where org_id = $1', orgId)).toBe(0)
  await office.pass(1)
  expect(await writes('delete from group_members where org_id = $1', orgId)).toBe(SEVERAL)
  expect(
    await run('select count(*)::int as open from group_member_history where org_id = $1 and valid_to is null', orgId),
  ).toEqual([{ open: 0 }])
})
