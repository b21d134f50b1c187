import { randomUUID } from 'node:crypto'
import type { Operation } from '@rollcall/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, type SignedIn, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { ALL_VARIANTS, GOOD_QUERIES, label } from '../http/support/good-calls.ts'
import { send } from '../http/support/send.ts'

let service: TestService
let organization: TestOrganization
let person: SignedIn

beforeAll(async () => {
  service = await shareTestService()
  organization = await service.createOrganization()
  person = await service.signIn(organization.id, ['global-administrator'])
})
afterAll(() => service?.[Symbol.asyncDispose]())

/** Ids of what is not there. */
const ids = new Proxy({}, { get: () => randomUUID() })

/** Everything that is read without naming what is not there; an organization without a building has no link of a screen. */
const READS = ALL_VARIANTS.flatMap((variant) => {
  const { endpoint, path, scheme } = variant
  if (endpoint.method !== 'GET' || path.includes('{') || !(scheme === 'basic' || scheme === 'session')) return []
  const given = GOOD_QUERIES[endpoint.operation as Operation]
  const query = new URLSearchParams(typeof given === 'function' ? given({ ids } as never) : given)
  return [{ name: label(variant), path: `${path}?${query}`, scheme, namesId: typeof given === 'function' }]
})

it.each(READS)('An organization in which nothing is yet is answered: $name', async ({ path, scheme, namesId }) => {
  const headers = scheme === 'basic' ? basic(organization.keys['all-permissions']) : person.headers
  const { status, text } = await send(service.baseUrl, { path, headers })
  expect([status, status === 200 ? '' : text.slice(0, 300)]).toEqual(
    namesId && status === 404 ? [404, expect.anything()] : [200, ''],
  )
})
