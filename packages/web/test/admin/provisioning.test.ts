import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { unique } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

it('a provider is connected with a key, is shown with what it did, and gets another group type', async () => {
  const page = await browser.open('/admin/keys', 'global-administrator')
  const name = unique('Entra')
  await page.getByRole('button', { name: 'Create a key' }).click()
  const form = page.getByRole('dialog', { name: 'Create a key' })
  await form.getByLabel('Name').fill(name)
  await form.getByRole('radio', { name: 'Provisioning' }).check()
  await form.getByRole('button', { name: 'Create the key' }).click()
  const shown = page.getByRole('dialog', { name: `Secret of ${name}` })
  const secret = await shown.getByLabel('Bearer secret, for SCIM').inputValue()
  await shown.getByRole('button', { name: 'I have stored it' }).click()

  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' }
  const userName = unique('ada')
  for (const expected of [201, 409]) {
    expect((await page.request.post('/scim/v2/Users', { headers, data: { userName } })).status()).toBe(expected)
  }
  const syncs = page.getByRole('table', { name: `Last syncs of ${name}` })
  await expect
    .poll(async () => {
      await page.goto('/admin/provisioning')
      await page.getByRole('table', { name: 'Providers' }).waitFor()
      return (await syncs.isVisible()) ? syncs.getByRole('row').nth(1).getByRole('cell').allTextContents() : []
    })
    .toEqual(expect.arrayContaining(['2', '1', '0', '0', '1']))

  const provider = page.getByRole('table', { name: 'Providers' }).getByRole('row').filter({ hasText: name })
  await provider.getByText('group', { exact: true }).waitFor()
  await provider.getByRole('button', { name: `Edit ${name}` }).click()
  const edit = page.getByRole('dialog', { name: `Edit ${name}` })
  await edit.getByLabel('Group type').fill('squad')
  await edit.getByRole('button', { name: 'Save' }).click()
  await provider.getByText('squad', { exact: true }).waitFor()
  expectNoErrors(page)
})

it('only global administrators see providers', async () => {
  const page = await browser.open('/admin/provisioning', 'workplace-administrator')
  await page.getByText('Only global administrators see providers').waitFor()
})
