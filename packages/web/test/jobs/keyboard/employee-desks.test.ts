import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { startBrowser, type TestBrowser } from '../../support/browser.ts'
import { deskOn, favoritesOf, openBooked, openHomeDay, openOfficeDay, rowOf } from '../desks.ts'
import { makeOffice, type Office } from '../office.ts'
import { jobByKeyboard, pressOn, skipToContent, tabTo } from './keys.ts'

let browser: TestBrowser
let office: Office
beforeAll(async () => {
  browser = await startBrowser()
  office = await makeOffice(browser)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

/** Goes from the page of a day to the desks, from there with the arrow to the right until the one of this name, and books it. */
const bookByArrows = async (page: Page, name: string): Promise<void> => {
  await page
    .getByRole('button', { name: /^Desk D-/ })
    .first()
    .waitFor()
  await pressOn(page.getByRole('link', { name: 'Skip to the desks' }))
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  await expect.poll(focused).toMatch(/^Desk D-/)
  for (let presses = 0; presses < 6 && !(await focused()).startsWith(`Desk ${name}, `); presses += 1) {
    await page.keyboard.press('ArrowRight')
  }
  await expect.poll(focused).toMatch(new RegExp(`^Desk ${name}, .*free$`))
  await page.keyboard.press('Enter')
  await expect.poll(() => deskOn(page)).toBe(name)
}

jobByKeyboard(
  'Book a desk for the next Wednesday, an office day',
  () => openOfficeDay(browser, office),
  async (page) => {
    await skipToContent(page)
    await pressOn((await rowOf(page)).getByRole('link', { name: /^Choose a desk on / }))
    await bookByArrows(page, 'D-2')
  },
)

jobByKeyboard(
  'Book a desk for the next Wednesday, planned at home',
  () => openHomeDay(browser, office),
  async (page) => {
    await skipToContent(page)
    const row = await rowOf(page)
    await pressOn(row.getByRole('button', { name: 'Office' }))
    const choose = row.getByRole('link', { name: /^Choose a desk on / })
    await choose.waitFor()
    await tabTo(choose, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await bookByArrows(page, 'D-4')
  },
)

jobByKeyboard(
  'Take another desk than the booked one',
  () => openBooked(browser, office),
  async (page) => {
    await skipToContent(page)
    await pressOn((await rowOf(page)).getByRole('link', { name: /^Desk D-1, / }))
    await bookByArrows(page, 'D-5')
  },
)

jobByKeyboard(
  'Cancel a booking and undo it',
  () => openBooked(browser, office),
  async (page) => {
    await skipToContent(page)
    await pressOn((await rowOf(page)).getByRole('link', { name: /^Desk D-1, / }))
    await pressOn(page.getByRole('button', { name: 'Cancel the booking' }))
    await page.getByText('You have booked nothing on this day.').waitFor()
    await pressOn(page.getByRole('alert').filter({ hasText: 'given back.' }).getByRole('button', { name: 'Undo' }))
    await page.getByText(/^Desk D-1 .*is yours again\.$/).waitFor()
    expect(await deskOn(page)).toBe('D-1')
  },
)

jobByKeyboard(
  'Mark a booked desk as a favorite',
  () => openBooked(browser, office),
  async (page) => {
    await skipToContent(page)
    await pressOn((await rowOf(page)).getByRole('link', { name: /^Desk D-1, / }))
    await pressOn(page.getByRole('button', { name: 'Favorite: desk D-1', exact: true }), 'Space')
    await expect.poll(() => favoritesOf(page)).toEqual(['D-1'])
  },
)
