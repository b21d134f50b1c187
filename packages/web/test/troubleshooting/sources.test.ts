import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { awaitSteadyDay, WITHIN_MS } from '../../../server/src/testing/steady-day.ts'
import { expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { contentOf } from '../support/download.ts'
import { callWithKey, makeOwn, type Own, rowsOf, see } from './support.ts'

let browser: TestBrowser
let own: Own
beforeAll(async () => {
  browser = await startBrowser()
  own = await makeOwn()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const statusOf = async (page: Parameters<typeof rowsOf>[0], source: string): Promise<string[]> => {
  const rows = await rowsOf(page, 'Sources')
  return rows.find(([name]) => name === source) ?? []
}

describe('the sources', () => {
  it('are shown with their health in words, and what to do', async () => {
    const now = new Date().toISOString()
    const seen = { userId: own.userId, locationId: own.locationId, timestamp: now }
    await see(`good ${own.mark}`, [seen])
    await see(`bad ${own.mark}`, [seen, { ...seen, userId: 'unknown' }, { ...seen, userId: 'unknown too' }])
    await see(`late ${own.mark}`, [{ ...seen, timestamp: new Date(Date.now() - 3 * 3_600_000).toISOString() }])
    const ago = (ms: number) => ({ ...seen, timestamp: new Date(Date.now() - ms).toISOString() })
    const some = Array.from({ length: 30 }, (_, index) => ago(index * 1000))
    await see(`some ${own.mark}`, [...some, { ...seen, userId: 'unknown' }])
    const page = await browser.open('/sources', 'workplace-administrator')
    await expect.poll(async () => (await statusOf(page, `good ${own.mark}`))[1]).toBe('Healthy')
    await expect.poll(async () => (await statusOf(page, `bad ${own.mark}`))[1]).toBe('Most refused')
    const [, , , , accepted, , refused, help] = await statusOf(page, `bad ${own.mark}`)
    expect([accepted, refused]).toEqual(['1', '266.7%: 2 unknown people'])
    expect(help).toContain('each event in the quarantine says what helps')
    await expect.poll(async () => (await statusOf(page, `late ${own.mark}`))[1]).toBe('Healthy')
    expect((await statusOf(page, `late ${own.mark}`))[3]).toBe('history')
    // Trouble comes first, then the largest share of refused events.
    await expect.poll(async () => (await statusOf(page, `some ${own.mark}`))[6]).toBe('13.2%: 1 unknown person')
    const listed = (await rowsOf(page, 'Sources')).flatMap(([name]) => (name?.endsWith(own.mark) ? [name] : []))
    expect(listed.indexOf(`bad ${own.mark}`)).toBeLessThan(listed.indexOf(`some ${own.mark}`))
    expect(listed.indexOf(`some ${own.mark}`)).toBeLessThan(listed.indexOf(`good ${own.mark}`))
    await page.getByText('The share is a problem from 5% on, if at least 10 events were refused.').waitFor()
    // What is shown of the table is in its part of the address, and the file has just that.
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Repeated' }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Accepted', exact: true }).click()
    await page.getByRole('button', { name: 'Accepted', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('tables') === '{"sources":{"hide":"repeated","sort":"-accepted"}}')
    await page.evaluate('localStorage.clear()')
    await page.reload()
    const table = page.getByRole('table', { name: 'Sources' })
    await table.getByRole('columnheader', { name: 'Accepted' }).and(page.locator('[aria-sort=descending]')).waitFor()
    expect(await table.getByRole('columnheader', { name: 'Repeated' }).count()).toBe(0)
    const [heading, ...lines] = String(await contentOf(page, page.getByRole('button', { name: 'CSV: Sources' })))
      .trim()
      .split('\r\n')
    expect(heading).toBe('Source,Status,Last sent,Lag,Accepted,Refused,What to do')
    expect(lines.find((line) => line.startsWith(`bad ${own.mark}`))).toContain('Most refused')
    await page.getByRole('link', { name: `Refused events of bad ${own.mark}` }).click()
    await page.waitForURL(/\/quarantine\?source=/)
    await page.getByText('That is all: 2 events.').waitFor()
    expectNoErrors(page)
  })

  it('are refreshed automatically, until that is switched off', async () => {
    const page = await browser.open('/sources', 'analytics-administrator')
    await page.getByRole('table', { name: 'Sources' }).waitFor()
    await page.getByRole('switch', { name: /Refreshes every/ }).uncheck()
    // What the page is reading by then could have the event as well.
    await page.getByRole('button', { name: 'Read now', disabled: false }).waitFor()
    const source = `new ${own.mark}`
    await see(source, [{ userId: own.userId, locationId: own.locationId, timestamp: new Date().toISOString() }])
    expect(await statusOf(page, source)).toEqual([])
    await page.getByRole('switch', { name: /Refreshes every/ }).check()
    await expect.poll(async () => (await statusOf(page, source))[0]).toBe(source)
    expect(await page.getByRole('link', { name: 'Refused events' }).count()).toBe(0)
    expectNoErrors(page)
  })

  it('are followed by present outages, each with a link to the calendar of its building', async () => {
    const timeZone = 'Asia/Kathmandu'
    // The outage would be past soon.
    await awaitSteadyDay(WITHIN_MS, [timeZone])
    const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.now())
    const outage = { firstDay: today, lastDay: today, reason: `Readers replaced ${own.mark}` }
    await callWithKey('POST', `/api/locations/${own.locationId}/outages`, outage)
    const page = await browser.open('/sources', 'analytics-administrator')
    const row = page.getByRole('table', { name: 'Outages' }).getByRole('row', { name: new RegExp(own.locationName) })
    expect(await row.innerText()).toMatch(new RegExp(`Present\\s+${outage.reason}`))
    await row.getByRole('link', { name: own.locationName }).click()
    await page.waitForURL((url) => url.searchParams.get('locationId') === own.locationId)
    await page.getByRole('cell', { name: outage.reason }).waitFor()
    expectNoErrors(page)
  })
})
