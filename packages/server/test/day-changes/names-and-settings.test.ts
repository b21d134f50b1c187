import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
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

const [MONDAY, TUESDAY, WEDNESDAY, FRIDAY] = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-06'] as const
const directory = (...days: string[]) => days.map((day) => `directory ${day}`)

describe('a name or parent that is shown changes all days that have anything to show', () => {
  it.each([
    ['locations', 'location', `name = 'Tower'`],
    ['levels', 'level', `name = 'Attic'`],
    ['zones', 'zone', `name = 'Silent zone'`],
    ['places', 'place', `name = 'Desk 1'`],
    ['spaces', 'space', `name = 'Large room'`],
    ['groups', 'group', `name = 'Crew'`],
    ['users', 'user', `user_name = 'third'`],
  ] as const)('of %s, once a statement', async (table, kind, change) => {
    const { plan, run, changes, user } = company
    await plan(user, MONDAY, TUESDAY)
    const rename = () => run(`update ${table} set ${change} where org_id = $1 and id = $2`, company[kind])
    expect(await changes(rename)).toEqual(directory(MONDAY, TUESDAY))
    expect(await changes(rename)).toEqual([])
    expect(await changes(() => run(`update ${table} set updated_at = now() where org_id = $1`))).toEqual([])
  })

  it.each([
    ['levels', 'level', 'location_id', 'locations', `'Annex', 'UTC'`, 'name, time_zone'],
    ['zones', 'zone', 'level_id', 'levels', `'Attic', $2`, 'name, location_id'],
    ['spaces', 'space', 'level_id', 'levels', `'Attic', $2`, 'name, location_id'],
  ] as const)('of %s that get another parent', async (table, kind, parent, parents, values, columns) => {
    const { plan, run, changes, user, location } = company
    await plan(user, MONDAY)
    const { rows } = await run(
      `insert into ${parents} (org_id, id, ${columns})
       select $1, gen_random_uuid(), ${values} where $2::uuid is not null returning id`,
      location,
    )
    const move = () => run(`update ${table} set ${parent} = $3 where org_id = $1 and id = $2`, company[kind], rows[0].id)
    expect(await changes(move)).toEqual(directory(MONDAY))
  })

  it('but none when 5,000 desks are written as they are, or are new', async () => {
    const { plan, run, changes, user, zone } = company
    await plan(user, MONDAY)
    const addDesks = () =>
      run(
        `insert into places (org_id, id, zone_id, name)
         select $1, gen_random_uuid(), $2, 'Desk ' || n from generate_series(1, 5000) n`,
        zone,
      )
    expect(await changes(addDesks)).toEqual([])
    expect(await changes(() => run('update places set name = name, x = 1, updated_at = now() where org_id = $1'))).toEqual([])
    const renamed = await run(`update places set name = name || '!' where org_id = $1`)
    expect(renamed.rowCount).toBe(5001)
    const { rows } = await run(
      `select day, count(*) as ticks from day_change_ticks where org_id = $1 and topic = 'directory' group by day`,
    )
    expect(rows).toEqual([{ day: MONDAY, ticks: 1 }])
  })

  it('but no days ahead, which are read as they are', async () => {
    const { plan, run, changes, user } = company
    const ahead = Temporal.PlainDate.from(today()).add({ days: 3 }).toString()
    await plan(user, MONDAY, today(), ahead)
    expect(await changes(() => run(`update groups set name = 'Crew' where org_id = $1`))).toEqual(directory(MONDAY, today()))
  })

  it('of the organization only', async () => {
    const other = await openCompany(database)
    await company.plan(company.user, MONDAY)
    await other.plan(other.user, MONDAY)
    await other.run(`update groups set name = 'Crew' where org_id = $1`)
    expect(await company.changes(() => other.run(`update groups set name = 'Gang' where org_id = $1`))).toEqual([])
    expect(await other.changes(() => other.run(`update groups set name = 'Club' where org_id = $1`))).toEqual(directory(MONDAY))
  })

  it('and of a user no day of which nothing was stored since the user is known', async () => {
    const { plan, run, changes, user, colleague } = company
    await plan(user, MONDAY)
    await run('update users set created_at = clock_timestamp() where org_id = $1 and id = $2', colleague)
    await plan(colleague, TUESDAY)
    expect(await changes(() => run(`update users set user_name = 'new' where org_id = $1 and id = $2`, colleague))).toEqual(
      directory(TUESDAY),
    )
  })
})

describe('the limits of presence reports change the days between the old one and the new', () => {
  const set = (column: string, day: string | null) => () =>
    company.run(`update locations set ${column} = $2 where org_id = $1`, day)

  beforeEach(() => company.plan(company.user, MONDAY, TUESDAY, WEDNESDAY, FRIDAY))

  it('the first day, of a location that never reported', async () => {
    const { changes } = company
    expect(await changes(set('presence_from', WEDNESDAY))).toEqual(directory(WEDNESDAY, FRIDAY))
    expect(await changes(set('presence_from', WEDNESDAY))).toEqual([])
    expect(await changes(set('presence_from', TUESDAY))).toEqual(directory(TUESDAY))
    expect(await changes(set('presence_from', null))).toEqual(directory(TUESDAY, WEDNESDAY, FRIDAY))
  })

  it('the first day, of a location with events', async () => {
    const { changes, run, location } = company
    const report = (day: string) => () =>
      run(
        `insert into location_presence (org_id, location_id, first_day) values ($1, $2, $3)
         on conflict (org_id, location_id) do update set first_day = excluded.first_day`,
        ...[location, day],
      )
    expect(await changes(report(WEDNESDAY))).toEqual(directory(WEDNESDAY, FRIDAY))
    expect(await changes(report(WEDNESDAY))).toEqual([])
    expect(await changes(set('presence_from', WEDNESDAY))).toEqual([])
    // A setting of an administrator overrides the events.
    expect(await changes(report(MONDAY))).toEqual([])
    expect(await changes(set('presence_from', null))).toEqual(directory(MONDAY, TUESDAY))
    expect(await changes(report(TUESDAY))).toEqual(directory(MONDAY))
  })

  it('the last day', async () => {
    const { changes } = company
    expect(await changes(set('presence_until', TUESDAY))).toEqual(directory(WEDNESDAY, FRIDAY))
    expect(await changes(set('presence_until', WEDNESDAY))).toEqual(directory(WEDNESDAY))
    expect(await changes(set('presence_until', WEDNESDAY))).toEqual([])
    expect(await changes(set('presence_until', null))).toEqual(directory(FRIDAY))
  })
})

describe('a corrected time zone', () => {
  const NOWHERE = '00000000-0000-0000-0000-000000000000'
  const dayBefore = (day: string) => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()

  it.each([
    ['locations', 'org_id'],
    ['organizations', 'id'],
  ] as const)('of %s opens published days again that are not over there, and no others', async (table, key) => {
    const { run, addLocation, location } = company
    const other = await addLocation()
    const publish = (locationId: string, day: string) =>
      run('insert into published_locations values ($1, $2, $3, now())', locationId, day)
    const through = async () => {
      const { rows } = await run('select location_id, published_through from published_locations where org_id = $1')
      return new Map(rows.map((row) => [row.location_id, row.published_through]))
    }
    const [there, elsewhere] = table === 'locations' ? [location, NOWHERE] : [NOWHERE, location]
    const yesterday = dayBefore(today('Pacific/Kiritimati'))
    for (const id of [there, elsewhere, other]) await publish(id, yesterday)
    const only = table === 'locations' ? `and id = '${location}'` : ''
    const correct = (zone: string) => run(`update ${table} set time_zone = '${zone}' where ${key} = $1 ${only}`)
    await correct('Pacific/Kiritimati')
    expect((await through()).get(there)).toBe(yesterday)
    // Always 25 hours behind, so it is an earlier day there.
    await correct('Pacific/Pago_Pago')
    expect(await through()).toEqual(
      new Map([
        [there, dayBefore(today('Pacific/Pago_Pago'))],
        [elsewhere, yesterday],
        [other, yesterday],
      ]),
    )
  })
})
