import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { ask, openApi, unique } from '../../admin/support.ts'
import { NOWHERE, startBrowser, type TestBrowser } from '../../support/browser.ts'
import { pressInTurn } from '../../support/keys.ts'
import type { Own } from '../../troubleshooting/support.ts'
import { FIRST_NAMES, makeChanged, makeLeavers, openUnprovisioned, sendRefused, statusesOf } from '../administration.ts'
import { card, typeAtOnce } from '../clicks.ts'
import { chooseOption, jobByKeyboard, openByPalette, pressOn, skipToContent, tabTo } from './keys.ts'

let browser: TestBrowser
let api: Page
beforeAll(async () => {
  browser = await startBrowser()
  api = await openApi(browser)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const openAdministrator = () => browser.open(NOWHERE, 'global-administrator')

jobByKeyboard('Add a person', openAdministrator, async (page) => {
  const userName = `zz-${unique('job').replace(' ', '')}@example.com`
  await openByPalette(page, 'Add a user')
  await typeAtOnce(page, page.getByRole('dialog').getByLabel('User name'), userName)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin\/users\/[0-9a-f-]{36}$/)
  await page.getByRole('heading', { level: 1, name: userName }).waitFor()
})

let leavers: string
jobByKeyboard(
  'Set three users inactive',
  async () => {
    leavers = await makeLeavers(api)
    return openAdministrator()
  },
  async (page) => {
    await pressInTurn(page, 'g', 'u')
    await tabTo(page.getByLabel('Find users'))
    await page.keyboard.type(leavers)
    for (const firstName of FIRST_NAMES) {
      await pressOn(page.getByRole('checkbox', { name: `Select ${firstName} ${leavers}` }), 'Space')
    }
    const change = page.getByRole('group', { name: 'Change several users' }).getByRole('button', { name: 'Set inactive' })
    await change.waitFor()
    await tabTo(change, 'Shift+Tab')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Set 3 users inactive?' })
    await pressOn(dialog.getByRole('button', { name: 'Set inactive' }))
    await page.getByText('3 users changed.').waitFor()
    expect(await statusesOf(api, leavers)).toEqual(['inactive', 'inactive', 'inactive'])
  },
)

/** Names the key in the dialog that is open, and takes its secret. */
const nameKey = async (page: Page, name: string) => {
  await typeAtOnce(page, page.getByRole('dialog', { name: 'Create a key' }).getByLabel('Name'), name)
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: `Secret of ${name}` })
  await pressOn(shown.getByRole('button', { name: 'I have stored it' }))
  await shown.waitFor({ state: 'detached' })
  await tabTo(page.getByRole('link', { name }))
}

jobByKeyboard('Create a key', openAdministrator, async (page) => {
  await openByPalette(page, 'Create a key')
  await nameKey(page, unique('Badges'))
})

jobByKeyboard(
  'Connect the first directory that provisions people',
  () => openUnprovisioned(browser),
  async (page) => {
    await skipToContent(page)
    await pressOn(card(page, 'People and groups').getByRole('link', { name: 'Provisioning' }).first())
    await pressOn(page.getByRole('main').getByRole('link', { name: 'Create a key' }))
    await nameKey(page, unique('Entra'))
  },
)

let own: Own
jobByKeyboard(
  'See which events of a source are refused, and why',
  async () => {
    own = await sendRefused()
    return openAdministrator()
  },
  async (page) => {
    await skipToContent(page)
    await pressOn(card(page, 'Sources').getByRole('link', { name: 'All sources' }))
    await pressOn(page.getByRole('link', { name: `Refused events of bad ${own.mark}` }))
    await page.getByText('That is all: 2 events.').waitFor()
  },
)

let changed: string
jobByKeyboard(
  'Look up who changed a user',
  async () => {
    changed = await makeChanged(api)
    return openAdministrator()
  },
  async (page) => {
    await openByPalette(page, 'Audit log')
    await chooseOption(page.getByRole('combobox', { name: 'Done to' }), changed)
    await page.getByText('That is all: 2 acts.').waitFor()
    const { userName } = await ask(page, 'GET', '/api/users/me')
    const act = page.getByRole('table', { name: 'Audit log' }).getByRole('row').filter({ hasText: 'user.update' })
    expect(await act.innerText()).toContain(userName)
  },
)
