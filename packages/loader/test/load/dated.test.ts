import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasePerson } from '../../../server/src/operations/privacy/erasure-service.ts'
import { type Bench, shareBench } from '../../../server/test/attendance/support.ts'
import { backfill, incremental } from '../../src/index.ts'
import { clientOf, countersOf, day, FROM, LAST_DAY, type Office, openHistory, rowsFrom, rowsOf, startProxy } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const addEvent = async ({ pool, orgId }: Office, locationId: string, startsAt: string): Promise<string> => {
  const id = randomUUID()
  await pool.query(
    `insert into workplace_events (org_id, id, name, starts_at, ends_at, location_id)
     values ($1, $2, 'Town hall', $3, $3::timestamptz + interval '1 hour', $4)`,
    [orgId, id, startsAt, locationId],
  )
  return id
}

const addUsers = ({ pool, orgId }: Office, count: number) =>
  pool.query(
    `insert into users (org_id, id, user_name) select $1, gen_random_uuid(), 'many-' || n from generate_series(1, $2::int) n`,
    [orgId, count],
  )

const EVENTS = { startDate: FROM, endDate: LAST_DAY }

test('events are loaded by day, and requested again only for changes', async () => {
  const { office, copy, client, berlin } = await openHistory(bench)
  const moved = await addEvent(office, berlin, `${day(5)}T10:00:00Z`)
  await addEvent(office, berlin, `${day(36)}T10:00:00Z`)
  const options = { client, datasets: ['events'] }
  await copy.using((destination) => backfill({ ...options, destination, from: FROM }))
  const load = () => copy.using((destination) => incremental({ ...options, destination }))
  expect(countersOf(await load(), 'events')).toMatchObject({ rowsWritten: 0, windowsRead: 0, unchanged: 1 })
  await office.pool.query(
    `update workplace_events set starts_at = '${LAST_DAY}T10:00:00Z', ends_at = '${LAST_DAY}T11:00:00Z' where org_id = $1 and id = $2`,
    [office.orgId, moved],
  )
  expect(countersOf(await load(), 'events')).toMatchObject({ rowsWritten: 2, windowsRead: 1 })
  expect(await rowsOf(copy, 'events')).toEqual(await rowsFrom(client.readEvents(EVENTS)))
})

test('the change log is requested for all users, in lists of the maximum length', async () => {
  const { office, copy, ada } = await openHistory(bench)
  await addUsers(office, 1_001)
  const proxy = await startProxy(bench.service.baseUrl)
  const client = clientOf(bench, office, proxy.baseUrl)
  const options = { client, datasets: ['change-log'] }
  await copy.using((destination) => backfill({ ...options, destination, from: FROM, to: LAST_DAY }))
  const asked = proxy.read('change-log/user').map(({ query }) => query.get('userIds')?.split(',').length)
  // One request probes the maximum length; 1,004 users in two windows.
  expect(asked.toSorted((a = 0, b = 0) => a - b)).toEqual([4, 4, 1_000, 1_000, 1_000])
  const userIds: string[] = []
  for await (const { userId } of client.readUsers()) userIds.push(userId)
  const days = { startDate: FROM, endDate: day(31) }
  const rows = await rowsFrom(client.readUserChangeLog({ ...days, userIds: userIds.filter((id) => id > '8').join(',') }))
  const others = await rowsFrom(client.readUserChangeLog({ ...days, userIds: userIds.filter((id) => id <= '8').join(',') }))
  expect(rows.length + others.length).toBe(18)
  expect(await rowsOf(copy, 'user_change_log')).toEqual([...rows, ...others].sort())

  const load = () => copy.using((destination) => backfill({ ...options, destination, from: FROM, to: LAST_DAY, parallel: 1 }))
  expect(countersOf(await load(), 'change-log')).toMatchObject({ windowsRead: 0, unchanged: 2 })
  await office.plan(ada, LAST_DAY, 'r')
  expect(countersOf(await load(), 'change-log')).toMatchObject({ windowsRead: 1, unchanged: 1, rowsWritten: 1 })
})

test('the audit log is loaded by day, and what an erasure removes disappears from the copy', async () => {
  const { office, copy, client, ada } = await openHistory(bench)
  const act = (at: string, address: string) =>
    office.pool.query(
      `insert into audit_log (org_id, at, action, actor_type, actor_id, entity_type, entity_id, address, before, after)
       values ($1, $2, 'user.update', 'user', $3::uuid, 'user', $3::uuid::text, $4, '{"firstName": "Ada"}', '{"firstName": "Augusta"}')`,
      [office.orgId, at, ada, address],
    )
  await act(`${day(5)}T10:00:00Z`, '192.0.2.1')
  await act(`${day(6)}T10:00:00Z`, '192.0.2.2')
  const options = { client, datasets: ['audit-log'] }
  const read = () => rowsFrom(client.readAuditLog({ startDate: FROM, endDate: day(30) }))
  await copy.using((destination) => backfill({ ...options, destination, from: FROM }))
  const load = () => copy.using((destination) => incremental({ ...options, destination }))
  expect(await rowsOf(copy, 'audit_log')).toEqual(await read())
  expect(countersOf(await load(), 'audit-log')).toMatchObject({ rowsWritten: 0, windowsRead: 0, unchanged: 2 })
  const { rows } = await office.pool.query('select user_name as name from users where org_id = $1 and id = $2', [
    office.orgId,
    ada,
  ])
  await erasePerson(office.db, office.orgId, { userId: ada, reason: 'asked', confirm: rows[0].name, byUserId: null })
  expect(countersOf(await load(), 'audit-log')).toMatchObject({ windowsRead: 2 })
  expect(await rowsOf(copy, 'audit_log')).toEqual(await read())
  expect(await copy.query(`select count(*)::int as n from audit_log where address is not null`)).toEqual([{ n: 0 }])
})

test('lists of users are as long as the service accepts', async () => {
  const { office, copy } = await openHistory(bench)
  await addUsers(office, 300)
  const proxy = await startProxy(bench.service.baseUrl, (_, response, { pathname, search }) => {
    if (!pathname.includes('/change-log') || search.length < 4_000) return false
    response.writeHead(414).end()
    return true
  })
  const client = clientOf(bench, office, proxy.baseUrl)
  const options = { client, datasets: ['change-log'] }
  await copy.using((destination) => backfill({ ...options, destination, from: FROM, to: day(31) }))
  expect(await copy.query('select count(*)::int as n from user_change_log')).toEqual([{ n: 18 }])
  expect(proxy.read('change-log/user').map(({ query }) => query.get('userIds')?.split(',').length)).toEqual([76, 76, 76, 76, 75])
})

test('a row that moved to another day during the load is stored once, at its new day', async () => {
  const { office, copy, berlin } = await openHistory(bench)
  // In another window than the history.
  const longBefore = day(-800)
  const id = await addEvent(office, berlin, `${day(-790)}T10:00:00Z`)
  await addEvent(office, berlin, `${day(6)}T10:00:00Z`)
  let isMoved = false
  // Between the responses for the first and second window, so that both contain it.
  const proxy = await startProxy(bench.service.baseUrl, async (_, __, { pathname, searchParams }) => {
    if (!pathname.includes('/events') || searchParams.get('startDate') === longBefore || isMoved) return false
    isMoved = true
    await office.pool.query(
      `update workplace_events set starts_at = '${day(5)}T10:00:00Z', ends_at = '${day(5)}T11:00:00Z' where org_id = $1 and id = $2`,
      [office.orgId, id],
    )
    return false
  })
  const client = clientOf(bench, office, proxy.baseUrl)
  await copy.using((destination) => backfill({ client, destination, from: longBefore, datasets: ['events'], parallel: 1 }))
  expect(await rowsOf(copy, 'events')).toEqual(await rowsFrom(client.readEvents(EVENTS)))
})

test('without any published day there is no first day to load, which is reported', async () => {
  const { office, copy } = await openHistory(bench)
  await office.pool.query('delete from segments where org_id = $1', [office.orgId])
  const client = clientOf(bench, office)
  const summary = await copy.using((destination) => incremental({ client, destination, datasets: ['events'] }))
  expect(summary.notices).toEqual([expect.stringContaining('events has no first day')])
})
