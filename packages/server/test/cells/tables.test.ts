import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sqlState } from '../../src/platform/errors.ts'
import { type Listener, startListener } from '../../src/platform/notifications/listener.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'

let database: TestDatabase
let listener: Listener
beforeAll(async () => {
  database = await createTestDatabase()
  listener = await startListener(database.url)
})
afterAll(async () => {
  await listener?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
})

const stateOf = (statement: string): Promise<string | undefined> => database.pool.query(statement).then(() => undefined, sqlState)

const CHECK_VIOLATION = '23514'
const FOREIGN_KEY_VIOLATION = '23503'

it('every change of the cells, and of the organizations in them, is announced to all nodes', async () => {
  let notified = 0
  await listener.on('rollcall_cells', () => {
    notified++
  })
  const orgId = randomUUID()
  const changes = [
    `insert into cells (name, url_sealed) values ('two', '\\x00')`,
    `insert into organization_cells (org_id, cell) values ('${orgId}', 'two')`,
    `update cells set is_draining = true where name = 'two'`,
    `delete from organization_cells where org_id = '${orgId}'`,
    `delete from cells where name = 'two'`,
  ]
  for (const [index, change] of changes.entries()) {
    await database.pool.query(change)
    await expect.poll(() => notified, { message: change }).toBe(index + 1)
  }
})

it('only the cell of DATABASE_URL has no connection string', async () => {
  expect(await stateOf(`insert into cells (name) values ('main')`)).toBeUndefined()
  expect(await stateOf(`insert into cells (name) values ('other')`)).toBe(CHECK_VIOLATION)
})

it.each([
  ['a'.repeat(40), undefined],
  ['a'.repeat(41), CHECK_VIOLATION],
  ['eu-west-1', undefined],
  ['EU', CHECK_VIOLATION],
  ['', CHECK_VIOLATION],
])('the name %j of a cell is judged', async (name, state) => {
  expect(await stateOf(`insert into cells (name, url_sealed) values ('${name}', '\\x00')`)).toBe(state)
})

it('a cell with organizations cannot be removed', async () => {
  await database.pool.query(`insert into cells (name, url_sealed) values ('full', '\\x00')`)
  await database.pool.query(`insert into organization_cells (org_id, cell) values (gen_random_uuid(), 'full')`)
  expect(await stateOf(`delete from cells where name = 'full'`)).toBe(FOREIGN_KEY_VIOLATION)
})

it('an organization is served by the database that it was created in, and has one of four placements', async () => {
  const { rows } = await database.pool.query(
    `insert into organizations (id, name) values (gen_random_uuid(), 'Placed') returning placement`,
  )
  expect(rows).toEqual([{ placement: 'here' }])
  expect(await stateOf(`update organizations set placement = 'elsewhere' where name = 'Placed'`)).toBe(CHECK_VIOLATION)
  for (const placement of ['arriving', 'read-only', 'gone', 'here'])
    expect(await stateOf(`update organizations set placement = '${placement}' where name = 'Placed'`)).toBeUndefined()
})
