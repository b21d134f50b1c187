import { expect, test } from 'vitest'
import { startCapture, stopCapture } from '../../src/operations/moving/capture.ts'
import { catchUp, countChanges } from '../../src/operations/moving/catch-up.ts'
import { asReplica } from '../../src/operations/moving/connections.ts'
import { copyPart, listParts, listTablesWithRows, removeRows } from '../../src/operations/moving/copy-parts.ts'
import { listTenantTables, STAYING_TABLES } from '../../src/operations/moving/tenant-tables.ts'
import { isUnavailable } from '../../src/platform/errors.ts'
import { readCatalog } from '../../src/testing/catalog.ts'
import { createTestDatabase } from '../../src/testing/test-database.ts'
import { contentOf, openTwoDatabases, see, type TwoDatabases } from './support.ts'

const copyAll = async ({ route }: TwoDatabases) => {
  for (const part of await listParts(route.source, route.tables)) await copyPart(route.source, route.target, part, route.orgId)
}

const inBoth = async ({ route }: TwoDatabases) => [await contentOf(route.source, route), await contentOf(route.target, route)]

test('every table that names an organization moves with it or is listed as staying', async () => {
  await using database = await createTestDatabase()
  const { rows } = await database.pool.query<{ name: string }>(
    `select distinct c.relname as name
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  const moving = (await listTenantTables(database.pool)).map(({ name }) => name)
  expect([...moving, ...Object.keys(STAYING_TABLES)].sort()).toEqual(['organizations', ...rows.map(({ name }) => name)].sort())
})

test('rows of every table are copied as they are, whatever their types', async () => {
  await using databases = await openTwoDatabases()
  const { route, other } = databases
  await see(route.source, route.orgId, '2026-02-28', 1, 40)
  await see(route.source, route.orgId, '2014-12-31', 1, 4)
  await copyAll(databases)
  const [before, after] = await inBoth(databases)
  expect(Object.values(before ?? {}).every((rows) => rows.length > 0)).toBe(true)
  expect(after).toEqual(before)
  expect(await listTablesWithRows(route.target, route.tables, other.orgId)).toEqual([])
  const { rows } = await route.target.query('select placement from organizations where id = $1', [route.orgId])
  expect(rows).toEqual([{ placement: 'arriving' }])
  const caughtUp = await catchUp(route, { isComplete: true })
  expect(caughtUp.changes).toBe(0)
  expect(caughtUp.verified).toMatchObject({ presence_events: 45, users: 40 })
})

test('a part that is copied again replaces what the first copy left', async () => {
  await using databases = await openTwoDatabases()
  await copyAll(databases)
  await copyAll(databases)
  const [before, after] = await inBoth(databases)
  expect(after).toEqual(before)
})

test('a change of a row of any table is noted while the organization moves, and no change of another one', async () => {
  await using databases = await openTwoDatabases()
  const { route, source, other } = databases
  await startCapture(route.source, route.tables, route.orgId)
  const client = await source.pool.connect()
  // The only way to touch an entry of the audit log.
  await client.query("set rollcall.erasing = 'on'")
  for (const { name, org, columns } of route.tables) {
    const own = columns.find((column) => column.name !== org)?.name
    await client.query(`update ${name} set ${own} = ${own} where ${org} = $1`, [route.orgId]).catch((error) => {
      // Identity columns cannot be set.
      if (error.code !== '428C9') throw error
      return client.query(`update ${name} set ${org} = ${org} where ${org} = $1`, [route.orgId])
    })
  }
  client.release(true)
  await other.grow(61, 62)
  const { rows } = await source.pool.query('select distinct org_id, table_name from moving_changes')
  expect(new Set(rows.map(({ org_id }) => org_id))).toEqual(new Set([route.orgId]))
  expect(rows.map(({ table_name }) => table_name).sort()).toEqual(route.tables.map(({ name }) => name).sort())
})

test('what changes during and after the copy arrives', async () => {
  await using databases = await openTwoDatabases()
  const { route, source, company } = databases
  const run = (text: string) => source.pool.query(text, [route.orgId])
  await startCapture(route.source, route.tables, route.orgId)
  await company.grow(100, 110)
  await copyAll(databases)
  await company.grow(111, 120)
  await see(source.pool, route.orgId, '2026-01-31', 1, 20)
  await run(`delete from presence_events where org_id = $1 and event_id = 'event 3'`)
  await run('delete from event_invitations where org_id = $1')
  await run(`update users set user_name = 'renamed ' || user_name where org_id = $1`)
  // One booking takes the desk that another one gave back.
  const by = `changed_by = 'administrator', command_id = gen_random_uuid()`
  await run(`update bookings set status = 'cancelled', ${by} where org_id = $1 and id = md5('booking 1')::uuid`)
  await run(
    `update bookings b set place_id = o.place_id, zone_id = o.zone_id, location_id = o.location_id, ${by}
     from bookings o where b.org_id = $1 and b.id = md5('booking 2')::uuid and o.org_id = $1 and o.id = md5('booking 1')::uuid`,
  )
  await run(
    `update published_locations set location_id = gen_random_uuid() where org_id = $1 and location_id = md5('location 5')::uuid`,
  )
  await run(`update organizations set name = 'Another name' where id = $1`)
  expect(await countChanges(source.pool, route.orgId)).toBeGreaterThan(200)
  expect((await catchUp(route, { isComplete: true })).verified).toMatchObject({ users: 61 })
  expect(await countChanges(source.pool, route.orgId)).toBe(0)
  const [before, after] = await inBoth(databases)
  expect(after).toEqual(before)
})

test('a transaction in progress during the catch-up is copied by the next one', async () => {
  await using databases = await openTwoDatabases()
  const { route, source } = databases
  await startCapture(route.source, route.tables, route.orgId)
  await copyAll(databases)
  const client = await source.pool.connect()
  await client.query('begin')
  await client.query(`update users set first_name = 'Late' where org_id = $1`, [route.orgId])
  await source.pool.query(`update groups set name = 'Early' || name where org_id = $1`, [route.orgId])
  await catchUp(route, { isComplete: true })
  await client.query('commit')
  client.release()
  await catchUp(route, { isComplete: true })
  const [before, after] = await inBoth(databases)
  expect(after).toEqual(before)
})

test('a difference between original and copy is found, wherever it is', async () => {
  await using databases = await openTwoDatabases()
  const { route, target } = databases
  await copyAll(databases)
  await asReplica(target.pool, (client) => client.query(`update day_plans set plan = 'r' where user_id = md5('user 7')::uuid`))
  await expect(catchUp(route, { isComplete: true })).rejects.toThrow('day_plans (40 rows here, 40 there)')
})

test('writes are refused while the organization is read-only or gone, and only its own', async () => {
  await using databases = await openTwoDatabases()
  const { route, source, company, other } = databases
  await startCapture(route.source, route.tables, route.orgId)
  for (const placement of ['read-only', 'gone', 'arriving']) {
    await source.pool.query('update organizations set placement = $2 where id = $1', [route.orgId, placement])
    const error = await company.grow(200, 200).catch((reason) => reason)
    expect(error).toMatchObject({ code: '57M01' })
    expect(isUnavailable(error)).toBe(true)
  }
  await other.grow(300, 301)
  await source.pool.query(`update organizations set placement = 'here' where id = $1`, [route.orgId])
  await company.grow(200, 200)
})

test('a transaction that does not see that the organization is gone cannot write either', async () => {
  await using databases = await openTwoDatabases()
  const { route, source } = databases
  await startCapture(route.source, route.tables, route.orgId)
  const client = await source.pool.connect()
  await client.query('begin isolation level repeatable read')
  await client.query('select 1 from users limit 1')
  await source.pool.query(`update organizations set placement = 'gone' where id = $1`, [route.orgId])
  const write = client.query(`update users set first_name = 'Lost' where org_id = $1`, [route.orgId])
  await expect(write).rejects.toMatchObject({ code: '40001' })
  client.release(true)
})

test('after a move nothing is left of its triggers and functions', async () => {
  await using databases = await openTwoDatabases()
  const { route, source, other } = databases
  const before = await readCatalog(source.pool)
  await startCapture(route.source, route.tables, route.orgId)
  await startCapture(route.source, route.tables, other.orgId)
  await stopCapture(route.source, route.tables, route.orgId)
  await source.pool.query(`update users set first_name = 'Noted' where org_id = $1`, [other.orgId])
  expect(await countChanges(source.pool, other.orgId)).toBeGreaterThanOrEqual(20)
  await stopCapture(route.source, route.tables, other.orgId)
  expect(await readCatalog(source.pool)).toEqual(before)
})

test('an organization is removed without a trace and without a change of others', async () => {
  await using databases = await openTwoDatabases()
  const { route, source, other } = databases
  const others = { tables: route.tables, orgId: other.orgId }
  const before = await contentOf(source.pool, others)
  expect(await removeRows(source.pool, route.tables, route.orgId)).toBeGreaterThan(500)
  expect(await listTablesWithRows(source.pool, route.tables, route.orgId)).toEqual([])
  expect(await contentOf(source.pool, others)).toEqual(before)
})
