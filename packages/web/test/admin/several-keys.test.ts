import type { Key, KeyWithSecret } from '@rollcall/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, expectNoErrors, goTo, startBrowser, type TestBrowser } from '../support/browser.ts'
import { ask, type Credentials, callWith, FOLLOWS, openApi, unique } from './support.ts'

let browser: TestBrowser
let api: Page
beforeAll(async () => {
  browser = await startBrowser()
  api = await openApi(browser)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const makeKey = async (name: string): Promise<Credentials> => {
  const body = { name, role: 'data-warehouse', authMethods: ['basic'] }
  const { keyId, secret } = await ask<KeyWithSecret>(api, 'POST', '/api/keys', body)
  return { id: keyId, secret: secret ?? '' }
}

/** Three keys of this test, on the page of keys that lists no others. */
const openKeys = async () => {
  const mark = unique('Several')
  const keys = [await makeKey(`${mark} one`), await makeKey(`${mark} two`), await makeKey(`${mark} kept`)] as const
  const page = await browser.open('/admin/keys', 'global-administrator')
  await page.getByLabel('Find keys').fill(mark)
  const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^Select ${mark} ${name}, `) })
  const storedOf = async (what: (key: Key) => unknown) => {
    const stored = await Promise.all(keys.map(({ id }) => ask<Key>(page, 'GET', `/api/keys/${id}`)))
    return stored.map(what)
  }
  await box('kept').waitFor()
  return { page, keys, mark, box, storedOf, actions: page.getByRole('group', { name: 'Change several keys' }) }
}

it('several keys are revoked together, and the one that was not selected works on', async () => {
  const { page, keys, mark, box, storedOf, actions } = await openKeys()
  const revoke = actions.getByRole('button', { name: 'Revoke' })
  expect(await revoke.isDisabled(), 'before a key is selected').toBe(true)
  for (const key of keys) expect(await callWith(page, key)).toMatchObject({ status: 200 })
  for (const name of ['one', 'two']) await box(name).check()
  await actions.getByText('2 selected').waitFor()
  await revoke.click()
  const dialog = page.getByRole('dialog', { name: 'Revoke 2 keys?' })
  await dialog.getByText('Calls with them are refused within five seconds, and this cannot be undone.').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await storedOf(({ status }) => status), 'nothing is revoked before that is confirmed').toEqual(['live', 'live', 'live'])

  await revoke.click()
  await dialog.getByRole('button', { name: 'Revoke for good' }).click()
  await page.getByText('2 keys changed.').waitFor()
  for (const name of ['one', 'two']) await box(name).waitFor({ state: 'detached' })
  expect(await storedOf(({ status }) => status)).toEqual(['revoked', 'revoked', 'live'])
  const statuses = async () => (await Promise.all(keys.map((key) => callWith(page, key)))).map(({ status }) => status)
  await expect.poll(statuses, FOLLOWS).toEqual([401, 401, 200])
  await page.getByRole('radiogroup', { name: 'Which keys' }).getByText('All').click()
  await page
    .getByRole('row', { name: `${mark} two` })
    .getByText('Revoked')
    .waitFor()
  expectNoErrors(page)
})

it('several keys get the same expiry, and all keep theirs where one of them is revoked already', async () => {
  const { page, keys, mark, box, storedOf, actions } = await openKeys()
  await ask(page, 'PATCH', '/api/batch/keys', { ids: [keys[1].id], changes: { revoked: true } })
  await goTo(page, '/admin/keys?show=all')
  await page.getByLabel('Find keys').fill(mark)
  await box('kept').waitFor()
  const expire = async () => {
    await actions.getByRole('button', { name: 'Change the expiry' }).click()
    const dialog = page.getByRole('dialog', { name: /^Change the expiry of [23] keys$/ })
    await dialog.getByLabel('Expires on').fill('2099-01-01')
    await dialog.getByRole('button', { name: 'Save' }).click()
    return dialog
  }
  const expiries = () => storedOf(({ expiresAt }) => expiresAt)
  await page.getByRole('checkbox', { name: 'Select all listed' }).check()
  await actions.getByText('3 selected').waitFor()
  const refused = await expire()
  await refused.getByRole('alert').getByText(`Nothing was changed: ${mark} two is revoked.`).waitFor()
  expect(await expiries()).toEqual([null, null, null])
  await refused.getByRole('button', { name: 'Cancel' }).click()
  await refused.waitFor({ state: 'detached' })

  await box('two').uncheck()
  await expire()
  await page.getByText('2 keys changed.').waitFor()
  const begin = await page.evaluate(() => new Date('2099-01-01T00:00').toISOString())
  expect(await expiries()).toEqual([begin, null, begin])
  expectNoErrors(page)
})
