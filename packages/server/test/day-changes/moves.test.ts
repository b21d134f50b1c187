import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { awaitSteadyDay, WITHIN_MS } from '../../src/testing/steady-day.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { findAttendance } from '../../src/warehouse/attendance/attendance-service.ts'
import { type Company, openCompany, today } from './support.ts'

let database: TestDatabase
let company: Company

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.[Symbol.asyncDispose]())
beforeEach(async () => {
  company = await openCompany(database)
})

const [MONDAY, TUESDAY] = ['2026-03-02', '2026-03-03'] as const

const set = (columns: Partial<Record<'primary_location_id' | 'primary_group_id' | 'user_name', string | null>>) => () =>
  company.run(
    `update users
     set ${Object.keys(columns)
       .map((column, index) => `${column} = $${index + 3}`)
       .join(', ')}
     where org_id = $1 and id = $2`,
    ...[company.user, ...Object.values(columns)],
  )

const movesOf = async () => {
  const { rows } = await company.run(
    'select before, primary_location_id, primary_group_id from user_moves where org_id = $1 order by before',
  )
  return rows.map(({ before, primary_location_id, primary_group_id }) => [before, primary_location_id, primary_group_id])
}

const homeOn = async (day: string) => {
  const row = await findAttendance(company.db, company.orgId, { userId: company.user, day })
  return row && [row.primaryLocationId, row.primaryGroupId]
}

/** Dates the last move back to that day. */
const dateBack = (day: string) =>
  company.run(`update user_moves set before = $2 where org_id = $1 and before > now() - interval '2 days'`, day)

describe('a user who moves', () => {
  it('belongs on past days where they belonged then, and from today on where they do now', async () => {
    const { plan, run, addLocation, user, location, group } = company
    const tower = await addLocation()
    await plan(user, MONDAY, today())
    await run(`update day_plans set plan = 'r', changed_by = 'user', command_id = gen_random_uuid() where org_id = $1`)
    await set({ primary_location_id: tower, primary_group_id: null })()
    expect(await movesOf()).toEqual([[today(), location, group]])
    expect([await homeOn(MONDAY), await homeOn(today())]).toEqual([
      [location, group],
      [tower, null],
    ])
    const { rows } = await run('select location_id from attendance($1, $2, $3) order by day', MONDAY, today())
    expect(rows.map(({ location_id }) => location_id)).toEqual([location, tower])
  })

  it('moves on the local day of the location that is left', async () => {
    const { addLocation, location, group } = company
    await awaitSteadyDay(WITHIN_MS, ['UTC', 'Pacific/Pago_Pago', 'Pacific/Kiritimati'])
    const [west, east] = [await addLocation('Pacific/Pago_Pago'), await addLocation('Pacific/Kiritimati')]
    await set({ primary_location_id: east })()
    expect(await movesOf()).toEqual([[today(), location, group]])
    await company.run('delete from user_moves where org_id = $1')
    await set({ primary_location_id: west })()
    expect(await movesOf()).toEqual([[today('Pacific/Kiritimati'), east, group]])
    // It is an earlier day in the west, which does not turn the order of moves round.
    await set({ primary_location_id: location })()
    expect(await movesOf()).toEqual([[today('Pacific/Kiritimati'), east, group]])
    await company.run('delete from user_moves where org_id = $1')
    await set({ primary_location_id: null, primary_group_id: null })()
    await company.run(`update organizations set time_zone = 'Pacific/Pago_Pago' where id = $1`)
    await company.run('delete from user_moves where org_id = $1')
    await set({ primary_group_id: group })()
    await set({ primary_group_id: null })()
    expect(await movesOf()).toEqual([[today('Pacific/Pago_Pago'), null, group]])
  })

  it('several times a day belongs before it where they belonged at its start', async () => {
    const { addLocation, location, group } = company
    const [first, second] = [await addLocation(), await addLocation()]
    await set({ primary_location_id: first })()
    await set({ primary_location_id: second, primary_group_id: null })()
    expect(await movesOf()).toEqual([[today(), location, group]])
  })

  it('again and again has a place for each time', async () => {
    const { plan, addLocation, user, location, group } = company
    const [tower, annex] = [await addLocation(), await addLocation()]
    await set({ primary_location_id: tower })()
    await dateBack(MONDAY)
    await set({ primary_location_id: annex })()
    await dateBack(TUESDAY)
    await set({ primary_group_id: null })()
    await plan(user, '2026-03-01', MONDAY, TUESDAY)
    expect([await homeOn('2026-03-01'), await homeOn(MONDAY), await homeOn(TUESDAY)]).toEqual([
      [location, group],
      [tower, group],
      [annex, group],
    ])
  })

  it('changes no day that is over, but the one of the move', async () => {
    const { plan, changes, addLocation, user } = company
    const tower = await addLocation()
    await plan(user, MONDAY, today())
    expect(await changes(set({ primary_location_id: tower }))).toEqual([`directory ${today()}`])
    expect(await changes(set({ primary_location_id: tower }))).toEqual([])
  })
})

describe('what becomes known of a user for the first time', () => {
  it('holds for all the time before, and changes its days', async () => {
    const { plan, changes, user, location, group } = company
    await company.run('update users set primary_location_id = null, primary_group_id = null where org_id = $1')
    await company.run('delete from user_moves where org_id = $1')
    await plan(user, MONDAY)
    expect(await homeOn(MONDAY)).toEqual([null, null])
    expect(await changes(set({ primary_location_id: location }))).toEqual([`directory ${MONDAY}`])
    expect(await changes(set({ primary_group_id: group }))).toEqual([`directory ${MONDAY}`])
    expect(await homeOn(MONDAY)).toEqual([location, group])
    expect(await movesOf()).toEqual([])
  })

  it('holds as far back as nothing else was known', async () => {
    const { plan, run, addLocation, user, location, group } = company
    const tower = await addLocation()
    await set({ primary_group_id: null })()
    await run('delete from user_moves where org_id = $1')
    await set({ primary_location_id: tower })()
    await dateBack(MONDAY)
    await set({ primary_location_id: null })()
    await dateBack(TUESDAY)
    expect(await movesOf()).toEqual([
      [MONDAY, location, null],
      [TUESDAY, tower, null],
    ])
    await set({ primary_location_id: location, primary_group_id: group })()
    await plan(user, '2026-03-01', MONDAY, TUESDAY)
    expect([await homeOn('2026-03-01'), await homeOn(MONDAY), await homeOn(TUESDAY)]).toEqual([
      [location, group],
      [tower, group],
      [location, group],
    ])
  })

  it('changes no day of which nothing was stored since the user is known', async () => {
    const { plan, run, changes, user, colleague, group } = company
    await plan(colleague, MONDAY)
    await run('update users set primary_group_id = null, created_at = clock_timestamp() where org_id = $1 and id = $2', user)
    await run('delete from user_moves where org_id = $1')
    await plan(user, TUESDAY)
    expect(await changes(set({ primary_group_id: group }))).toEqual([`directory ${TUESDAY}`])
  })
})

it('of 10,000 users who move at once each has the place that was left', async () => {
  const { run, addLocation, location } = company
  await run(
    `insert into users (org_id, id, user_name, primary_location_id)
     select $1, gen_random_uuid(), 'user ' || n, $2 from generate_series(1, 10000) n`,
    location,
  )
  await run('update users set primary_location_id = $2 where org_id = $1', await addLocation())
  const { rows } = await run('select count(*) as moved, count(distinct before) as days from user_moves where org_id = $1')
  expect(rows).toEqual([{ moved: 10_002, days: 1 }])
})
