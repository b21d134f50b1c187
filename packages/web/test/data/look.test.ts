import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, expectNoErrors, PHONE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { dayFromNow, rowsRead } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const DAYS = `startDate=${dayFromNow(-9)}&endDate=${dayFromNow(-1)}`
const PAGES = [
  ['/data', 'Choose what to read'],
  [`/data?dataset=user-booking-attendance&${DAYS}`, 'As of'],
  ['/data?dataset=change-log', 'Mend what is marked above'],
  ['/data/refresh-runs', 'Succeeded'],
  ['/data/changes', 'Look for newer ones'],
  ['/data/changes?from=beginning', 'Cursor of the next page'],
] as const

describe.each(PAGES)('%s', (path, text) => {
  it.each(['light', 'dark'] as const)('is accessible in %s colours', async (colorScheme) => {
    const page = await browser.open(path, 'global-administrator', { colorScheme })
    await page.getByText(text).first().waitFor()
    await expectAccessible(page)
    expectNoErrors(page)
  })

  it('fits on a phone', async () => {
    const page = await browser.open(path, 'global-administrator', PHONE)
    await page.getByText(text).first().waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    expectNoErrors(page)
  })
})

describe('what opens on these pages', () => {
  it.each(['light', 'dark'] as const)('is accessible in %s colours', async (colorScheme) => {
    const page = await browser.open(`/data?dataset=presence&${DAYS}`, 'global-administrator', { colorScheme })
    await rowsRead(page)
    await page.getByRole('button', { name: 'Download and curl' }).click()
    await page.getByTestId('curl').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'eventId' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Row 1, all of it' }).click()
    await page.getByText('Who was there.').waitFor()
    await expectAccessible(page)

    const runs = await browser.open('/data/refresh-runs', 'global-administrator', { colorScheme })
    await runs.getByRole('button', { name: 'Refresh now' }).click()
    await runs.getByRole('dialog').getByText('What is due').waitFor()
    await expectAccessible(runs)
    expectNoErrors(page)
    expectNoErrors(runs)
  })
})
