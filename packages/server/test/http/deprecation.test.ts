import { endpoint, openApiDocument } from '@rollcall/contract'
import { pino } from 'pino'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSlowDown } from '../../src/gate/authentication/slow-down.ts'
import { createHttpServer } from '../../src/gate/http/http-server.ts'
import { serve } from '../../src/gate/http/serve.ts'
import { createKeyDirectory } from '../../src/gate/keys/key-directory.ts'
import { createKeyRates } from '../../src/gate/keys/key-rates.ts'
import { createTokenService } from '../../src/gate/tokens/token-service.ts'
import { UNSHARED } from '../../src/platform/fairness/fairness.ts'
import { startListener } from '../../src/platform/notifications/listener.ts'
import { createTelemetry } from '../../src/platform/telemetry/telemetry.ts'
import { basic, startTestService, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'

const common = { method: 'GET', tag: 'discovery', summary: 'Test', description: 'Test.', roles: ['all-permissions'] } as const
const response = Type.Object({ status: Type.String() })

/** Operations that only this test has. */
const OLD = endpoint({
  ...common,
  ...{ operation: 'oldOperation', path: '/v1/old', response },
  deprecated: { since: '2026-11-23', sunset: '2027-12-01', instead: 'Use `newOperation`.' },
})
const NEW = endpoint({
  ...common,
  ...{ operation: 'newOperation', path: '/v1/new', response },
  query: Type.Object({ old: Type.Optional(Type.String({ description: 'Old.' })), fresh: Type.Optional(Type.String()) }),
  deprecatedQuery: { old: { since: '2026-11-23', instead: 'Use `fresh`.' } },
})

let service: TestService
let org: TestOrganization
let baseUrl: string
const telemetry = createTelemetry(pino({ level: 'silent' }))
const stack = new AsyncDisposableStack()

beforeAll(async () => {
  service = stack.use(await startTestService({ nightly: false }))
  org = await service.createOrganization()
  const { db, url } = service.database
  const listener = stack.use(await startListener(url))
  const { sealer } = service
  const tokens = await createTokenService(db, sealer, listener)
  const access = { db, sealer, keys: await createKeyDirectory(db, listener), tokens, slowDown: createSlowDown() }
  const app = await createHttpServer(telemetry, { add() {} }, UNSHARED)
  stack.defer(() => app.close())
  for (const each of [OLD, NEW]) serve({ app, access, rates: createKeyRates() }, each, async () => ({ status: 'ok' }))
  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => stack.disposeAsync())

const headersOf = async (path: string) => {
  const { status, headers } = await fetch(baseUrl + path, { headers: basic(org.keys['all-permissions']) })
  expect(status).toBe(200)
  return Object.fromEntries(['deprecation', 'sunset', 'link'].map((name) => [name, headers.get(name)]))
}

const LINK = '</changelog.json>; rel="deprecation"; type="application/json"'

describe('a deprecated', () => {
  it('operation says since when, until when, and where to read on', async () => {
    const deprecation = `@${Date.UTC(2026, 10, 23) / 1000}`
    expect(await headersOf('/v1/old/basic')).toEqual({ deprecation, sunset: 'Wed, 01 Dec 2027 00:00:00 GMT', link: LINK })
  })

  it('parameter says so only to calls that use it', async () => {
    expect(await headersOf('/v1/new/basic?fresh=1')).toEqual({ deprecation: null, sunset: null, link: null })
    expect(await headersOf('/v1/new/basic?old=1')).toMatchObject({ deprecation: expect.stringMatching(/^@\d+$/), link: LINK })
  })

  it('use is counted by operation and key, so that administrators find who has to change', async () => {
    const count = async (operation: string) => {
      const { values } = await telemetry.metrics.deprecated.get()
      const key = org.keys['all-permissions'].id
      return values.find(({ labels }) => labels.operation === operation && labels.key === key)?.value ?? 0
    }
    const before = [await count('oldOperation'), await count('newOperation?old'), await count('newOperation')]
    await headersOf('/v1/old/basic')
    await headersOf('/v1/new/basic?old=1')
    await headersOf('/v1/new/basic')
    const uses = async () => [await count('oldOperation'), await count('newOperation?old'), await count('newOperation')]
    await expect.poll(uses).toEqual([Number(before[0]) + 1, Number(before[1]) + 1, 0])
  })

  it('operation and parameter are marked in the OpenAPI document, with what to use instead', () => {
    const { paths } = openApiDocument('0.1.0', [OLD, NEW]) as {
      paths: Record<
        string,
        { get: { deprecated?: boolean; description: string; parameters: { name: string; deprecated?: boolean }[] } }
      >
    }
    expect(paths['/v1/old']?.get).toMatchObject({ deprecated: true })
    expect(paths['/v1/old']?.get.description).toContain(
      'Deprecated since 2026-11-23, gone after 2027-12-01 at the earliest. Use `newOperation`.',
    )
    expect(paths['/v1/new']?.get.deprecated).toBeUndefined()
    expect(paths['/v1/new']?.get.parameters.map(({ name, deprecated }) => [name, deprecated])).toEqual([
      ['old', true],
      ['fresh', undefined],
    ])
  })
})
