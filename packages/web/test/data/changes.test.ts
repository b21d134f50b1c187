import type { ChangeFeed, SegmentChange } from '@rollcall/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { callWithKey, rowsRead } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser({ isReadOnly: true })
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const feed = (query = '') => callWithKey<ChangeFeed>('GET', `/v1/analytics/changes?${query}`)

const wholeFeed = async (): Promise<SegmentChange[]> => {
  const all: SegmentChange[] = []
  for (let query = ''; ; ) {
    const { segments, cursor, hasMore } = await feed(query)
    all.push(...segments)
    if (!hasMore) return all
    query = `cursor=${cursor}`
  }
}

/** Dataset, first and last day and building of what each link leads to: all read at once, as the page may go on meanwhile. */
const shownSegments = async (page: Page) => {
  const links = page.getByRole('link', { name: /^Show rows/ })
  const addresses = await links.evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href))
  return addresses.map((address) => {
    const { searchParams } = new URL(address)
    const place = searchParams.get('locationId') ?? searchParams.get('locationIds')
    return [searchParams.get('dataset'), searchParams.get('startDate'), searchParams.get('endDate'), place]
  })
}

const expected = (changes: readonly SegmentChange[]) =>
  changes.filter(({ rowCount }) => rowCount > 0).map(({ dataset, day, locationId }) => [dataset, day, day, locationId ?? 'none'])

describe('the page of the change feed', () => {
  it('shows the newest changes first', async () => {
    const page = await browser.open('/data/changes', 'analytics-administrator')
    await page.getByRole('row').nth(1).waitFor()
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Check for newer ones' }).click()
        const newest = (await wholeFeed()).reverse().slice(0, 200)
        const shown = await shownSegments(page)
        return JSON.stringify(shown) === JSON.stringify(expected(newest))
      })
      .toBe(true)
    expectNoErrors(page)
  })

  it('goes through the feed page by page from its beginning, which the address keeps', async () => {
    const page = await browser.open('/data/changes', 'analytics-administrator')
    await page.getByText('From the beginning').click()
    await page.getByRole('combobox', { name: 'Dataset' }).click()
    await page.getByRole('option', { name: 'Presence' }).click()
    await page.waitForURL(/from=beginning.*dataset=presence/)
    const first = await feed('limit=100&datasets=presence')
    await expect.poll(() => shownSegments(page)).toEqual(expected(first.segments))
    await page.getByRole('button', { name: 'Next page' }).click()
    const second = await feed(`limit=100&datasets=presence&cursor=${first.cursor}`)
    await expect.poll(() => shownSegments(page)).toEqual(expected(second.segments))
    await page.reload()
    await expect.poll(() => shownSegments(page)).toEqual(expected(second.segments))
    await page.getByRole('button', { name: 'First page' }).click()
    await expect.poll(() => shownSegments(page)).toEqual(expected(first.segments))
    expectNoErrors(page)
  })

  it('leads to the rows of each change', async () => {
    const page = await browser.open('/data/changes?from=beginning', 'analytics-administrator')
    const { segments } = await feed('limit=100')
    const index = segments.findIndex(({ rowCount, dataset }) => rowCount > 1 && dataset === 'presence')
    const change = segments[index] as SegmentChange
    const row = page.getByRole('row').nth(index + 1)
    expect(await row.textContent()).toContain('The day was over')
    await row.getByRole('link', { name: /^Show rows/ }).click()
    await page.getByRole('heading', { name: 'Data explorer' }).waitFor()
    expect(await rowsRead(page)).toBe(change.rowCount)
    expectNoErrors(page)
  })

  it('is for analysts', async () => {
    const page = await browser.open('/data/changes', 'workplace-administrator')
    await page.getByRole('alert').waitFor()
    expectNoErrors(page)
  })
})
