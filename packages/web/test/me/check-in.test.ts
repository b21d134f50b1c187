import type { Page } from 'playwright-core'
import { encode } from 'uqr'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { awaitSteadyDay, FILE_MS } from '../../../server/src/testing/steady-day.ts'
import { instantOf, timeText } from '../../src/time/zoned-time.ts'
import { ask, type Building, makeBuilding } from '../admin-places/support.ts'
import {
  expectAccessible,
  expectFitsPhone,
  expectNoErrors,
  goTo,
  NOWHERE,
  startBrowser,
  type TestBrowser,
  WIDE,
} from '../support/browser.ts'
import { api, dayIn, focusedText, shortDay, type TestUser, takePeople } from './support.ts'

let browser: TestBrowser
let ada: TestUser
let building: Building
let today: string
let codes: string[]
let zone: string

beforeAll(async () => {
  browser = await startBrowser()
  ;[ada] = (await takePeople(browser, 18, 1)) as [TestUser]
  const admin = await browser.open(NOWHERE, 'workplace-administrator')
  building = await makeBuilding(admin, [{ name: 'D-1' }, { name: 'D-2' }])
  // The building is where the person is at home, so that both have the same day, and every day is a workday.
  zone = (await ask(admin, 'GET', `/api/locations/${ada.primaryLocationId}`)).timeZone as string
  // People have to check in a minute before the day ends, and all tests are about one day.
  await awaitSteadyDay(FILE_MS + 60_000, [zone])
  await ask(admin, 'PATCH', `/api/locations/${building.locationId}`, {
    timeZone: zone,
    checkInMode: 'by-time',
    checkInBy: '23:59',
  })
  await ask(admin, 'PATCH', `/api/locations/${building.locationId}/calendar`, { workingDays: [1, 2, 3, 4, 5, 6, 7] })
  codes = await codesOf(admin)
  await admin.close()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const codesOf = async (admin: Page) => {
  const path = `/api/zones/${building.zoneId}/desk-codes`
  return (await ask<{ items: { code: string }[] }>(admin, 'GET', path)).items.map(({ code }) => code)
}
const bookFirst = async (page: Page) => {
  today = await dayIn(page, 0)
  const { items } = await api<{ items: { placeId: string }[] }>(page, 'get', `/api/places?levelId=${building.levelId}&limit=10`)
  await api(page, 'put', `/api/users/me/days/${today}/booking`, { placeId: items[0]?.placeId })
}

it('My days says by when a booking is to be confirmed, and one click confirms it', async () => {
  const page = await browser.open(NOWHERE, ada)
  await bookFirst(page)
  await goTo(page, `/me?day=${today}`)
  const row = page.getByRole('listitem', { name: shortDay(today) })
  const limit = timeText(instantOf(today, '23:59', zone), zone)
  await row.getByText(`by ${limit}, or the booking is released`, { exact: true }).waitFor()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.setViewportSize(WIDE.viewport)
  await row.getByRole('button', { name: /^Check in for / }).click()
  // It is shown for four seconds only, and the row changes before it.
  await page.getByText(/^You have checked in: Desk D-1/).waitFor()
  await row.getByText(new RegExp(`^Checked in at \\d\\d:\\d\\d${limit.slice(5)}$`)).waitFor()
  await expect.poll(() => focusedText(page)).toMatch(/^Checked in at/)
  expect(await row.getByRole('button', { name: /^Check in for / }).count()).toBe(0)
  expectNoErrors(page)
})

it('My days says that a booking needs no check-in on a day that is no working day of the building', async () => {
  const page = await browser.open(NOWHERE, ada)
  await api(page, 'delete', `/api/users/me/days/${today}/booking`)
  await bookFirst(page)
  const admin = await browser.open(NOWHERE, 'workplace-administrator')
  const calendar = `/api/locations/${building.locationId}/calendar`
  const weekday = new Date(today).getUTCDay() || 7
  const all = [1, 2, 3, 4, 5, 6, 7]
  await ask(admin, 'PATCH', calendar, { workingDays: all.filter((each) => each !== weekday) })
  await goTo(page, `/me?day=${today}`)
  const row = page.getByRole('listitem', { name: shortDay(today) })
  await row.getByText(`No check-in needed: today is no working day of ${building.locationName}.`).waitFor()
  expect(await row.getByRole('button', { name: /^Check in for / }).count()).toBe(0)
  await ask(admin, 'PATCH', calendar, { workingDays: all })
  await goTo(page, `/me?day=${today}`)
  await row.getByRole('button', { name: /^Check in for / }).waitFor()
  expectNoErrors(page)
})

it('the page of a QR code checks in with one tap, and moves there from another desk', async () => {
  const page = await browser.open(`/desks/${codes[1]}`, ada)
  await page.getByText('You have booked Desk D-1, 1 North, Level 1 today.').waitFor()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.getByRole('button', { name: 'Move here and check in' }).click()
  await page.getByText('This desk is yours today.').waitFor()
  // The pressed button is gone, and the keyboard goes on at what took its place.
  await expect.poll(() => focusedText(page)).toContain('This desk is yours today.')
  expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('group')
  await expectAccessible(page)
  expectNoErrors(page)

  await goTo(page, `/desks/${codes[0]}`)
  await page.getByRole('button', { name: 'Move here and check in' }).waitFor()
  await api(page, 'delete', `/api/users/me/days/${today}/booking`)
  await page.reload()
  await page.getByText('This desk is free today.').waitFor()
  await page.getByRole('button', { name: 'Book and check in' }).click()
  await page.getByText('This desk is yours today.').waitFor()
})

it('administrators print the codes of a zone on A4, and make new ones', async () => {
  const page = await browser.open(`${building.path}?tab=zones`, 'workplace-administrator')
  await page.getByRole('link', { name: 'QR codes: 1 North' }).click()
  const drawn = page.getByRole('img', { name: 'QR code of desk D-1' })
  await drawn.waitFor()
  const { data } = encode(`${new URL(page.url()).origin}/desks/${codes[0]}`, { ecc: 'M', border: 4 })
  const dark = data.flat().filter(Boolean).length
  expect((await drawn.locator('path').getAttribute('d'))?.split('M')).toHaveLength(dark + 1)
  expect(await page.getByRole('list', { name: '2 desks' }).getByRole('listitem').count()).toBe(2)
  await expectAccessible(page)
  // Where they end depends on names: a button of the heading may be right below them.
  const above = await page.getByRole('navigation', { name: 'Where this is' }).getByRole('link').all()
  for (const link of above) expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  expect(await page.getByRole('banner').isVisible()).toBe(false)
  expect(await drawn.isVisible()).toBe(true)
  await page.emulateMedia({ media: null })
  await page.getByRole('button', { name: 'New codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click()
  await page.getByText('New codes for 2 desks. Print them again.').waitFor()
  expectNoErrors(page)
  expect((await codesOf(page)).filter((code) => codes.includes(code))).toEqual([])
  const scanned = await browser.open(`/desks/${codes[0]}`, ada)
  await scanned.getByText('There is no desk with this code', { exact: false }).waitFor()
})
