import { afterAll, beforeAll, expect } from 'vitest'
import { awaitSteadyDay, FILE_MS } from '../../../server/src/testing/steady-day.ts'
import { dayIn, myDay } from '../me/support.ts'
import { NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { card, job, menuLink } from './clicks.ts'
import { makeOffice, type Office } from './office.ts'
import { CHECK_IN_LATE, deskOfBen, openBesideBen, openPlannedAtHome, openWithDesk } from './today.ts'

let browser: TestBrowser
let office: Office
beforeAll(async () => {
  browser = await startBrowser()
  await awaitSteadyDay(FILE_MS + 60_000)
  office = await makeOffice(browser, CHECK_IN_LATE)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

job(
  'Plan today',
  () => openPlannedAtHome(browser, office),
  async (page) => {
    await card(page, 'Today').getByRole('button', { name: 'Office' }).click()
    await expect.poll(async () => (await myDay(page, await dayIn(page, 0))).plan).toBe('o')
  },
)

job(
  'See where the team sits today',
  () => openBesideBen(browser, office),
  async (page) => {
    await card(page, 'Who plans to be in today')
      .getByRole('link', { name: deskOfBen(office) })
      .waitFor()
  },
)

job(
  'Sit beside a colleague today',
  () => openBesideBen(browser, office),
  async (page) => {
    await card(page, 'Who plans to be in today')
      .getByRole('link', { name: deskOfBen(office) })
      .click()
    await page.getByRole('button', { name: /^Book D-[24], the free desk nearest to D-3$/ }).click()
    await expect.poll(async () => (await myDay(page, await dayIn(page, 0))).booking?.placeName).toMatch(/^D-[24]$/)
  },
)

job(
  'Check in',
  () => openWithDesk(browser, office, 'ada', 0),
  async (page) => {
    await card(page, 'Today')
      .getByRole('button', { name: /^Check in for / })
      .click()
    await card(page, 'Today')
      .getByText(/^Checked in at /)
      .waitFor()
  },
)

job(
  'Book a parking bay for today',
  () => browser.open(NOWHERE, office.ada),
  async (page) => {
    await menuLink(page, 'Parking').click()
    await page.getByRole('button', { name: 'Book any free bay' }).click()
    await page.getByRole('status').filter({ hasText: 'you have bay' }).waitFor()
  },
)
