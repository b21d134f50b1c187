import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  expectAccessible,
  expectFitsPhone,
  expectNoErrors,
  goWithin,
  PHONE,
  startBrowser,
  type TestBrowser,
  WIDE,
} from '../support/browser.ts'
import { ENGLISH, settled } from './support.ts'

let browser: TestBrowser
let page: Page
beforeAll(async () => {
  browser = await startBrowser()
  page = await browser.open('/me', 'global-administrator', ENGLISH)
})
afterAll(() => browser?.[Symbol.asyncDispose]())
beforeEach(() => page.setViewportSize(WIDE.viewport))

it.each(['attendance', 'headcount', 'desks', 'groups', 'future', 'forecast', 'people'])(
  'the page of %s is accessible, as tables too, and fits a phone',
  async (name) => {
    await goWithin(page, `/analytics/${name}`)
    await settled(page)
    await expectAccessible(page)
    await expectFitsPhone(page)
    // Drawing all charts again at another width takes as long as a scan, so the width changes only once.
    const drawn = page.getByRole('button', { name: /^Show as table/, disabled: false })
    while ((await drawn.count()) > 0) await drawn.first().click()
    await expectFitsPhone(page)
    await page.setViewportSize(WIDE.viewport)
    await expectAccessible(page)
    expectNoErrors(page)
  },
)

it('the scope is one line on a phone, which opens its fields', async () => {
  await page.setViewportSize(PHONE.viewport)
  await goWithin(page, '/analytics/attendance')
  await settled(page)
  const scope = page.getByRole('search', { name: 'Scope' })
  const line = scope.getByRole('button', { name: /^All buildings · All groups · / })
  expect(await line.getAttribute('aria-expanded')).toBe('false')
  expect(await scope.getByLabel('Groups').count()).toBe(0)
  await line.click()
  await scope.getByLabel('Groups').first().waitFor()
  await expectFitsPhone(page)
  expectNoErrors(page)
})

it('choosing a scope is accessible', async () => {
  await goWithin(page, '/analytics/attendance')
  await settled(page)
  for (const name of ['Period', 'Buildings', 'Groups']) {
    await page.getByRole('combobox', { name }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Days', exact: true }).click()
  await expectAccessible(page)
  expectNoErrors(page)
})
