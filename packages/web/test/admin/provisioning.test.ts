import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, expectNoErrors, goTo, NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { contentOf } from '../support/download.ts'
import { unique } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

it('a provider is connected with a key, is shown with what it did, and gets another group type', async () => {
  const page = await browser.open(NOWHERE, 'global-administrator')
  const name = unique('Entra')
  // Other tests may have made providers.
  let isFirst = true
  const none = { json: { items: [], nextCursor: null } }
  await page.route('**/api/provisioning-providers?*', (route) => (isFirst ? route.fulfill(none) : route.continue()))
  await goTo(page, '/admin/provisioning')
  await page.getByRole('link', { name: 'Create a key' }).click()
  const form = page.getByRole('dialog', { name: 'Create a key' })
  expect(await form.getByRole('radio', { name: 'Provisioning' }).isChecked()).toBe(true)
  isFirst = false
  await form.getByLabel('Name').fill(name)
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
  await edit.getByLabel('Kind of group').fill('squad')
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
  expect(await dialog.getByRole('combobox', { name: 'Primary building' }).getAttribute('readonly')).toBeNull()
  expectNoErrors(page)
})

it('conflicts that do not fit on a page are said to be a part, are loaded on request, and are all in the file', async () => {
  const page = await browser.open(NOWHERE, 'global-administrator')
  const providerId = '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21'
  const at = '2026-01-05T09:00:00.000Z'
  const provider = { providerId, name: 'Entra ID', groupType: 'group', users: 0, groups: 0, conflicts: 2, lastSync: null }
  const conflict = { providerId, providerName: 'Entra ID', source: 'import', subjectType: 'user', detail: 'Other values: email.' }
  const listed = ['ada', 'ben'].map((subjectName) => {
    return { ...conflict, subjectId: subjectName, subjectName, firstAt: at, lastAt: at, occurrences: 1 }
  })
  await page.route('**/api/provisioning-providers?*', (route) =>
    route.fulfill({ json: { items: [{ ...provider, createdAt: at, updatedAt: at }], nextCursor: null } }),
  )
  await page.route('**/syncs?*', (route) => route.fulfill({ json: { items: [], nextCursor: null } }))
  await page.route('**/api/provisioning-conflicts?*', (route) => {
    const isSecond = new URL(route.request().url()).searchParams.get('cursor') === 'second'
    return route.fulfill({ json: { items: [listed[isSecond ? 1 : 0]], nextCursor: isSecond ? null : 'second' } })
  })
  await goTo(page, '/admin/provisioning')
  const conflicts = page.getByRole('region', { name: 'Conflicts' })
  await conflicts.getByRole('link', { name: 'ada' }).waitFor()
  await conflicts.getByRole('status').filter({ hasText: 'Only the first 1 are loaded.' }).waitFor()
  await expectAccessible(page)
  const file = String(await contentOf(page, conflicts.getByRole('button', { name: 'CSV: Conflicts' })))
  expect(file.trim().split('\r\n').slice(1)).toEqual([expect.stringMatching(/^ada,/), expect.stringMatching(/^ben,/)])
  expect(await conflicts.getByRole('link', { name: 'ben' }).count()).toBe(0)

  await conflicts.getByRole('button', { name: 'Load more' }).press('Enter')
  await conflicts.getByRole('link', { name: 'ben' }).waitFor()
  expect(await conflicts.getByRole('button', { name: 'Load more' }).count()).toBe(0)
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('All 2 are loaded.')
  expectNoErrors(page)
})

it('only global administrators see providers', async () => {
  const page = await browser.open('/admin/provisioning', 'workplace-administrator')
  await page.getByText('Only global administrators see providers').waitFor()
})
