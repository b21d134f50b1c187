import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { listCells, saveCell } from '../../src/gate/cells/cell-list.ts'
import { createSealer } from '../../src/gate/sealing/sealing.ts'
import type { ControlOperator } from '../../src/operator/operator.ts'
import { createOrganizationIn, forgetOrganization } from '../../src/operator/organizations.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { createTestDatabase, LONG_WAITS } from '../../src/testing/test-database.ts'

/** A pool that loses the connection after its first commit took effect, before anyone hears of it. */
const openLosing = (url: string) => {
  const database = openDatabase({ url, poolSize: 2, ...LONG_WAITS })
  let isLost = false
  database.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    Object.assign(client, {
      async query(...args: unknown[]) {
        const result = await query(...args)
        if (args[0] !== 'commit' || isLost) return result
        isLost = true
        const { connection } = client as unknown as pg.Client & { connection: { stream: { destroy(): void } } }
        connection.stream.destroy()
        throw new Error('Connection terminated unexpectedly')
      },
    })
  })
  return { ...database, isLost: () => isLost }
}

const CELLS = [{ name: 'main' }, { name: 'two' }]

it('a cell that gets another address keeps its replica, until another one or none is given', async () => {
  await using control = await createTestDatabase()
  const sealer = createSealer(Buffer.alloc(32, 1))
  const save = (url: string, replicaUrl?: string | null) =>
    control.db.transaction().execute((trx) => saveCell(trx, sealer, { name: 'two', url, replicaUrl }))
  const listed = async () => (await listCells(control.db, sealer)).map(({ url, replicaUrl }) => [url, replicaUrl])
  await save('postgres://one', 'postgres://replica')
  await save('postgres://other')
  expect(await listed()).toEqual([['postgres://other', 'postgres://replica']])
  await save('postgres://other', null)
  expect(await listed()).toEqual([['postgres://other', undefined]])
})

it('an organization whose creation was committed and not confirmed is found in its cell', async () => {
  await using control = await createTestDatabase()
  await using two = await createTestDatabase()
  await control.pool.query(`insert into cells (name, url_sealed) values ('two', '\\x00')`)
  await using losing = openLosing(two.url)
  const operators = { main: { cell: 'main', db: control.db }, two: { cell: 'two', db: losing.db } }
  const main = { db: control.db, cells: CELLS, openCell: async (name: 'main' | 'two') => operators[name] }
  const created = await createOrganizationIn(main as unknown as ControlOperator, 'two', { name: 'In doubt' })
  expect(losing.isLost()).toBe(true)
  const { rows } = await two.pool.query('select id from organizations')
  expect(rows).toEqual([{ id: created.id }])
  expect((await control.pool.query('select org_id, cell from organization_cells')).rows).toEqual([
    { org_id: created.id, cell: 'two' },
  ])
})

it('a name that is taken in the cell leaves no trace of the organization', async () => {
  await using control = await createTestDatabase()
  await using two = await createTestDatabase()
  await control.pool.query(`insert into cells (name, url_sealed) values ('two', '\\x00')`)
  // A copy that was left behind keeps its name in its own database.
  await two.pool.query(`insert into organizations (id, name, placement) values (gen_random_uuid(), 'Taken', 'gone')`)
  const operators = { main: { cell: 'main', db: control.db }, two: { cell: 'two', db: two.db } }
  const main = { db: control.db, cells: CELLS, openCell: async (name: 'main' | 'two') => operators[name] }
  const creating = createOrganizationIn(main as unknown as ControlOperator, 'two', { name: 'Taken' })
  await expect(creating).rejects.toMatchObject({ code: 'conflict' })
  expect((await control.pool.query('select from organization_cells')).rowCount).toBe(0)
})

it('an organization whose creation was killed is forgotten, but none that its cell has or is about to have', async () => {
  await using control = await createTestDatabase()
  await using two = await createTestDatabase()
  await control.pool.query(`insert into cells (name, url_sealed) values ('two', '\\x00')`)
  const operators = { main: { cell: 'main', db: control.db }, two: { cell: 'two', db: two.db } }
  const main = { db: control.db, cells: CELLS, openCell: async (name: 'main' | 'two') => operators[name] }
  const forget = (id: string) => forgetOrganization(main as unknown as ControlOperator, id)
  const [killed, there, late] = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of [killed, there, late])
    await control.pool.query(`insert into organization_cells (org_id, cell) values ($1, 'two')`, [id])
  await two.pool.query(`insert into organizations (id, name) values ($1, 'There')`, [there])

  expect(await forget(killed)).toEqual({ id: killed, cell: 'two' })
  await expect(forget(killed)).rejects.toMatchObject({ code: 'entity_not_found' })
  await expect(forget(there)).rejects.toMatchObject({ code: 'conflict' })

  const creator = await two.pool.connect()
  await creator.query('begin')
  await creator.query(`insert into organizations (id, name) values ($1, 'Late')`, [late])
  const refused = expect(forget(late)).rejects.toMatchObject({ code: 'conflict' })
  const waiting = `
    select from pg_locks
    where relation = 'organizations'::regclass and database = (select oid from pg_database where datname = current_database())
      and not granted`
  await expect.poll(async () => (await two.pool.query(waiting)).rowCount).toBe(1)
  await creator.query('commit')
  creator.release()
  await refused
  const { rows } = await control.pool.query<{ org_id: string }>('select org_id from organization_cells')
  expect(rows.map(({ org_id }) => org_id).toSorted()).toEqual([there, late].toSorted())
})
