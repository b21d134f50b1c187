import { afterAll, beforeAll, expect } from 'vitest'
import { awaitSteadyDay, FILE_MS } from '../../../../server/src/testing/steady-day.ts'
import { dayIn, myDay } from '../../me/support.ts'
import { NOWHERE, startBrowser, type TestBrowser } from '../../support/browser.ts'
import { pressInTurn } from '../../support/keys.ts'
import { card } from '../clicks.ts'
import { makeOffice, type Office } from '../office.ts'
import { CHECK_IN_LATE, deskOfBen, openBesideBen, openPlannedAtHome, openWithDesk } from '../today.ts'
import { jobByKeyboard, pressOn, skipToContent, tabTo } from './keys.ts'

let browser: TestBrowser
let office: Office
beforeAll(async () => {
  browser = await startBrowser()
  await awaitSteadyDay(FILE_MS + 60_000)
  office = await makeOffice(browser, CHECK_IN_LATE)
})
afterAll(() => browser?.[Symbol.asyncDispose]())

jobByKeyboard(
  'Plan today',
  () => openPlannedAtHome(browser, office),
  async (page) => {
    await skipToContent(page)
    await pressOn(card(page, 'Today').getByRole('button', { name: 'Office' }), 'Space')
    await expect.poll(async () => (await myDay(page, await dayIn(page, 0))).plan).toBe('o')
  },
)

jobByKeyboard(
  'See where the team sits today',
  () => openBesideBen(browser, office),
  async (page) => {
    await skipToContent(page)
    await tabTo(card(page, 'Who plans to be in today').getByRole('link', { name: deskOfBen(office) }))
  },
)

jobByKeyboard(
  'Sit beside a colleague today',
  () => openBesideBen(browser, office),
  async (page) => {
    await skipToContent(page)
    await pressOn(card(page, 'Who plans to be in today').getByRole('link', { name: deskOfBen(office) }))
    await pressOn(page.getByRole('button', { name: /^Book D-[24], the free desk nearest to D-3$/ }))
    await expect.poll(async () => (await myDay(page, await dayIn(page, 0))).booking?.placeName).toMatch(/^D-[24]$/)
  },
)

jobByKeyboard(
  'Check in',
  () => openWithDesk(browser, office, 'ada', 0),
  async (page) => {
    await skipToContent(page)
    const today = card(page, 'Today')
    await pressOn(today.getByRole('button', { name: /^Check in for / }))
    await today.getByText(/^Checked in at /).waitFor()
  },
)

jobByKeyboard(
  'Book a parking bay for today',
  () => browser.open(NOWHERE, office.ada),
  async (page) => {
    await pressInTurn(page, 'g', 'b')
    await pressOn(page.getByRole('button', { name: 'Book any free bay' }))
    await page.getByRole('status').filter({ hasText: 'you have bay' }).waitFor()
  },
)
