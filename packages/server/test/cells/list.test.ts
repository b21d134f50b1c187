import { expect, it } from 'vitest'
import { findCellIdentity } from '../../src/gate/cells/cell-identity.ts'
import { listCells } from '../../src/gate/cells/cell-list.ts'
import { createTestDatabase } from '../../src/testing/test-database.ts'
import { basic, bearer } from '../../src/testing/test-service.ts'
import { until } from '../http/support/credentials.ts'
import { send } from '../http/support/send.ts'
import { openDatabases } from './support.ts'

const cellsOf = async (baseUrl: string): Promise<string[] | undefined> =>
  (await send(baseUrl, { path: '/readyz' })).json<{ cells?: { name: string }[] }>().cells?.map(({ name }) => name)

it('a running node serves a cell that is added, and stops using one that is removed', async () => {
  await using databases = await openDatabases()
  await using two = await createTestDatabase()
  const here = await databases.createOrganization('Here', 'main', databases.control)
  await using service = await databases.start()
  const status = async (key: typeof here.key) =>
    (await send(service.baseUrl, { path: '/v1/analytics/locations/basic', headers: basic(key) })).status
  expect(await cellsOf(service.baseUrl)).toBeUndefined()

  await databases.add('two', two)
  const there = await databases.createOrganization('There', 'two', two)
  await until(async () => (await status(there.key)) === 200)
  expect(await status(here.key)).toBe(200)
  expect(await cellsOf(service.baseUrl)).toEqual(['main', 'two'])

  await databases.control.pool.query('delete from organization_cells')
  await databases.control.pool.query('delete from cells')
  await until(async () => (await cellsOf(service.baseUrl)) === undefined)
  expect(await status(here.key)).toBe(200)
  expect(await status(there.key)).toBe(401)
  const { rows } = await two.pool.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'rollcall listener'`,
  )
  expect(rows).toEqual([])
})

it('a running node uses the new address of a cell at once, and continues its metrics', async () => {
  await using databases = await openDatabases()
  await using two = await createTestDatabase()
  await databases.add('two', two)
  const there = await databases.createOrganization('There', 'two', two)
  await using service = await databases.start()
  const status = async () =>
    (await send(service.baseUrl, { path: '/v1/analytics/locations/basic', headers: basic(there.key) })).status
  expect(await status()).toBe(200)
  const states = async () => (await send(service.baseUrl, { path: '/readyz' })).json<{ cells: { status: string }[] }>().cells
  const backends = async (name: string): Promise<number | null> =>
    (await two.pool.query(`select from pg_stat_activity where application_name = $1`, [name])).rowCount
  await databases.add('two', two, `${two.url}?application_name=moved`)
  await until(async () => ((await backends('moved')) ?? 0) > 0)
  // Ready is also said of the old address, and between both the service asks to repeat a request.
  await until(async () => (await states()).every(({ status: is }) => is === 'ready') && (await status()) === 200)
  const { text } = await send(service.baseUrl, { path: '/metrics', headers: bearer('token') })
  expect(text.match(/^rollcall_database_connections\{pool="requests",state="idle",cell="two"\} [1-9]/gm)).toHaveLength(1)
})

it('a database that is no cell, another one, or has organizations is refused', async () => {
  await using databases = await openDatabases()
  await using others = await openDatabases()
  await using two = await createTestDatabase()
  await using full = await createTestDatabase()
  await databases.add('two', two)
  await others.createOrganization('Somewhere', 'main', full)
  await expect(databases.add('full', full)).rejects.toThrow('it has the organization Somewhere')
  expect(await findCellIdentity(full.db)).toBeUndefined()
  await expect(databases.add('three', two)).rejects.toThrow('The database of the cell three is the cell two of the service')
  await expect(others.add('two', two)).rejects.toThrow('The database of the cell two is the cell two of the service')
  await expect(databases.add('main', two)).rejects.toThrow('main is the cell of DATABASE_URL')
  await expect(databases.add('Zwei', two)).rejects.toThrow('Zwei is no name of a cell')
  // The same cell again is only another address.
  await databases.add('two', two)
  expect((await listCells(databases.control.db, databases.sealer)).map(({ name, url }) => [name, url])).toEqual([
    ['two', two.url],
  ])
})

it('the address of a cell is stored encrypted, and bound to its name', async () => {
  await using databases = await openDatabases()
  await using two = await createTestDatabase()
  await databases.add('two', two)
  const { rows } = await databases.control.pool.query<{ sealed: Buffer }>('select url_sealed as sealed from cells')
  expect(rows[0]?.sealed.toString('latin1')).not.toContain('postgres')
  await databases.control.pool.query(`update cells set name = 'three'`)
  await expect(listCells(databases.control.db, databases.sealer)).rejects.toThrow('opens a secret')
})

it('a node whose DATABASE_URL is a cell refuses to start, and says which one it is', async () => {
  await using databases = await openDatabases()
  await using two = await createTestDatabase()
  await databases.add('two', two)
  await expect(databases.start(two.url)).rejects.toThrow(/^The database of DATABASE_URL is the cell two of the service /)
})
