import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { dayIn } from '../../me/support.ts'
import { NOWHERE, startBrowser, type TestBrowser } from '../../support/browser.ts'
import { pressInTurn } from '../../support/keys.ts'
import { card, typeAtOnce } from '../clicks.ts'
import { makeOffice, type Office } from '../office.ts'
import { expectAway, usualWeek } from '../plans.ts'
import { chooseByArrows, chooseOption, jobByKeyboard, pressOn, skipToContent, tabTo, typeOver } from './keys.ts'

let browser: TestBrowser
let office: Office
beforeAll(async () => {
  browser = await startBrowser()
  office = await makeOffice(browser)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const openAda = () => browser.open(NOWHERE, office.ada)

/** Opens the page of plans from the home page. */
const openPlans = async (page: Page): Promise<void> => {
  await skipToContent(page)
  await pressOn(card(page, 'The next days').getByRole('link', { name: 'Plan more' }))
}

jobByKeyboard('Be away for several days', openAda, async (page) => {
  const last = await dayIn(page, 3)
  await openPlans(page)
  await pressOn(page.getByRole('button', { name: 'Several days' }))
  const dialog = page.getByRole('dialog', { name: 'Plan several days' })
  await tabTo(dialog.getByLabel('Last day'))
  await typeOver(page, last)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expectAway(page, 3)
})

jobByKeyboard('Set the usual week to the office, Monday to Friday', openAda, async (page) => {
  await openPlans(page)
  await pressOn(page.getByRole('button', { name: 'Usual week' }))
  const dialog = page.getByRole('dialog', { name: 'Usual week' })
  await chooseByArrows(dialog.getByRole('radiogroup', { name: 'Monday to Friday' }), 'Office')
  await pressOn(dialog.getByRole('button', { name: 'Save the usual week' }))
  await dialog.waitFor({ state: 'hidden' })
  expect(await usualWeek(page)).toEqual(['o', 'o', 'o', 'o', 'o', null, null])
})

jobByKeyboard('Expect a visitor', openAda, async (page) => {
  await pressInTurn(page, 'g', 'v')
  await pressOn(page.getByRole('button', { name: 'Expect a visitor' }))
  await typeAtOnce(page, page.getByRole('dialog').getByLabel('Name'), 'Grace Hopper')
  await page.keyboard.press('Enter')
  await page.getByRole('row').filter({ hasText: 'Grace Hopper' }).getByText('Expected').waitFor()
})

jobByKeyboard('Create an event and invite a colleague', openAda, async (page) => {
  await pressInTurn(page, 'g', 'e')
  await pressOn(page.getByRole('button', { name: 'New event' }))
  const dialog = page.getByRole('dialog', { name: 'New event' })
  await typeAtOnce(page, dialog.getByLabel('Name'), 'Team lunch')
  await chooseOption(dialog.getByRole('combobox', { name: 'Invited' }), office.ben.lastName)
  await pressOn(dialog.getByRole('button', { name: 'Create the event' }))
  await page.getByRole('listitem', { name: 'Team lunch' }).getByText('1 invited, 0 accepted, 0 declined').waitFor()
})
