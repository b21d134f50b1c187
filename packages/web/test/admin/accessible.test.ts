import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { expectAccessible, expectNoErrors, PHONE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { ask, makeBuilding, makeGroup, makeUser, openApi, settled } from './support.ts'

let browser: TestBrowser
const pages: Record<string, string> = {
  keys: '/admin/keys',
  'one key': `/admin/keys/${inject('demo').key.id}`,
  users: '/admin/users',
  groups: '/admin/groups',
  settings: '/admin/settings',
  'meanings of attributes': '/admin/settings?tab=attributes',
  'nightly planning': '/admin/settings?tab=planning',
}
beforeAll(async () => {
  browser = await startBrowser()
  const api = await openApi(browser)
  const group = await makeGroup(api)
  const below = await makeGroup(api, { parentGroupId: group.groupId })
  const user = await makeUser(api)
  const { zoneId } = await makeBuilding(api, [])
  await ask(api, 'PUT', `/api/groups/${below.groupId}/members/${user.userId}`)
  await ask(api, 'PUT', `/api/groups/${below.groupId}/zones`, { zoneIds: [zoneId] })
  await ask(api, 'PUT', `/api/users/${user.userId}/account`, { password: 'a password that is long enough' })
  pages['one user'] = `/admin/users/${user.userId}`
  pages['one group'] = `/admin/groups/${below.groupId}`
})
afterAll(() => browser?.[Symbol.asyncDispose]())

/** Dialogs of each page, by the buttons that open them. */
const DIALOGS: Readonly<Record<string, readonly string[]>> = {
  keys: ['Create a key'],
  'one key': ['Edit', 'Rotate', 'Block', 'Revoke'],
  users: ['Add a user'],
  'one user': ['Edit', 'Set inactive', 'Change roles', 'New password', 'Remove access'],
  groups: ['Add a group'],
  'one group': ['Edit', 'Set inactive', 'Change zones'],
  settings: [],
  'meanings of attributes': ['Give an attribute a meaning'],
  'nightly planning': ['Plan and book now'],
}

const throughDialogs = async (page: Page, name: string, look: () => Promise<void>): Promise<void> => {
  await look()
  for (const button of DIALOGS[name] ?? []) {
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

describe.each(Object.keys(DIALOGS))('the page of %s', (name) => {
  it.each(['light', 'dark'] as const)('is accessible in %s colours, its dialogs too', async (colorScheme) => {
    const page = await browser.open(pages[name] ?? '', 'global-administrator', { colorScheme })
    await settled(page)
    await throughDialogs(page, name, () => expectAccessible(page))
    expectNoErrors(page)
  })

  it('fits a phone, its dialogs too', async () => {
    const page = await browser.open(pages[name] ?? '', 'global-administrator', PHONE)
    await settled(page)
    await throughDialogs(page, name, async () => {
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    })
    expectNoErrors(page)
  })
})

it.each(['light', 'dark'] as const)('the dialog with a secret is accessible in %s colours', async (colorScheme) => {
  const page = await browser.open('/admin/keys', 'global-administrator', { colorScheme })
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByLabel('Name').fill('Zz looked at')
  await page.getByRole('radio', { name: 'Data Warehouse' }).check()
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByRole('dialog', { name: 'Secret of Zz looked at' }).waitFor()
  await expectAccessible(page)
  expectNoErrors(page)
})
