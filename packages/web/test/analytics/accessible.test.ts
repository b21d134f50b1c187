import { afterAll, beforeAll, it } from 'vitest'
import { expectAccessible, expectFitsPhone, expectNoErrors, startBrowser, type TestBrowser, WIDE } from '../support/browser.ts'
import { ENGLISH, settled } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

it.each(['attendance', 'headcount', 'desks', 'groups', 'future', 'forecast', 'people'])(
  'the page of %s is accessible, as tables too, and fits a phone',
  async (name) => {
    const page = await browser.open(`/analytics/${name}`, 'global-administrator', ENGLISH)
    await settled(page)
    await expectAccessible(page)
    await expectFitsPhone(page)
    await page.setViewportSize(WIDE.viewport)
    const drawn = page.getByRole('button', { name: /^Show as table/, disabled: false })
    while ((await drawn.count()) > 0) await drawn.first().click()
    await expectAccessible(page)
    await expectFitsPhone(page)
    expectNoErrors(page)
  },
)

it('choosing a scope is accessible', async () => {
  const page = await browser.open('/analytics/attendance', 'global-administrator', ENGLISH)
  await settled(page)
  for (const name of ['Period', 'Locations', 'Groups']) {
    await page.getByRole('combobox', { name }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Days', exact: true }).click()
  await expectAccessible(page)
  expectNoErrors(page)
})
