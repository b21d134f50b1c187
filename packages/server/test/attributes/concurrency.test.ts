import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { runHorizon } from '../../src/planning/horizon/horizon-service.ts'
import { bearer, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { tokenOf } from '../http/support/credentials.ts'
import { JSON_TYPE, send } from '../http/support/send.ts'
import { dayFromToday } from '../planning/support.ts'
import { type Organization, setUp } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

test('calls on the same users at once end as if they had come one after the other', async () => {
  const { submit, map, addUser, attributesOf, groupsOf, shown } = await setUp(service)
  await map('department', { groupType: 'dep', isPrimaryGroup: true })
  await map('site', { isPrimaryLocation: true })
  const users = Array.from({ length: 20 }, (_, index) => `user-${index}`)
  await Promise.all(users.map((user) => addUser(user)))
  const calls = Array.from({ length: 40 }, (_, call) => {
    const items = users.map((user): [string, Record<string, string | null>] => [
      user,
      { department: `D${call}`, site: call % 2 ? 'Berlin' : 'Madrid', last: String(call), [`only-${call}`]: 'x' },
    ])
    // Both orders are tried, so that locks taken row by row would meet.
    return submit(...(call % 2 ? items : items.reverse()))
  })
  for (const said of await Promise.all(calls)) expect(new Set(said)).toEqual(new Set(['0 Updated']))
  const last = (await attributesOf('user-0'))?.last
  for (const user of users) {
    const { department, site, last: own, ...rest } = (await attributesOf(user)) as Record<string, string>
    expect([department, own, Object.keys(rest).length]).toEqual([`D${last}`, last, 40])
    expect(site).toBe(Number(last) % 2 ? 'Berlin' : 'Madrid')
    expect(await groupsOf(user)).toEqual([`dep:D${last}`])
    expect(await shown(user)).toMatchObject({ primaryGroupName: department, primaryLocationName: site })
  }
})

test('calls, imports and changes of mappings at once neither fail nor lose an attribute', async () => {
  const { submit, map, db, orgId, attributesOf, groupsOf } = await setUp(service)
  await map('team', { groupType: 'team' })
  const users = [{ userName: 'ada' }, { userName: 'bob' }, { userName: 'eve' }]
  const work = Array.from({ length: 12 }, (_, index) => [
    submit(['ada', { [`a${index}`]: 'x', team: 'Blue' }], ['bob', { team: `T${index}` }]),
    importDirectory(db, orgId, { users, groups: [{ name: `G${index}`, type: 'dep' }] }),
    map('team', { groupType: index % 2 ? 'team' : 'squad' }),
  ]).flat()
  const outcomes = await Promise.allSettled(work)
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(Object.keys((await attributesOf('ada')) ?? {})).toHaveLength(13)
  await map('team', { groupType: 'team' })
  expect(await groupsOf('ada')).toEqual(['team:Blue'])
})

test('a refused call does not hold up the next one', async () => {
  const { submit, submitBody, attributesOf } = await setUp(service)
  const unstorable = '{"userAttributes":[{"userName":"ada","attributes":{"\\u0000":"1"}}]}'
  const [refused] = await Promise.all([submitBody(unstorable), submit(['ada', { a: '1' }])])
  expect(refused.status).toBe(400)
  expect(await attributesOf('ada')).toEqual({ a: '1' })
})

test('people whose attributes change can be booked, and moved by the horizon engine, at the same time', async () => {
  const { submit, map, addUser, db, orgId, keys, offices } = await setUp(service)
  await map('department', { groupType: 'dep', isPrimaryGroup: true })
  await map('site', { isPrimaryLocation: true })
  const names = Array.from({ length: 300 }, (_, index) => `user-${index}`)
  const ids = await Promise.all(names.map((name) => addUser(name, { site: 'Berlin' })))
  await submit(...names.map((name): [string, Record<string, string>] => [name, { site: 'Berlin', department: 'D' }]))
  await service.database.pool.query(
    `insert into week_plans (org_id, user_id, weekday, plan, changed_by, command_id)
     select $1, id, n, 'o', 'directory', gen_random_uuid() from unnest($2::uuid[]) id, generate_series(1, 7) n`,
    [orgId, ids],
  )
  const engine = () => Promise.all(Object.values(offices).map((office) => runHorizon(db, orgId, office)))
  // From now on the days of people move with them: the engine and who books take a day before its person, a change after.
  await engine()
  const headers = { ...bearer(await tokenOf(service.baseUrl, keys['all-permissions'])), ...JSON_TYPE }
  const book = async (userId: string, round: number) => {
    const path = `/api/users/${userId}/days/${dayFromToday(1 + (round % 3))}/booking`
    const body = { locationId: round % 2 ? offices.Madrid : offices.Berlin }
    const answer = await send(service.baseUrl, { method: 'PUT', path, headers, body })
    if (answer.status !== 200) throw new Error(answer.text)
  }
  const calls = Array.from({ length: 3 }, (_, call) => {
    const items = names.map((name): [string, Record<string, string>] => [
      name,
      { department: `D${call}`, site: call % 2 ? 'Berlin' : 'Madrid' },
    ])
    return submit(...(call % 2 ? items : items.reverse()))
  })
  const outcomes = await Promise.allSettled([...calls, ...ids.slice(0, 60).map((id, index) => book(id, index)), engine()])
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
})

const CHANGES: [what: string, change: (organization: Organization) => Promise<unknown>][] = [
  ['attributes', ({ submit }) => submit(['last', { team: 'Blue' }], ['first', { team: 'Blue' }])],
  ['mappings', ({ map }) => map('site', { isPrimaryLocation: true })],
]

test.each(CHANGES)('%s take users in the order in which bookings take them', async (_, change) => {
  const organization = await setUp(service)
  const { orgId, offices } = organization
  const { pool } = service.database
  const day = dayFromToday(1)
  const ids = { last: randomUUID().replace(/^./, 'f'), first: randomUUID().replace(/^./, '0') }
  for (const [name, id] of Object.entries(ids)) {
    const insert = `insert into users (org_id, id, user_name, attributes) values ($1, $2, $3, '{"site": "Madrid"}')`
    await pool.query(insert, [orgId, id, name])
    await pool.query(
      `insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, command_id)
       values ($1, $2, $3, 'o', $4, 'day-plan', 'administrator', gen_random_uuid())`,
      [orgId, id, day, offices.Berlin],
    )
  }
  const booker = await pool.connect()
  const book = (id: string) =>
    booker.query(
      `insert into bookings (org_id, id, user_id, day, location_id, changed_by, command_id)
       values ($1, gen_random_uuid(), $2, $3, $4, 'administrator', gen_random_uuid())`,
      [orgId, id, day, offices.Berlin],
    )
  try {
    // Only the booker could close a circle, so nothing is retried.
    await booker.query(`set deadlock_timeout = '10ms'`)
    await booker.query('begin')
    await book(ids.first)
    const changed = change(organization)
    const waiting = `
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'advisory'`
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    await book(ids.last)
    await booker.query('commit')
    await changed
  } finally {
    booker.release(true)
  }
})
