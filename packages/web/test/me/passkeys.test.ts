import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { openDemo, PASSWORD } from '../support/demo.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

/** Plugs a device into the browser that keeps passkeys and knows its owner's finger. */
const plugIn = async (page: Page): Promise<{ unplug(): Promise<void> }> => {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
  return { unplug: () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }).then(() => {}) }
}

/** Passkeys belong to a name, and an address is none. */
const onLocalhost = (baseUrl: string): string => baseUrl.replace('127.0.0.1', 'localhost')

it('A person adds a passkey, signs in with it without typing a name, renames and removes it', async () => {
  const { baseUrl, people } = await openDemo()
  const page = await browser.open('/favicon.svg', undefined, { baseURL: onLocalhost(baseUrl) })
  const device = await plugIn(page)
  await page.goto('/sign-in?next=/profile')
  await page.getByLabel('User name').fill(people.colleague)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const section = page.getByRole('region', { name: 'Passkeys' })
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.getByLabel('Name').fill('Laptop')
  await section.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await section.getByRole('button', { name: 'Continue on the device' }).click()
  await section.getByRole('list', { name: 'Your passkeys' }).getByText('Laptop').waitFor()
  await expectAccessible(page)

  await page.request.delete('/api/session', { headers: { 'x-csrf-token': await csrfToken(page) } })
  await page.goto('/sign-in?next=/profile')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/profile')
  await section.getByText(/last used/).waitFor()

  await section.getByRole('button', { name: 'Rename: Laptop' }).click()
  await section.getByLabel('Name').fill('Old laptop')
  await section.getByRole('button', { name: 'Save' }).click()
  await section.getByRole('button', { name: 'Remove: Old laptop' }).click()
  await page.getByText('The passkey Old laptop no longer signs you in.').waitFor()
  await page.request.delete('/api/session', { headers: { 'x-csrf-token': await csrfToken(page) } })
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('alert').getByText('This passkey does not sign in here.').waitFor()
  await device.unplug()
  expectNoErrors(page)
})

const csrfToken = async (page: Page): Promise<string> =>
  ((await (await page.request.get('/api/session')).json()) as { csrfToken: string }).csrfToken

it('The profile lists where a person is signed in, and signs out another browser', async () => {
  const { people } = await openDemo()
  const [page, elsewhere] = [await browser.open('/profile', 'colleague'), await browser.open('/favicon.svg')]
  const signIn = await elsewhere.request.post('/api/session', {
    data: { userName: people.colleague, password: PASSWORD },
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' },
  })
  expect(signIn.status()).toBe(201)
  await page.reload()
  const section = page.getByRole('region', { name: 'Where you are signed in' })
  await section.getByText('This browser').waitFor()
  await section
    .getByRole('button', { name: /^Sign out: Firefox on Windows/ })
    .first()
    .click()
  await page.getByText('That browser is signed out.').waitFor()
  expect((await elsewhere.request.get('/api/session')).status()).toBe(401)
  expect((await page.request.get('/api/session')).status()).toBe(200)
  expectNoErrors(page)
})
