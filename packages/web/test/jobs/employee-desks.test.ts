import { afterAll, beforeAll, expect } from 'vitest'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { job } from './clicks.ts'
import { deskOn, favoritesOf, openBooked, openHomeDay, openOfficeDay, rowOf } from './desks.ts'
import { makeOffice, type Office } from './office.ts'

let browser: TestBrowser
let office: Office
beforeAll(async () => {
  browser = await startBrowser()
  office = await makeOffice(browser)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

job(
  'Book a desk for the next Wednesday, an office day',
  () => openOfficeDay(browser, office),
  async (page) => {
    const row = await rowOf(page)
    await row.getByRole('link', { name: /^Choose a desk on / }).click()
    await page.getByRole('button', { name: /^Desk D-2, .*free$/ }).click()
    await expect.poll(() => deskOn(page)).toBe('D-2')
  },
)

job(
  'Book a desk for the next Wednesday, planned at home',
  () => openHomeDay(browser, office),
  async (page) => {
    const row = await rowOf(page)
    await row.getByRole('button', { name: 'Office' }).click()
    await row.getByRole('link', { name: /^Choose a desk on / }).click()
    await page.getByRole('button', { name: /^Desk D-4, .*free$/ }).click()
    await expect.poll(() => deskOn(page)).toBe('D-4')
  },
)

job(
  'Take another desk than the booked one',
  () => openBooked(browser, office),
  async (page) => {
    const row = await rowOf(page)
    await row.getByRole('link', { name: /^Desk D-1, / }).click()
    await page.getByRole('button', { name: /^Desk D-5, .*free$/ }).click()
    await expect.poll(() => deskOn(page)).toBe('D-5')
  },
)

job(
  'Cancel a booking and undo it',
  () => openBooked(browser, office),
  async (page) => {
    const row = await rowOf(page)
    await row.getByRole('link', { name: /^Desk D-1, / }).click()
    await page.getByRole('button', { name: 'Cancel the booking' }).click()
    await page.getByText('You have booked nothing on this day.').waitFor()
    await page.getByRole('alert').filter({ hasText: 'given back.' }).getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/^Desk D-1 .*is yours again\.$/).waitFor()
    expect(await deskOn(page)).toBe('D-1')
  },
)

job(
  'Mark a booked desk as a favorite',
  () => openBooked(browser, office),
  async (page) => {
    const row = await rowOf(page)
    await row.getByRole('link', { name: /^Desk D-1, / }).click()
    await page.getByRole('button', { name: 'Favorite: desk D-1', exact: true }).click()
    await expect.poll(() => favoritesOf(page)).toEqual(['D-1'])
  },
)
