import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { ask, openApi, unique } from '../admin/support.ts'
import { NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import type { Own } from '../troubleshooting/support.ts'
import { FIRST_NAMES, makeChanged, makeLeavers, openUnprovisioned, sendRefused, statusesOf } from './administration.ts'
import { card, chooseTyped, job, openAdministration, typeAtOnce } from './clicks.ts'

let browser: TestBrowser
let api: Page
beforeAll(async () => {
  browser = await startBrowser()
  api = await openApi(browser)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const openAdministrator = () => browser.open(NOWHERE, 'global-administrator')

job('Add a person', openAdministrator, async (page) => {
  const userName = `zz-${unique('job').replace(' ', '')}@example.com`
  await openAdministration(page, 'Users')
  await page.getByRole('button', { name: 'Add a user' }).click()
  await typeAtOnce(page, page.getByRole('dialog').getByLabel('User name'), userName)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin\/users\/[0-9a-f-]{36}$/)
  await page.getByRole('heading', { level: 1, name: userName }).waitFor()
})

let leavers: string
job(
  'Set three users inactive',
  async () => {
    leavers = await makeLeavers(api)
    return openAdministrator()
  },
  async (page) => {
    await openAdministration(page, 'Users')
    await page.getByLabel('Find users').click()
    await page.keyboard.type(leavers)
    for (const firstName of FIRST_NAMES) {
      await page.getByRole('checkbox', { name: `Select ${firstName} ${leavers}` }).click()
    }
    await page.getByRole('group', { name: 'Change several users' }).getByRole('button', { name: 'Set inactive' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set 3 users inactive?' })
    await dialog.getByRole('button', { name: 'Set inactive' }).click()
    await page.getByText('3 users changed.').waitFor()
    expect(await statusesOf(api, leavers)).toEqual(['inactive', 'inactive', 'inactive'])
  },
)

/** Names the key in the dialog that is open, and takes its secret. */
const nameKey = async (page: Page, name: string) => {
  await typeAtOnce(page, page.getByRole('dialog', { name: 'Create a key' }).getByLabel('Name'), name)
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: `Secret of ${name}` })
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('link', { name }).waitFor()
}

job('Create a key', openAdministrator, async (page) => {
  await openAdministration(page, 'Keys')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await nameKey(page, unique('Badges'))
})

job(
  'Connect the first directory that provisions people',
  () => openUnprovisioned(browser),
  async (page) => {
    await card(page, 'People and groups').getByRole('link', { name: 'Provisioning' }).first().click()
    await page.getByRole('main').getByRole('link', { name: 'Create a key' }).click()
    await nameKey(page, unique('Entra'))
  },
)

let own: Own
job(
  'See which events of a source are refused, and why',
  async () => {
    own = await sendRefused()
    return openAdministrator()
  },
  async (page) => {
    await card(page, 'Sources').getByRole('link', { name: 'All sources' }).click()
    await page.getByRole('link', { name: `Refused events of bad ${own.mark}` }).click()
    await page.getByText('That is all: 2 events.').waitFor()
  },
)

let changed: string
job(
  'Look up who changed a user',
  async () => {
    changed = await makeChanged(api)
    return openAdministrator()
  },
  async (page) => {
    await openAdministration(page, 'Audit log')
    await chooseTyped(page, page.getByRole('combobox', { name: 'Done to' }), changed)
    await page.getByText('That is all: 2 acts.').waitFor()
    const { userName } = await ask(page, 'GET', '/api/users/me')
    const act = page.getByRole('table', { name: 'Audit log' }).getByRole('row').filter({ hasText: 'user.update' })
    expect(await act.innerText()).toContain(userName)
  },
)
