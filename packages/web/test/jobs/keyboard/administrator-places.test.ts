import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { unique } from '../../admin/support.ts'
import { type Building, desksOf, makeBuilding } from '../../admin-places/support.ts'
import { NOWHERE, startBrowser, type TestBrowser } from '../../support/browser.ts'
import { typeAtOnce } from '../clicks.ts'
import { chooseOption, chooseTab, jobByKeyboard, openByPalette, pressOn, tabTo, typeOver } from './keys.ts'

let browser: TestBrowser
let building: Building
beforeAll(async () => {
  browser = await startBrowser()
  building = await makeBuilding(await browser.open(NOWHERE, 'workplace-administrator'), [])
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const openAdministrator = () => browser.open(NOWHERE, 'workplace-administrator')

jobByKeyboard('Create the link of a kiosk screen', openAdministrator, async (page) => {
  const name = unique('Lobby')
  await openByPalette(page, 'Make a kiosk screen')
  const form = page.getByRole('dialog', { name: 'Create the link of a screen' })
  await typeAtOnce(page, form.getByLabel(/^Name/), name)
  await chooseOption(form.getByRole('combobox', { name: 'Building' }), building.locationName)
  await pressOn(form.getByRole('button', { name: 'Create the link' }))
  const shown = page.getByRole('dialog', { name: `Link of ${name}` })
  await pressOn(shown.getByRole('button', { name: 'I have stored it' }))
  await page.getByRole('row', { name }).waitFor()
})

/** Names what the dialog that is open adds, and sends it. */
const nameNew = async (page: Page, name: string) => {
  await typeAtOnce(page, page.getByRole('dialog').getByLabel('Name'), name)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

jobByKeyboard('Add a building with a level, a zone and four desks', openAdministrator, async (page) => {
  const name = unique('Job House')
  // The time zone of the organization is known by then.
  await page.waitForLoadState('networkidle')
  await openByPalette(page, 'Add a building')
  await nameNew(page, name)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await pressOn(page.getByRole('button', { name: 'Add levels' }))
  await nameNew(page, 'Level 0')
  await pressOn(page.getByRole('link', { name: 'Level 0' }))
  // The page of the building has tabs too.
  await page.getByRole('heading', { level: 1, name: 'Level 0' }).waitFor()
  await chooseTab(page, 'Zones')
  await pressOn(page.getByRole('button', { name: 'Add zones' }))
  await nameNew(page, '0 East')
  await chooseTab(page, 'Desks', 'Shift+Tab')
  await pressOn(page.getByRole('button', { name: 'Add desks' }))
  const dialog = page.getByRole('dialog')
  await typeAtOnce(page, dialog.getByLabel('Name'), 'E-1')
  await tabTo(dialog.getByLabel('How many'))
  await typeOver(page, '4')
  await page.keyboard.press('Enter')
  await page.getByRole('rowheader', { name: 'E-4', exact: true }).waitFor()
  const levelId = /levels\/([^/?]+)/.exec(page.url())?.[1] as string
  expect(Object.keys(await desksOf(page, levelId))).toEqual(['E-1', 'E-2', 'E-3', 'E-4'])
})
