import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../src/testing/test-service.ts'
import { openBrowser, signInWith } from './support/browser.ts'
import { type RealProvider, startRealProvider } from './support/real-provider.ts'
import { connect, storeUser } from './support/setting.ts'

let service: TestService
let provider: RealProvider

beforeAll(async () => {
  service = await startTestService({}, undefined, ['two'])
  provider = await startRealProvider()
  provider.people.set('ada', { email: 'ada@example.com', email_verified: true })
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await provider?.[Symbol.asyncDispose]()
})

it('people of an organization of any cell sign in and out, though no browser and no provider knows its cell', async () => {
  const { id: orgId } = await service.createOrganization()
  const administrator = await service.signIn(orgId, ['global-administrator'])
  const userId = await storeUser(service, orgId, { userName: 'ada@example.com' })
  const { providerId } = await connect(service, administrator, provider, { domains: ['example.com'], signsOutThere: true })
  const browser = openBrowser(service)
  const found = await browser.call('/api/session/providers?userName=ada@example.com')
  expect(found.body.items).toMatchObject([{ providerId }])
  expect(await signInWith(browser, providerId)).toMatchObject({ status: 201, body: { session: { userId } } })
  expect((await browser.call('/api/session')).body).toMatchObject({ userId, organizationId: orgId })

  const other = openBrowser(service)
  await signInWith(other, providerId)
  const { body } = await other.call('/api/session', undefined, 'DELETE')
  const { address, html } = await other.visit(body.providerAddress)
  const action = /action="([^"]+)"/.exec(html)?.[1] as string
  await other.visit(new URL(action, address), { xsrf: /name="xsrf" value="([^"]+)"/.exec(html)?.[1] as string, logout: 'yes' })
  expect((await browser.call('/api/session')).status).toBe(200)
})

it('organizations of the main cell do so as well', async () => {
  const { id: orgId } = await service.createOrganization('Main', 'main')
  const control = service.cells.get('main')
  if (!control) throw new Error('There is no main cell.')
  const keys = await service.cells
    .get('main')
    ?.pool.query<{ id: string }>(
      `insert into users (org_id, id, user_name) values ($1, gen_random_uuid(), 'ada@example.com') returning id`,
      [orgId],
    )
  await control.pool.query(
    `insert into identity_providers (org_id, id, label, issuer, client_id, client_authentication)
     values ($1, gen_random_uuid(), 'Main', $2, 'rollcall', 'none')`,
    [orgId, provider.issuer],
  )
  const { rows } = await control.pool.query<{ id: string }>('select id from identity_providers where org_id = $1', [orgId])
  const providerId = rows[0]?.id as string
  await provider.register(`${service.baseUrl}/sign-in/sso/${providerId}`, {
    client_secret: undefined,
    token_endpoint_auth_method: 'none',
  } as never)
  const answer = await signInWith(openBrowser(service), providerId)
  expect(answer).toMatchObject({ status: 201, body: { session: { userId: keys?.rows[0]?.id } } })
})
