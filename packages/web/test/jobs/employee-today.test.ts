import { afterAll, beforeAll, expect } from 'vitest'
import { awaitSteadyDay, FILE_MS } from '../../../server/src/testing/steady-day.ts'
import { api, dayIn, myDay } from '../me/support.ts'
import { NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { card, job, menuLink } from './clicks.ts'
import { makeOffice, type Office } from './office.ts'

let browser: TestBrowser
let office: Office
beforeAll(async () => {
  browser = await startBrowser()
  // People have to check in a minute before the day ends.
  await awaitSteadyDay(FILE_MS + 60_000)
  office = await makeOffice(browser, { checkInMode: 'by-time', checkInBy: '23:59' })
})
afterAll(() => browser?.[Symbol.asyncDispose]())

/** A page of one of the two, who has this desk today. */
const openWithDesk = async (who: 'ada' | 'ben', desk: number) => {
  const page = await browser.open(NOWHERE, office[who])
  await api(page, 'put', `/api/users/me/days/${await dayIn(page, 0)}/booking`, { placeId: office.placeIds[desk] })
  return page
}

/** A page of Ada, while Ben sits in the middle of the row. */
const openBesideBen = async () => {
  await openWithDesk('ben', 3)
  return browser.open(NOWHERE, office.ada)
}
const deskOfBen = () => `D-3: sit near ${office.ben.firstName} ${office.ben.lastName}`

job(
  'Plan today',
  async () => {
    const page = await browser.open(NOWHERE, office.ada)
    await api(page, 'put', `/api/users/me/days/${await dayIn(page, 0)}/plan`, { plan: 'r' })
    return page
  },
  async (page) => {
    await card(page, 'Today').getByRole('button', { name: 'Office' }).click()
    await expect.poll(async () => (await myDay(page, await dayIn(page, 0))).plan).toBe('o')
  },
)

job('See where the team sits today', openBesideBen, async (page) => {
  await card(page, 'Who plans to be in today').getByRole('link', { name: deskOfBen() }).waitFor()
})

job('Sit beside a colleague today', openBesideBen, async (page) => {
  await card(page, 'Who plans to be in today').getByRole('link', { name: deskOfBen() }).click()
  await page.getByRole('button', { name: /^Book D-[24], the free desk nearest to D-3$/ }).click()
  await expect.poll(async () => (await myDay(page, await dayIn(page, 0))).booking?.placeName).toMatch(/^D-[24]$/)
})

job(
  'Check in',
  () => openWithDesk('ada', 0),
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
