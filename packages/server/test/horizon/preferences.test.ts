import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runHorizon } from '../../src/planning/horizon/horizon-service.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { dayAfter, setUp } from './support.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

describe('a user with an office plan and no booking gets', () => {
  test('the assigned desk, whatever group its zone belongs to', async () => {
    const { addUser, addZone, addGroup, assign, run, said } = await setUp(database)
    const group = await addGroup('Sales')
    const { desks } = await addZone('North', { desks: 2, groups: [await addGroup('Other')] })
    await assign(desks[1] as string, await addUser('ada', { group }))
    await run()
    expect(await said()).toEqual({ ada: 'assigned desk: North 2' })
  })

  test('else the desk used most in the last 90 days, of those in zones of the group', async () => {
    const { addUser, addZone, addGroup, book, see, run, said } = await setUp(database)
    const group = await addGroup('Sales')
    const north = await addZone('North', { desks: 3, groups: [group] })
    const south = await addZone('South', { desks: 1 })
    const [ada, bob, eve] = [await addUser('ada', { group }), await addUser('bob', { group }), await addUser('eve', { group })]
    const use = async (user: string, desk: string | undefined, isSeen: boolean, ...days: number[]) => {
      for (const day of days) {
        await book(user, desk as string, dayAfter(day))
        if (isSeen) await see(user, dayAfter(day))
      }
    }
    await use(ada, north.desks[2], true, -90, -60)
    await use(ada, north.desks[1], true, -30)
    await use(ada, south.desks[0], true, -4, -5, -6)
    // Booked, but not there; and too long ago.
    await use(bob, north.desks[0], false, -7, -8, -9)
    await use(bob, north.desks[1], true, -91, -92, -10)
    await use(eve, north.desks[0], true, -11, -12)
    // This desk was used as often as the other, and later.
    await use(eve, north.desks[1], true, -2, -3)
    await run()
    expect(await said()).toMatchObject({ ada: 'usual desk: North 3' })
    const users = await said()
    expect([users.bob, users.eve].sort()).toEqual(['group zone: North 1', 'usual desk: North 2'])
  })

  test('else something of the zones of the group, of its nearest ancestor that has any here', async () => {
    const { addUser, addZone, addGroup, run, said, addLocation, put } = await setUp(database)
    const company = await addGroup('Company')
    const division = await addGroup('Division', company)
    const team = await addGroup('Team', division)
    const squad = await addGroup('Squad', team)
    await addZone('Whole company', { desks: 5, groups: [company] })
    await addZone('Division', { capacity: 1, groups: [division] })
    // Zones elsewhere, and zones out of use, entitle to nothing here.
    const elsewhere = await addLocation('Elsewhere')
    await addZone('There', { capacity: 5, groups: [squad], location: elsewhere })
    const closed = await addZone('Closed', { capacity: 5, groups: [team] })
    await database.pool.query(`update zones set status = 'inactive' where id = $1`, [closed.id])
    await addUser('ada', { group: squad })
    await run()
    expect(await said()).toEqual({ ada: 'group zone: Division' })
    await put('zone_allocations', { group_id: squad, zone_id: closed.id })
    await addUser('bob', { group: company })
    await run()
    expect(await said()).toEqual({ ada: 'group zone: Division', bob: 'group zone: Whole company 1' })
  })

  test('else a desk or zone for overflow, else the location only', async () => {
    const { addUser, addZone, addGroup, run, said } = await setUp(database)
    const group = await addGroup('Sales')
    await addZone('North', { desks: 1, groups: [group] })
    await addZone('Overflow', { desks: 1, isOverflow: true })
    await addZone('Unused', { desks: 9, capacity: undefined as never })
    for (const name of ['ada', 'bob', 'eve']) await addUser(name, { group })
    await run()
    expect(Object.values(await said()).sort()).toEqual(['group zone: North 1', 'location: any', 'overflow zone: Overflow 1'])
  })

  test('nothing at desks that are inactive, or booked by another user', async () => {
    const { addUser, addZone, addGroup, book, run, said, pool } = await setUp(database)
    const group = await addGroup('Sales')
    const { desks } = await addZone('North', { desks: 2, groups: [group] })
    await pool.query(`update places set status = 'inactive' where id = $1`, [desks[0]])
    const ada = await addUser('ada', { group })
    await addUser('bob', { group })
    await book(ada, desks[1] as string)
    await run()
    expect(await said()).toEqual({ ada: 'null: North 2', bob: 'location: any' })
  })
})

describe('a desk assigned to another user', () => {
  const own = { eve: 'assigned desk: North 1' }
  test.each([
    ['is left alone, in or not', false, 'r', 'here', { ada: 'location: any' }],
    ['is left alone while its assignee is in, with auto-release', true, 'o', 'here', { ada: 'location: any', ...own }],
    ['is given on days when its assignee is not in, with auto-release', true, 'r', 'here', { ada: 'group zone: North 1' }],
    ['is given when its assignee works elsewhere, with auto-release', true, 'o', 'elsewhere', { ada: 'group zone: North 1' }],
    ['is left alone when its assignee works elsewhere', false, 'o', 'elsewhere', { ada: 'location: any' }],
  ] as const)('%s', async (_, auto_release, plan, where, expected) => {
    const { addUser, addZone, addGroup, assign, run, said, addLocation } = await setUp(database, { auto_release })
    const group = await addGroup('Sales')
    const { desks } = await addZone('North', { desks: 1, groups: [group] })
    const elsewhere = where === 'elsewhere' ? { location: await addLocation('Elsewhere') } : {}
    await assign(desks[0] as string, await addUser('eve', { week: plan, ...elsewhere }))
    await addUser('ada', { group })
    await run()
    expect(await said()).toEqual(expected)
  })
})

describe('day plans', () => {
  test('are made of week plans, for today and every day of the horizon', async () => {
    const { addUser, plans, pool, orgId, location, run } = await setUp(database)
    await pool.query('update locations set booking_horizon_days = 2 where id = $1', [location])
    await addUser('ada')
    await addUser('bob', { week: 'r' })
    await addUser('eve', { week: 'a', location: null })
    await addUser('joe', { week: null })
    expect(await run()).toMatchObject({ days: 3, plans: 9, bookings: 3 })
    const made = { ada: 'o week-plan', bob: 'r week-plan', eve: 'a week-plan' }
    expect([await plans(dayAfter(-1)), await plans(), await plans(dayAfter(2)), await plans(dayAfter(3))]).toEqual([
      {},
      made,
      made,
      {},
    ])
    const { rows } = await pool.query(
      `select action, changed_by, reason, count(*), count(distinct action_id) as actions
       from user_actions where org_id = $1 and day is not null group by 1, 2, 3 order by 1`,
      [orgId],
    )
    expect(rows).toEqual([
      { action: 'booked', changed_by: 'auto-booking', reason: 'location', count: 3, actions: 3 },
      { action: 'planSet', changed_by: 'auto-booking', reason: 'week plan', count: 9, actions: 9 },
    ])
  })

  test('that exist already stay, however they were made, and book nothing where they are not office plans', async () => {
    const { addUser, addZone, setPlan, plans, said, run } = await setUp(database)
    await addZone('Overflow', { capacity: 9, isOverflow: true })
    await setPlan(await addUser('ada'), 'r')
    await setPlan(await addUser('bob'), 'a', dayAfter(0), null, 'time-off')
    await setPlan(await addUser('eve', { week: 'r' }), 'o')
    await addUser('joe', { week: 'a' })
    await run()
    expect(await plans()).toEqual({ ada: 'r day-plan', bob: 'a time-off', eve: 'o day-plan', joe: 'a week-plan' })
    expect(await said()).toEqual({ eve: 'overflow zone: Overflow' })
  })

  test('name the location that books them: the one of the day, else of the week, else the primary one', async () => {
    const { addUser, addLocation, setPlan, plans, said, run } = await setUp(database)
    const elsewhere = await addLocation('Elsewhere')
    await addUser('ada', { weekLocation: elsewhere })
    await addUser('bob', { location: null, weekLocation: elsewhere })
    await setPlan(await addUser('eve'), 'o', dayAfter(0), elsewhere)
    await addUser('joe')
    await run()
    expect([await plans(), await said()]).toEqual([{ eve: 'o day-plan', joe: 'o week-plan' }, { joe: 'location: any' }])
    await run(0, elsewhere)
    expect(Object.keys(await said()).sort()).toEqual(['ada', 'bob', 'eve', 'joe'])
  })

  test('of leavers are not made, and leavers get no booking', async () => {
    const { addUser, setPlan, plans, said, run } = await setUp(database)
    await setPlan(await addUser('ada', { isLeaver: true }), 'o')
    await addUser('bob', { isLeaver: true })
    await run()
    expect([await plans(), await said()]).toEqual([{ ada: 'o day-plan' }, {}])
  })

  test('are made at a location out of use as well, which books nothing', async () => {
    const { addUser, addZone, pool, location, plans, said, run } = await setUp(database)
    await addZone('Overflow', { capacity: 9, isOverflow: true })
    await addUser('ada')
    await pool.query(`update locations set status = 'inactive' where id = $1`, [location])
    await run()
    expect([await plans(), await said()]).toEqual([{ ada: 'o week-plan' }, {}])
  })
})

test('today is the day of the location', async () => {
  const { addUser, addLocation, plans, db, orgId } = await setUp(database)
  const moment = new Date(`${dayAfter(0)}T11:30:00Z`)
  const east = await addLocation('East', { time_zone: 'Pacific/Kiritimati' })
  const west = await addLocation('West', { time_zone: 'Pacific/Pago_Pago' })
  await addUser('ada', { location: east })
  await addUser('bob', { location: west })
  await runHorizon(db, orgId, east, { moment })
  await runHorizon(db, orgId, west, { moment: new Date(`${dayAfter(0)}T10:30:00Z`) })
  expect([await plans(dayAfter(-1)), await plans(), await plans(dayAfter(1))]).toEqual([
    { bob: 'o week-plan' },
    {},
    { ada: 'o week-plan' },
  ])
})

test('a second run changes nothing, and is added to the record of the day', async () => {
  const { addUser, addZone, addGroup, run, everything, pool, orgId, violations } = await setUp(database)
  const group = await addGroup('Sales')
  await addZone('North', { desks: 2, groups: [group] })
  for (const name of ['ada', 'bob', 'eve']) await addUser(name, { group })
  expect(await run()).toMatchObject({ plans: 3, bookings: 3 })
  const before = await everything()
  expect(await run()).toMatchObject({ plans: 0, bookings: 0 })
  expect(await everything()).toEqual(before)
  expect(await violations()).toEqual([])
  const { rows } = await pool.query('select local_day, plans, bookings from horizon_runs where org_id = $1', [orgId])
  expect(rows).toEqual([{ local_day: dayAfter(0), plans: 3, bookings: 3 }])
})

test('other organizations are not affected', async () => {
  const mine = await setUp(database)
  const other = await setUp(database)
  await other.addUser('ada')
  await mine.addUser('ada')
  const before = await other.everything()
  await mine.run()
  expect(await other.everything()).toEqual(before)
  await expect(runHorizon(mine.db, mine.orgId, other.location)).rejects.toMatchObject({ code: 'entity_not_found' })
})
