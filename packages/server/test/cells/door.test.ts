import { afterAll, beforeAll, expect, it } from 'vitest'
import { basic, bearer, startTestService, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { tokenOf } from '../http/support/credentials.ts'

let service: TestService
let here: TestOrganization
let there: TestOrganization
beforeAll(async () => {
  service = await startTestService({ nightly: false }, undefined, ['two'])
  here = await service.createOrganization('Here', 'main')
  there = await service.createOrganization('There', 'two')
})
afterAll(() => service?.[Symbol.asyncDispose]())

const get = async (path: string, headers: Record<string, string>) => {
  const response = await fetch(service.baseUrl + path, { headers })
  return { status: response.status, body: await response.json() }
}

it('each key reads its own organization, whichever cell has it', async () => {
  for (const org of [here, there]) {
    const { status, body } = await get('/api/session', bearer(await tokenOf(service.baseUrl, org.keys['all-permissions'])))
    expect([status, (body as { organizationId: string }).organizationId]).toEqual([200, org.id])
    expect((await get('/v1/analytics/locations/basic', basic(org.keys['data-warehouse']))).status).toBe(200)
  }
})
