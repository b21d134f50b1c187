import { afterAll, beforeAll, expect, it } from 'vitest'
import { WEB_DIR } from '../../packages/server/src/gate/web/web-routes.ts'
import { startTestService, type TestService } from '../../packages/server/src/testing/test-service.ts'
import { readEntries } from '../../packages/server/test/audit/support.ts'
import { addProvider, as, storeUser } from '../../packages/server/test/sso/support/setting.ts'
import { findChromium, launchChromium } from '../../packages/web/test/support/chromium.ts'
import { freePort, issuerAt, type Keycloak, startKeycloak } from './keycloak.ts'

type Browser = Awaited<ReturnType<typeof launchChromium>>
type BrowserContext = Awaited<ReturnType<Browser['newContext']>>
type Page = Awaited<ReturnType<BrowserContext['newPage']>>

let service: TestService
let keycloak: Keycloak
let chromium: Browser
let orgId: string
let userId: string
let providerPath: string
let call: ReturnType<typeof as>

beforeAll(async () => {
  service = await startTestService({ webDir: WEB_DIR })
  orgId = (await service.createOrganization('Acme')).id
  const administrator = await service.signIn(orgId, ['global-administrator'])
  userId = await storeUser(service, orgId, { userName: 'a.byron', email: 'ada@example.com' })
  const port = await freePort()
  const client = { issuer: issuerAt(port), clientId: 'rollcall', clientSecret: 'secret-of-rollcall' }
  const { providerId } = await addProvider(service, administrator, client, {
    label: 'Keycloak',
    signsOutThere: true,
    roleMappings: [
      { claim: 'roles', value: 'rollcall-bookings', role: 'bookings-administrator' },
      { claim: 'roles', value: 'rollcall-admins', role: 'workplace-administrator' },
    ],
  })
  call = as(service, administrator)
  providerPath = `/api/identity-providers/${providerId}`
  keycloak = await startKeycloak(port, {
    redirectUri: `${service.baseUrl}/sign-in/sso/${providerId}`,
    postLogoutRedirectUri: `${service.baseUrl}/sign-in`,
    backChannelLogoutUri: `${service.baseUrl}${providerPath}/logout`,
  })
  chromium = await launchChromium(await findChromium())
})
afterAll(async () => {
  await chromium?.close()
  await keycloak?.[Symbol.asyncDispose]()
  await service?.[Symbol.asyncDispose]()
})

const sessionOf = async (context: BrowserContext) => {
  const answer = await context.request.get(`${service.baseUrl}/api/session`)
  return answer.status() === 200 ? ((await answer.json()) as { userId: string; roles: string[] }) : undefined
}

const enterPassword = async (page: Page): Promise<void> => {
  await page.locator('#username').fill('ada')
  await page.locator('#password').fill('lovelace')
  await page.locator('#kc-login').click()
}

const signIn = async (page: Page): Promise<void> => {
  await page.goto(`${service.baseUrl}/sign-in?next=/profile`)
  await page.getByRole('button', { name: 'Sign in with Keycloak' }).click()
  await enterPassword(page)
  await page.waitForURL(`${service.baseUrl}/profile`)
}

it('passes every step of the test', async () => {
  const { steps } = (await call('POST', `${providerPath}/test`)).json<{ steps: { step: string; result: string }[] }>()
  expect(steps).toHaveLength(7)
  expect(steps.filter(({ result }) => result !== 'passed')).toEqual([])
})

it('tries a sign-in on another device, which signs no one in here', async () => {
  const tested = await call('POST', `${providerPath}/test?device=true`)
  const { device } = tested.json<{ device: { handle: string; verificationUri: string } }>()
  const ask = async () => (await call('POST', `${providerPath}/test/device`, { handle: device.handle })).json()
  expect(await ask()).toMatchObject({ result: 'pending' })
  const context = await chromium.newContext()
  const page = await context.newPage()
  await page.goto(device.verificationUri)
  await enterPassword(page)
  await page.locator('[name=accept]').click()
  await expect
    .poll(ask, { timeout: 60_000, interval: 6_000 })
    .toMatchObject({ result: 'passed', userId, roles: ['employee', 'bookings-administrator'] })
  expect(await sessionOf(context)).toBeUndefined()
  await context.close()
})

it('signs a person in with a real browser, whose role changes at the next sign-in, and out on both sides', async () => {
  const context = await chromium.newContext()
  const page = await context.newPage()
  await signIn(page)
  expect(await sessionOf(context)).toMatchObject({ userId, roles: ['employee', 'bookings-administrator'] })

  await keycloak.setRoles('ada', ['rollcall-admins'])
  await page.getByRole('banner').getByRole('button', { name: 'a.byron' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.locator('#kc-logout').click()
  await page.waitForURL(`${service.baseUrl}/sign-in`)
  expect(await sessionOf(context)).toBeUndefined()

  await signIn(page)
  expect((await sessionOf(context))?.roles).toEqual(['employee', 'workplace-administrator'])
  await context.close()
})

it('ends the session here when the person signs out there', async () => {
  const [context, other] = [await chromium.newContext(), await chromium.newContext()]
  await signIn(await context.newPage())
  await signIn(await other.newPage())
  const page = await context.newPage()
  await page.goto(`${keycloak.issuer}/protocol/openid-connect/logout`)
  await page.locator('#kc-logout').click()
  await expect.poll(() => sessionOf(context), { timeout: 20_000 }).toBeUndefined()
  expect(await sessionOf(other)).toBeDefined()
  const entries = (await readEntries(service, orgId)).filter(({ entityId }) => entityId === userId)
  expect(entries.map(({ action, actorType }) => [action, actorType])).toEqual([
    ['identity-link.create', 'provider'],
    ['account.set', 'provider'],
    ['session.create', 'user'],
    ['session.end', 'user'],
    ['account.set', 'provider'],
    ['session.create', 'user'],
    ['session.create', 'user'],
    ['session.create', 'user'],
    ['session.end', 'provider'],
  ])
  await Promise.all([context.close(), other.close()])
})
