import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../src/testing/test-database.ts'
import { basic, bearer } from '../../src/testing/test-service.ts'
import { tokenOf, until } from '../http/support/credentials.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { send } from '../http/support/send.ts'
import { Relay } from '../ingest/relay.ts'
import { openDatabases } from './support.ts'

const PATH = '/v1/analytics/locations'
const read = (baseUrl: string, headers: Record<string, string>, path = PATH) => send(baseUrl, { path, headers })

it('a cell that is away takes only its own organizations down, and comes back by itself', async () => {
  await using databases = await openDatabases()
  await using two = await createTestDatabase()
  await using relay = new Relay(two.url)
  await relay.open()
  await databases.add('two', two, relay.url)
  const here = await databases.createOrganization('Here', 'main', databases.control)
  const there = await databases.createOrganization('There', 'two', two)
  await using service = await databases.start()
  const { baseUrl } = service
  const status = async (key: typeof here.key) => (await read(baseUrl, basic(key), `${PATH}/basic`)).status
  expect([await status(here.key), await status(there.key)]).toEqual([200, 200])

  await relay.cut()
  expect(await status(here.key)).toBe(200)
  const refused = await read(baseUrl, basic(there.key), `${PATH}/basic`)
  expectProblem(refused, 'unavailable')
  expect(refused.headers['retry-after']).toBe('2')
  // This key may be one of the cell that is away.
  expect(await status({ ...here.key, id: randomUUID() })).toBe(503)
  const readiness = async () => {
    const answer = await send(baseUrl, { path: '/readyz' })
    const { cells } = answer.json<{ cells: { name: string; status: string }[] }>()
    return [answer.status, ...cells.map(({ name, status: is }) => `${name} ${is}`)]
  }
  // A cell that does not answer within two seconds is said to be away, too.
  await expect.poll(readiness).toEqual([200, 'main ready', 'two unavailable'])

  await relay.open()
  await until(async () => (await status(there.key)) === 200)
  expect(await status({ ...here.key, id: randomUUID() })).toBe(401)
})

it('a node starts without a cell that is away, and serves it when it is back', async () => {
  await using databases = await openDatabases()
  await using two = await createTestDatabase()
  await using relay = new Relay(two.url)
  await relay.open()
  await databases.add('two', two, relay.url)
  const here = await databases.createOrganization('Here', 'main', databases.control)
  const there = await databases.createOrganization('There', 'two', two)
  await relay.cut()
  await using service = await databases.start()
  const status = async (key: typeof here.key) => (await read(service.baseUrl, basic(key), `${PATH}/basic`)).status
  expect([await status(here.key), await status(there.key)]).toEqual([200, 503])
  await relay.open()
  await until(async () => (await status(there.key)) === 200)
})

it('while the control database is away, callers of other cells go on, also by tokens and after the connection was lost', async () => {
  await using databases = await openDatabases()
  await using two = await createTestDatabase()
  await databases.add('two', two)
  const here = await databases.createOrganization('Here', 'main', databases.control)
  const there = await databases.createOrganization('There', 'two', two)
  await using relay = new Relay(databases.control.url)
  await relay.open()
  await using service = await databases.start(relay.url)
  const { baseUrl } = service
  const token = await tokenOf(baseUrl, there.key)
  expect((await read(baseUrl, bearer(token))).status).toBe(200)
  await relay.cut()
  for (let call = 0; call < 3; call++) expect((await read(baseUrl, bearer(token))).status).toBe(200)
  // Its key was found before, so a new token needs only the known signing key.
  expect((await read(baseUrl, bearer(await tokenOf(baseUrl, there.key)))).status).toBe(200)
  expect((await read(baseUrl, basic(here.key), `${PATH}/basic`)).status).toBe(503)
  expect((await send(baseUrl, { path: '/readyz' })).status).toBe(200)
  await relay.open()
  await until(async () => (await read(baseUrl, basic(here.key), `${PATH}/basic`)).status === 200)
})
