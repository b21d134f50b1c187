import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import {
  basic,
  bearer,
  PASSWORD,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../src/testing/test-service.ts'
import { tokenOf } from '../http/support/credentials.ts'
import { post, send } from '../http/support/send.ts'

let service: TestService
let org: TestOrganization
beforeAll(async () => {
  service = await startTestService({ nightly: false }, undefined, [])
  org = await service.createOrganization()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => service?.[Symbol.asyncDispose]())

/** The statements that reach the driver meanwhile. */
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const statements = spy.mock.calls.map(([given]) =>
    typeof given === 'string' ? given : String((given as { text?: string })?.text),
  )
  spy.mockRestore()
  return statements
}

const OF_CELLS = /\b(cells|organization_cells|cell_identity)\b/

it('a service with one database asks nothing about cells, however it is called', async () => {
  const { baseUrl } = service
  const { userName, headers } = await service.signIn(org.id)
  const key = org.keys['all-permissions']
  const calls = async () => {
    const token = bearer(await tokenOf(baseUrl, key))
    const answers = [
      await send(baseUrl, { path: '/v1/analytics/locations', headers: token }),
      await send(baseUrl, { path: '/v1/analytics/users/basic', headers: basic(key) }),
      await send(baseUrl, { path: '/api/session', headers }),
      await post(baseUrl, '/api/session', { userName, password: PASSWORD }),
      await send(baseUrl, { path: '/api/set-up' }),
      await send(baseUrl, { path: '/readyz' }),
      await send(baseUrl, { path: '/metrics', headers: bearer(service.metricsToken) }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201, 200, 200, 200])
  }
  const statements = await statementsOf(calls)
  expect(statements.length).toBeGreaterThan(10)
  expect(statements.filter((text) => OF_CELLS.test(text))).toEqual([])
})

it('metrics of a service with one database have no label of the cell', async () => {
  const { text } = await send(service.baseUrl, { path: '/metrics', headers: bearer(service.metricsToken) })
  expect(text).toMatch(/^rollcall_background_failures_total\{what="cells"\} 0$/m)
  expect(text).not.toContain('cell="')
})
