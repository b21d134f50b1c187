import type { Page } from 'playwright-core'
import { afterAll, beforeAll, it } from 'vitest'
import {
  expectAccessible,
  expectFitsPhone,
  expectNoErrors,
  goWithin,
  startBrowser,
  type TestBrowser,
  WIDE,
} from '../support/browser.ts'
import { openDemo } from '../support/demo.ts'
import { ask, makeBuilding, makeGroup, makeUser, openApi, settled } from './support.ts'

let browser: TestBrowser
let page: Page
const pages: Record<string, string> = {
  'audit log': '/admin/audit',
  keys: '/admin/keys',
  'one key': `/admin/keys/${(await openDemo()).key.id}`,
  'single sign-on': '/admin/single-sign-on',
  provisioning: '/admin/provisioning',
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
  page = await browser.open('/me', 'global-administrator')
})
afterAll(() => browser?.[Symbol.asyncDispose]())

/** Dialogs of each page, by the buttons that open them. */
const DIALOGS: Readonly<Record<string, readonly string[]>> = {
  'audit log': [],
  keys: ['Create a key'],
  'one key': ['Edit', 'Rotate', 'Block', 'Revoke'],
  'single sign-on': ['Add a provider'],
  provisioning: [],
  users: ['Add a user'],
  'one user': ['Edit', 'Set inactive', 'Change roles', 'New password', 'Remove access', 'Erase'],
  groups: ['Add a group'],
  'one group': ['Edit', 'Set inactive', 'Change zones'],
  settings: [],
  'meanings of attributes': ['Give an attribute a meaning'],
  'nightly planning': ['Plan and book now'],
}

const throughDialogs = async (name: string, look: () => Promise<void>): Promise<void> => {
  await look()
  for (const button of DIALOGS[name] ?? []) {
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

it.each(Object.keys(DIALOGS))('the page of %s is accessible and fits a phone, its dialogs too', async (name) => {
  await goWithin(page, pages[name] ?? '')
  await settled(page)
  await throughDialogs(name, async () => {
    await expectAccessible(page)
    await expectFitsPhone(page)
    await page.setViewportSize(WIDE.viewport)
  })
  expectNoErrors(page)
})

it('the dialog with a secret is accessible', async () => {
  await goWithin(page, '/admin/keys')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByLabel('Name').fill('Zz looked at')
  await page.getByRole('radio', { name: 'Data Warehouse' }).check()
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByRole('dialog', { name: 'Secret of Zz looked at' }).waitFor()
  await expectAccessible(page)
  expectNoErrors(page)
})
