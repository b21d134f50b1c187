import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, expectNoErrors, PHONE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { ENGLISH, settled } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

describe.each(['attendance', 'desks', 'groups', 'future', 'people'])('the page of %s', (name) => {
  const open = async (options: Parameters<TestBrowser['open']>[2]) => {
    const page = await browser.open(`/analytics/${name}`, 'global-administrator', { ...ENGLISH, ...options })
    await settled(page)
    return page
  }

  it.each(['light', 'dark'] as const)('is accessible in %s colours, as tables too', async (colorScheme) => {
    const page = await open({ colorScheme })
    await expectAccessible(page)
    const drawn = page.getByRole('button', { name: /^Show as table/, disabled: false })
    while ((await drawn.count()) > 0) await drawn.first().click()
    await expectAccessible(page)
    expectNoErrors(page)
  })

  it('fits a phone', async () => {
    const page = await open(PHONE)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expectAccessible(page)
    expectNoErrors(page)
  })
})

describe('choosing a scope', () => {
  it.each(['light', 'dark'] as const)('is accessible in %s colours', async (colorScheme) => {
    const page = await browser.open('/analytics/attendance', 'global-administrator', { ...ENGLISH, colorScheme })
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
})
