import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { dayIn } from '../me/support.ts'
import { NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { card, chooseTyped, job, menuLink, typeAtOnce, typeInstead } from './clicks.ts'
import { makeOffice, type Office } from './office.ts'
import { expectAway, usualWeek } from './plans.ts'

let browser: TestBrowser
let office: Office
beforeAll(async () => {
  browser = await startBrowser()
  office = await makeOffice(browser)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const openAda = () => browser.open(NOWHERE, office.ada)

/** Opens the page of plans from the home page. */
const openPlans = (page: Page) => card(page, 'The next days').getByRole('link', { name: 'Plan more' }).click()

job('Be away for several days', openAda, async (page) => {
  const last = await dayIn(page, 3)
  await openPlans(page)
  await page.getByRole('button', { name: 'Several days' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan several days' })
  await typeInstead(page, dialog.getByLabel('Last day'), last)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expectAway(page, 3)
})

job('Set the usual week to the office, Monday to Friday', openAda, async (page) => {
  await openPlans(page)
  await page.getByRole('button', { name: 'Usual week' }).click()
  const dialog = page.getByRole('dialog', { name: 'Usual week' })
  await dialog.getByRole('radiogroup', { name: 'Monday to Friday' }).getByText('Office', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save the usual week' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await usualWeek(page)).toEqual(['o', 'o', 'o', 'o', 'o', null, null])
})

job('Expect a visitor', openAda, async (page) => {
  await menuLink(page, 'Visitors').click()
  await page.getByRole('button', { name: 'Expect a visitor' }).click()
  await typeAtOnce(page, page.getByRole('dialog').getByLabel('Name'), 'Grace Hopper')
  await page.keyboard.press('Enter')
  await page.getByRole('row').filter({ hasText: 'Grace Hopper' }).getByText('Expected').waitFor()
})

job('Create an event and invite a colleague', openAda, async (page) => {
  await menuLink(page, 'Events').click()
  await page.getByRole('button', { name: 'New event' }).click()
  const dialog = page.getByRole('dialog', { name: 'New event' })
  await typeAtOnce(page, dialog.getByLabel('Name'), 'Team lunch')
  await chooseTyped(page, dialog.getByRole('combobox', { name: 'Invited' }), office.ben.lastName)
  await dialog.getByRole('button', { name: 'Create the event' }).click()
  await page.getByRole('listitem', { name: 'Team lunch' }).getByText('1 invited, 0 accepted, 0 declined').waitFor()
})
