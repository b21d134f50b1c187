import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrganization } from '../../src/directory/organizations/organization-service.ts'
import { createSourceRegistry } from '../../src/intake/sources/source-registry.ts'
import { startListener } from '../../src/platform/notifications/listener.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { Relay } from './relay.ts'

let stack: AsyncDisposableStack
let database: TestDatabase
let relay: Relay

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  database = stack.use(await createTestDatabase())
  relay = stack.use(new Relay(database.url))
  await relay.open()
})
afterAll(() => stack.disposeAsync())

test('a standby without the last sources becomes primary: none of them writes under the number of another', async () => {
  const { db, pool } = database
  const { id: orgId } = await createOrganization(db, { name: 'Organization of lost sources' })
  const node = await createSourceRegistry(pool, stack.use(await startListener(relay.url)))
  const other = await createSourceRegistry(pool, stack.use(await startListener(database.url)))
  expect(await node.numberOf(orgId, 'badges')).toBe(1)
  await pool.query('delete from sources where org_id = $1', [orgId])
  expect(await other.numberOf(orgId, 'sensors')).toBe(1)
  relay.drop()
  await expect.poll(() => node.numberOf(orgId, 'badges')).toBe(2)
})
