import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoErrors, goTo, NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { makeBuilding } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const focused = (page: Page, field: Locator) => field.and(page.locator(':focus')).waitFor()

it('a dialog begins at its first field, and after an attempt to send it at the first wrong one', async () => {
  const page = await browser.open('/admin/places', 'workplace-administrator')
  await page.getByRole('button', { name: 'Add a building' }).click()
  const name = page.getByRole('dialog').getByLabel('Name')
  await focused(page, name)

  await page.getByRole('combobox', { name: 'Check-in' }).click()
  await page.getByRole('option', { name: 'By a time of day' }).click()
  const time = page.getByRole('textbox', { name: 'Check in by' })
  await time.fill('24:10')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await focused(page, name)
  await page.keyboard.type('House of focus')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('Lisbon')
  await page.getByRole('option', { name: 'Europe/Lisbon' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => zone.inputValue()).toBe('Europe/Lisbon')
  expect(await page.getByRole('dialog').getByLabel('Name').inputValue(), 'Enter sends no form while a list is open').toBe(
    'House of focus',
  )
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await focused(page, time)
  expect(await time.getAttribute('aria-invalid')).toBe('true')
  expectNoErrors(page)
})

it('the focus returns to what opened a dialog, also by a key, and stays in the page if that is gone', async () => {
  const page = await browser.open('/admin/places', 'workplace-administrator')
  const dialog = page.getByRole('dialog')
  const add = page.getByRole('button', { name: 'Add a building' })
  await add.press('Enter')
  await focused(page, dialog.getByLabel('Name'))
  await page.keyboard.press('Escape')
  await focused(page, add)

  const building = await makeBuilding(page, [{ name: 'D-1', x: 4, y: 4 }])
  await goTo(page, `/admin/places/${building.locationId}`)
  await page.getByRole('button', { name: 'Set inactive: Level 1' }).press('Enter')
  await focused(page, dialog.getByRole('button', { name: 'Leave it' }))
  await page.keyboard.press('Escape')
  await focused(page, page.getByRole('button', { name: 'Set inactive: Level 1' }))
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Set inactive' }).press('Enter')
  await page.getByRole('button', { name: 'Set inactive: Level 1' }).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.matches('#main *'))
  expectNoErrors(page)
})

it('the keys of a desk in the editor still work after a dialog', async () => {
  const page = await browser.open(NOWHERE, 'workplace-administrator')
  const { path } = await makeBuilding(page, [{ name: 'D-1', x: 4, y: 4 }])
  await goTo(page, path)
  const desk = page.getByRole('button', { name: /^Desk D-1, / })
  await desk.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('d')
  await focused(page, page.getByRole('dialog').getByLabel('Desks per row'))
  await page.keyboard.press('Escape')
  await focused(page, desk)
  await page.keyboard.press('ArrowRight')
  await page.getByText('1 change, not saved').waitFor()
  expectNoErrors(page)
})
