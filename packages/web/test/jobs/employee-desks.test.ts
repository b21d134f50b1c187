import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { addDays, weekdayOf } from '../../src/time/days.ts'
import { api, dayIn, myDay, shortDay } from '../me/support.ts'
import { NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { card, job } from './clicks.ts'
import { makeOffice, type Office } from './office.ts'

let browser: TestBrowser
let office: Office
beforeAll(async () => {
  browser = await startBrowser()
  office = await makeOffice(browser)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const WEDNESDAY = 3
const nextWednesday = async (page: Page): Promise<string> => {
  const today = await dayIn(page, 0)
  return addDays(today, ((WEDNESDAY - weekdayOf(today) + 6) % 7) + 1)
}
const rowOf = async (page: Page) =>
  card(page, 'The next days').getByRole('listitem', { name: shortDay(await nextWednesday(page)) })
const deskOn = async (page: Page) => (await myDay(page, await nextWednesday(page))).booking?.placeName

/** A page of Ada, whose usual week has Wednesday in the office. */
const openOfficeDay = async () => {
  const page = await browser.open(NOWHERE, office.ada)
  await api(page, 'put', '/api/users/me/week-plan', { days: [{ weekday: WEDNESDAY, plan: 'o' }] })
  return page
}

/** The same, with a desk booked for the next Wednesday. */
const openBooked = async () => {
  const page = await openOfficeDay()
  await api(page, 'put', `/api/users/me/days/${await nextWednesday(page)}/booking`, { placeId: office.placeIds[1] })
  return page
}

job('Book a desk for the next Wednesday, an office day', openOfficeDay, async (page) => {
  const row = await rowOf(page)
  await row.getByRole('link', { name: /^Choose a desk on / }).click()
  await page.getByRole('button', { name: /^Desk D-2, .*free$/ }).click()
  await expect.poll(() => deskOn(page)).toBe('D-2')
})

job(
  'Book a desk for the next Wednesday, planned at home',
  async () => {
    const page = await browser.open(NOWHERE, office.ben)
    await api(page, 'put', `/api/users/me/days/${await nextWednesday(page)}/plan`, { plan: 'r' })
    return page
  },
  async (page) => {
    const row = await rowOf(page)
    await row.getByRole('button', { name: 'Office' }).click()
    await row.getByRole('link', { name: /^Choose a desk on / }).click()
    await page.getByRole('button', { name: /^Desk D-4, .*free$/ }).click()
    await expect.poll(() => deskOn(page)).toBe('D-4')
  },
)

job('Take another desk than the booked one', openBooked, async (page) => {
  const row = await rowOf(page)
  await row.getByRole('link', { name: /^Desk D-1, / }).click()
  await page.getByRole('button', { name: /^Desk D-5, .*free$/ }).click()
  await expect.poll(() => deskOn(page)).toBe('D-5')
})

job('Cancel a booking and undo it', openBooked, async (page) => {
  const row = await rowOf(page)
  await row.getByRole('link', { name: /^Desk D-1, / }).click()
  await page.getByRole('button', { name: 'Cancel the booking' }).click()
  await page.getByText('You have booked nothing on this day.').waitFor()
  await page.getByRole('alert').filter({ hasText: 'given back.' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/^Desk D-1 .*is yours again\.$/).waitFor()
  expect(await deskOn(page)).toBe('D-1')
})

job('Mark a booked desk as a favorite', openBooked, async (page) => {
  const row = await rowOf(page)
  await row.getByRole('link', { name: /^Desk D-1, / }).click()
  await page.getByRole('button', { name: 'Favorite: desk D-1', exact: true }).click()
  const favorites = () => api<{ items: { placeName: string }[] }>(page, 'get', '/api/users/me/favorite-desks')
  await expect.poll(favorites).toMatchObject({ items: [{ placeName: 'D-1' }] })
})
