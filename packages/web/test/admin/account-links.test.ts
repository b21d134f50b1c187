import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { ask, makeUser, openApi } from './support.ts'

let browser: TestBrowser
let api: Page
beforeAll(async () => {
  browser = await startBrowser()
  api = await openApi(browser)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const NEW = 'a password that was chosen'

it('An administrator invites a user by a link, with which the user chooses a password and is signed in', async () => {
  const user = await makeUser(api)
  const page = await browser.open(`/admin/users/${user.userId}`, 'global-administrator')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  // The service of the tests has no mail server.
  expect(await dialog.getByRole('radio', { name: 'By mail' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByRole('cell', { name: 'No password: a link or an identity provider' }).waitFor()
  expect(await page.content()).not.toContain(link.split('#')[1])

  const invited = await browser.open(link)
  await invited.getByRole('heading', { name: 'Welcome to Rollcall' }).waitFor()
  await invited.getByText(user.userName).waitFor()
  await expectAccessible(invited)
  await invited.getByLabel('New password', { exact: true }).fill(NEW)
  await invited.getByLabel('Confirm the new password').fill(NEW)
  await invited.getByRole('button', { name: 'Save and sign in' }).click()
  await invited.waitForURL('/')

  const late = await browser.open(link)
  await late.getByRole('alert').getByText('It works once, for 24 hours').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('is signed out everywhere.').waitFor()
  expect((await invited.request.get('/api/session')).status()).toBe(401)
  for (const each of [page, invited]) expectNoErrors(each)
  await ask(api, 'DELETE', `/api/users/${user.userId}/account`)
})

it('Without a mail server the sign-in says who makes a link', async () => {
  const page = await browser.open('/sign-in')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByText('Ask a global administrator of your organization for a link').waitFor()
  await expectAccessible(page)
  expectNoErrors(page)
})

it('The page of mail is for global administrators, and says that there is no mail server', async () => {
  const page = await browser.open('/admin/mail', 'global-administrator')
  await page.getByText('The operator of this service has named no mail server').waitFor()
  await expectAccessible(page)
  const other = await browser.open('/admin/mail', 'workplace-administrator')
  await other.getByText('Mail: not shown to your role').waitFor()
  for (const each of [page, other]) expectNoErrors(each)
})
