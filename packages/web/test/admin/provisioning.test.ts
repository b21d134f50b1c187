import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoErrors, goTo, startBrowser, type TestBrowser } from '../support/browser.ts'
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
  const secret = await shown.getByRole('textbox', { name: 'Bearer secret, for SCIM' }).inputValue()
  await shown.getByRole('button', { name: 'I have stored it' }).click()

  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' }
  const userName = unique('ada')
  const created = await page.request.post('/scim/v2/Users', { headers, data: { userName } })
  expect(created.status()).toBe(201)
  expect((await page.request.post('/scim/v2/Users', { headers, data: { userName } })).status()).toBe(409)
  const syncs = page.getByRole('table', { name: `Last syncs of ${name}` })
  await expect
    .poll(async () => {
      await goTo(page, '/admin/provisioning')
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

  const { id } = (await created.json()) as { id: string }
  await goTo(page, `/admin/users/${id}`)
  await page.getByText(`User name, names, e-mail and status come from ${name} and are changed there.`).waitFor()
  expect(await page.getByRole('button', { name: 'Set inactive' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Change ${userName}` })
  for (const label of ['User name', 'First name', 'Last name']) {
    expect(await dialog.getByLabel(label).getAttribute('readonly')).not.toBeNull()
  }
  expect(await dialog.getByRole('combobox', { name: 'Primary location' }).getAttribute('readonly')).toBeNull()
  expectNoErrors(page)
})

it('only global administrators see providers', async () => {
  const page = await browser.open('/admin/provisioning', 'workplace-administrator')
  await page.getByText('Only global administrators see providers').waitFor()
})
