import type { RefreshRun } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { presenceAlone, refreshAlone } from '../support/alone.ts'
import { expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { callWithKey, makeBuilding } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const runsOfApi = async (): Promise<RefreshRun[]> => {
  const { items } = await callWithKey<{ items: RefreshRun[] }>('GET', '/api/refresh-runs?limit=50')
  return items
}

describe('the page of refresh runs', () => {
  it('shows each run as the API has it', async () => {
    const page = await browser.open('/data/refresh-runs', 'workplace-administrator')
    await page.getByRole('row').nth(1).waitFor()
    const number = new Intl.NumberFormat('en-US')
    const first = (await runsOfApi()).at(-1) as RefreshRun
    const cells = await page.getByRole('row').last().getByRole('cell').allTextContents()
    expect(await page.getByRole('row').last().getByRole('rowheader').textContent()).toBe(String(first.runNo))
    expect(cells.slice(0, 3)).toEqual(['Succeeded', 'An operator', 'All'])
    expect(cells.slice(5)).toEqual([first.days, first.rows, first.segments, first.restated].map((count) => number.format(count)))
    expect(await page.getByRole('row').last().locator('time').getAttribute('datetime')).toBe(first.startedAt)
    expectNoErrors(page)
  })

  it('starts a refresh of a building once that is confirmed, and shows what came of it', async () => {
    await using _ = await refreshAlone()
    // It publishes changed days of all buildings, also of one that reports no presence for a while.
    await using _presence = await presenceAlone()
    const { locationId, locationName } = await makeBuilding()
    const page = await browser.open('/data/refresh-runs', 'bookings-administrator')
    await page.getByRole('button', { name: 'Refresh now' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refresh the warehouse now?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    const runs = await runsOfApi()

    await page.getByRole('button', { name: 'Refresh now' }).click()
    await dialog.getByRole('radio', { name: 'Certain days' }).check()
    expect(await dialog.getByRole('button', { name: 'Refresh now' }).isDisabled()).toBe(true)
    await dialog.getByRole('radio', { name: 'New and changed days' }).check()
    await dialog.getByRole('combobox', { name: 'Building' }).fill(locationName)
    await page.getByRole('option', { name: locationName }).click()
    await dialog.getByRole('button', { name: 'Refresh now' }).click()
    await dialog.waitFor({ state: 'detached' })
    const row = page.getByRole('row').filter({ hasText: locationName })
    await expect.poll(() => row.first().textContent()).toContain('Succeeded')
    expect(await row.first().textContent()).toContain('On request')
    const mine = (await runsOfApi()).filter(({ locationIds }) => locationIds?.includes(locationId))
    expect(mine).toHaveLength(1)
    expect(mine[0]?.runNo).toBeGreaterThan(runs[0]?.runNo ?? 0)
    expectNoErrors(page)
  })

  it('shows a running refresh with its duration until it has ended', async () => {
    await using _ = await refreshAlone()
    const page = await browser.open('/data/refresh-runs', 'bookings-administrator')
    await page.getByRole('row').nth(1).waitFor()
    const [latest] = await runsOfApi()
    const startedAt = new Date().toISOString()
    const running = { ...latest, runNo: 999_999, trigger: 'schedule', status: 'running', endedAt: null, startedAt }
    let isOn = true
    await page.route('**/api/refresh-runs?*', async (route) => {
      const answer = await route.fetch()
      const { items, nextCursor } = (await answer.json()) as { items: object[]; nextCursor: string | null }
      const run = isOn ? running : { ...running, status: 'failed', endedAt: new Date().toISOString(), error: 'disk full' }
      await route.fulfill({ json: { items: [run, ...items], nextCursor } })
    })
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: '999999' })
    await row.getByRole('progressbar', { name: 'Run 999999 is running' }).waitFor()
    expect(await row.textContent()).toContain('Schedule')
    expect(await page.getByRole('button', { name: 'Refresh now' }).isDisabled()).toBe(true)
    const before = await row.textContent()
    await expect.poll(() => row.textContent()).not.toBe(before)
    isOn = false
    await row.getByText('disk full').waitFor()
    expect(await row.textContent()).toContain('Failed')
    expect(await page.getByRole('button', { name: 'Refresh now' }).isEnabled()).toBe(true)
    expectNoErrors(page)
  })

  it('lets only users with the role start one', async () => {
    const page = await browser.open('/data/refresh-runs', 'analytics-administrator')
    await page.getByRole('row').nth(1).waitFor()
    expect(await page.getByRole('button', { name: 'Refresh now' }).count()).toBe(0)
    const refused = await browser.open('/data/refresh-runs', 'employee')
    await refused.getByRole('alert').waitFor()
    expectNoErrors(page)
    expectNoErrors(refused)
  })
})
