import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, it } from 'vitest'
import {
  expectAccessible,
  expectFitsPhone,
  expectNoErrors,
  goWithin,
  startBrowser,
  type TestBrowser,
  WIDE,
} from '../support/browser.ts'
import { dayFromNow, rowsRead } from './support.ts'

let browser: TestBrowser
let page: Page
beforeAll(async () => {
  browser = await startBrowser()
  page = await browser.open('/me', 'global-administrator')
})
afterAll(() => browser?.[Symbol.asyncDispose]())
beforeEach(() => page.setViewportSize(WIDE.viewport))

const DAYS = `startDate=${dayFromNow(-9)}&endDate=${dayFromNow(-1)}`
const PAGES = [
  ['/data', 'Choose what to read'],
  [`/data?dataset=user-booking-attendance&${DAYS}`, 'As of'],
  ['/data?dataset=change-log', 'Fix the marked fields above'],
  ['/data/refresh-runs', 'Succeeded'],
  ['/data/changes', 'Check for newer ones'],
  ['/data/changes?from=beginning', 'Cursor of the next page'],
] as const

it.each(PAGES)('%s is accessible, and fits a phone', async (path, text) => {
  await goWithin(page, path)
  await page.getByText(text).first().waitFor()
  await expectAccessible(page)
  await expectFitsPhone(page)
  expectNoErrors(page)
})

it('what opens on these pages is accessible', async () => {
  await goWithin(page, `/data?dataset=presence&${DAYS}`)
  await rowsRead(page)
  await page.getByRole('button', { name: 'Download and curl' }).click()
  await page.getByTestId('curl').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'eventId' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Row 1, all of it' }).click()
  await page.getByText('The user.', { exact: true }).waitFor()
  await expectAccessible(page)

  await goWithin(page, '/data/refresh-runs')
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await page.getByRole('dialog').getByText('New and changed days').waitFor()
  await expectAccessible(page)
  expectNoErrors(page)
})
