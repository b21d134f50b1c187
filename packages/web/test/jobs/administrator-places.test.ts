import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { unique } from '../admin/support.ts'
import { type Building, desksOf, makeBuilding } from '../admin-places/support.ts'
import { NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { job, openAdministration, typeAtOnce, typeInstead } from './clicks.ts'

let browser: TestBrowser
let building: Building
beforeAll(async () => {
  browser = await startBrowser()
  building = await makeBuilding(await browser.open(NOWHERE, 'workplace-administrator'), [])
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const openAdministrator = () => browser.open(NOWHERE, 'workplace-administrator')

job('Create the link of a kiosk screen', openAdministrator, async (page) => {
  const name = unique('Lobby')
  await openAdministration(page, 'Kiosk screens')
  await page.getByRole('button', { name: 'Create a link', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Create the link of a screen' })
  await typeAtOnce(page, form.getByLabel(/^Name/), name)
  await form.getByRole('combobox', { name: 'Building' }).click()
  await page.getByRole('option', { name: building.locationName }).click()
  await form.getByRole('button', { name: 'Create the link' }).click()
  const shown = page.getByRole('dialog', { name: `Link of ${name}` })
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('row', { name }).waitFor()
})

/** Names what the dialog that is open adds, and sends it. */
const nameNew = async (page: Page, name: string) => {
  await typeAtOnce(page, page.getByRole('dialog').getByLabel('Name'), name)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

job('Add a building with a level, a zone and four desks', openAdministrator, async (page) => {
  const name = unique('Job House')
  await openAdministration(page, 'Places')
  // The time zone of the organization is known by then.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Add a building' }).click()
  await nameNew(page, name)
  await page.getByRole('button', { name: 'Add levels' }).click()
  await nameNew(page, 'Level 0')
  await page.getByRole('link', { name: 'Level 0' }).click()
  await page.getByRole('tab', { name: 'Zones' }).click()
  await page.getByRole('button', { name: 'Add zones' }).click()
  await nameNew(page, '0 East')
  await page.getByRole('tab', { name: 'Desks' }).click()
  await page.getByRole('button', { name: 'Add desks' }).click()
  const dialog = page.getByRole('dialog')
  await typeAtOnce(page, dialog.getByLabel('Name'), 'E-1')
  await typeInstead(page, dialog.getByLabel('How many'), '4')
  await page.keyboard.press('Enter')
  await page.getByRole('rowheader', { name: 'E-4', exact: true }).waitFor()
  const levelId = /levels\/([^/?]+)/.exec(page.url())?.[1] as string
  expect(Object.keys(await desksOf(page, levelId))).toEqual(['E-1', 'E-2', 'E-3', 'E-4'])
})
