import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { dayFromNow, makeBuilding, rowsRead } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const LONG = `startDate=${dayFromNow(-60)}&endDate=${dayFromNow(-1)}`

describe('what the explorer cannot show', () => {
  it('is a range that is too long, reported before the call', async () => {
    const page = await browser.open('/data', 'analytics-administrator')
    await page.getByText('At most 30 days after the first.').waitFor()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/v1/')) asked++
    })
    await page.getByLabel('First day').fill(dayFromNow(-40))
    await page.getByLabel('Last day').fill(dayFromNow(-1))
    await page.getByRole('button', { name: 'Show rows' }).click()
    await page.getByText('That is 39 days after the first day; at most 30 can be asked for.').waitFor()
    await page.getByLabel('First day').fill(dayFromNow(3))
    await page.getByRole('button', { name: 'Show rows' }).click()
    await page.getByText('The last day is before the first.').waitFor()
    expect(await page.getByLabel('Last day').getAttribute('aria-invalid')).toBe('true')
    expect(asked).toBe(0)
    expectNoErrors(page)
  })

  it('is a range that is too long, in the words of the service at the field', async () => {
    const page = await browser.open(`/data?dataset=presence&${LONG}`, 'analytics-administrator')
    const refusal = await page.request.get(`/v1/analytics/presence?${LONG}`)
    const { detail } = (await refusal.json()) as { detail: string }
    expect(detail).toContain('30 days')
    await page.getByText(detail).waitFor()
    expect(await page.getByLabel('Last day').getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await page.getByRole('button', { name: 'Show rows' }).click()
    expect(await rowsRead(page)).toBeGreaterThan(0)
    expect(await page.getByText(detail).count()).toBe(0)
    expectNoErrors(page)
  })

  it('is an invalid day, in the words of the service at its field', async () => {
    const page = await browser.open('/data?dataset=events&startDate=20260230&endDate=20260301', 'analytics-administrator')
    await page.getByText('must be a day of the calendar').waitFor()
    expect(await page.getByLabel('First day').getAttribute('aria-invalid')).toBe('true')
    expectNoErrors(page)
  })

  it('lists the changes of no user', async () => {
    const page = await browser.open('/data', 'analytics-administrator')
    await page.getByRole('combobox', { name: 'Dataset' }).click()
    await page.getByRole('option', { name: 'Change log' }).click()
    await page.getByRole('button', { name: 'Show rows' }).click()
    await page.getByText('Choose the people whose log to read.').waitFor()
    expectNoErrors(page)
  })

  it('is an empty result', async () => {
    const { locationId } = await makeBuilding()
    const path = `/data?dataset=parking-bookings&startDate=${dayFromNow(-9)}&endDate=${dayFromNow(-2)}&locationId=${locationId}`
    const page = await browser.open(path, 'analytics-administrator')
    await page.getByText('No rows').waitFor()
    expect(await page.getByRole('grid').count()).toBe(0)
    expectNoErrors(page)
  })

  it('is for analysts, and other users see why', async () => {
    for (const person of ['employee', 'bookings-administrator', 'workplace-administrator'] as const) {
      const page = await browser.open('/data?dataset=users', person)
      const alert = page.getByRole('alert')
      await alert.waitFor()
      expect(await alert.textContent()).toContain('analytics administrators and global administrators')
      expect(await page.getByRole('link', { name: 'Explorer' }).count()).toBe(0)
      expectNoErrors(page)
    }
  })

  it('is behind the page to sign in once the session has ended', async () => {
    const page = await browser.open('/data', 'analytics-administrator')
    await page.getByText('Choose what to read').waitFor()
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Show rows' }).click()
    await page.waitForURL(/\/sign-in\?next=/)
    expectNoErrors(page)
  })

  it('is what was not read when it was stopped, and says so', async () => {
    const page = await browser.open('/data', 'analytics-administrator')
    await page.getByText('Choose what to read').waitFor()
    // The response is delayed, so that there is something to stop.
    await page.route('**/v1/analytics/users?*', () => {})
    await page.getByRole('combobox', { name: 'Dataset' }).click()
    await page.getByRole('option', { name: 'Users' }).click()
    await page.getByRole('button', { name: 'Show rows' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('These are the first 0 rows.').waitFor()
    await page.unroute('**/v1/analytics/users?*')
    await page.getByRole('button', { name: 'Read again' }).click()
    expect(await rowsRead(page)).toBeGreaterThan(79)
    expectNoErrors(page)
  })
})
