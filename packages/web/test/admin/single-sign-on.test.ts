import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RealProvider, startRealProvider } from '../../../server/test/sso/support/real-provider.ts'
import { expectAccessible, expectNoErrors, goTo, startBrowser, type TestBrowser } from '../support/browser.ts'
import { openDemo } from '../support/demo.ts'
import { ask } from './support.ts'

let browser: TestBrowser
let provider: RealProvider
beforeAll(async () => {
  browser = await startBrowser()
  provider = await startRealProvider()
})
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]()
  await provider?.[Symbol.asyncDispose]()
})

it('an administrator adds, tests and tries a provider, people sign in with it, and it is removed again', async () => {
  const { baseUrl, people } = await openDemo()
  provider.people.set('ada', { email: people.employee, email_verified: true })
  const page = await browser.open('/admin/single-sign-on', 'global-administrator')
  await page.getByText('There is no identity provider').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add a provider' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Button').fill('Acme')
  await dialog.getByLabel('Issuer').fill(provider.issuer)
  await dialog.getByLabel('Client id').fill(provider.clientId)
  await dialog.getByLabel('Client secret').fill(provider.clientSecret)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add the provider' }).click()
  const panel = page.getByRole('region', { name: 'Acme' })
  await panel.getByRole('button', { name: 'Test' }).click()
  const address = panel.getByText(`${baseUrl}/sign-in/sso/`)
  const redirectUri = (await address.textContent()) as string
  await provider.register(redirectUri)
  await panel.getByRole('button', { name: 'Test' }).click()
  await expect.poll(() => panel.getByText('Passed').count()).toBe(7)
  await expectAccessible(page)

  await panel.getByRole('button', { name: 'Try to sign in' }).click()
  await page.getByRole('heading', { name: 'Trial sign-in' }).waitFor()
  await page.getByText('The sign-in works: it finds your user.').waitFor()
  await page.getByText(JSON.stringify(people.employee)).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the identity providers' }).click()
  await page.waitForURL('/admin/single-sign-on')

  const person = await browser.open('/sign-in?next=/profile')
  await person.getByRole('button', { name: 'Sign in with Acme' }).click()
  await person.waitForURL('/profile')
  await person.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  await expectAccessible(person)
  const session = await person.request.get('/api/session')
  expect(((await session.json()) as { userName: string }).userName).toBe(people.employee)

  await page.reload()
  await panel.getByRole('button', { name: 'People' }).click()
  await page.getByRole('dialog').getByRole('link', { name: people.employee }).waitFor()
  await page.keyboard.press('Escape')

  const stored = async () => {
    const { items } = await ask<{ items: { providerId: string }[] }>(page, 'GET', '/api/identity-providers')
    return items[0]
  }
  await panel.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Acme' })
  await edit.waitFor()
  // Another administrator changes something else meanwhile.
  const providerId = (await stored())?.providerId
  await ask(page, 'PATCH', `/api/identity-providers/${providerId}`, { createsPeople: true })
  await edit.getByRole('switch', { name: 'Sign out there as well' }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.waitFor({ state: 'hidden' })
  expect(await stored()).toMatchObject({ label: 'Acme', createsPeople: true, signsOutThere: true, status: 'active' })

  await panel.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the provider' }).click()
  await page.getByText('There is no identity provider').waitFor()
  expect((await person.request.get('/api/session')).status()).toBe(401)

  await goTo(page, `/admin/audit?action=identity-provider.create&entityId=${providerId}`)
  await page.getByRole('button', { name: /^An identity provider was added\. Entry \d+$/ }).click()
  const changed = page.getByRole('dialog').getByRole('table', { name: 'What changed' })
  const valuesOf = (name: RegExp) => changed.getByRole('row', { name }).getByRole('cell').allInnerTexts()
  expect(await valuesOf(/^Client id\s*clientId/)).toEqual(['–', provider.clientId])
  expect(await valuesOf(/^The service proves itself by\s*clientAuthentication/)).toEqual(['–', 'A client secret, in a header'])
  expect(await valuesOf(/^People are found by\s*linksBy/)).toEqual(['–', 'E-mail address'])
  expect(await valuesOf(/^Turn passwords off\s*isRequired/)).toEqual(['–', 'No'])
  expectNoErrors(page)
})

it('a sign-in with a provider that was removed says so', async () => {
  const page = await browser.open('/sign-in/sso/6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21')
  await page.getByRole('alert').getByText('The identity provider was removed or switched off.').waitFor()
  await expectAccessible(page)
})

it('a sign-in that fails says why, and leads back to the sign-in page', async () => {
  const page = await browser.open('/sign-in/sso/6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21?state=unknown-state-of-a-sign-in&code=123')
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toContain('Start again')
  expect(page.url()).not.toContain('code')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the sign-in page' }).click()
  await page.waitForURL('/sign-in')
})
