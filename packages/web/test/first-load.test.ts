import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, type TestBrowser, WIDE } from './support/browser.ts'
import { layoutShift, MAX_LAYOUT_SHIFT } from './support/layout-shift.ts'

/** The most JavaScript and CSS that a browser may fetch until the home of an employee is complete, as transferred. */
const FIRST_LOAD = 200 * 1024

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

interface Loaded {
  readonly name: string
  readonly bytes: number
}

it.each(['en-IE', 'de-DE', 'fr-FR'])(
  'the home of an employee loads at most 200 KiB of code and styles in %s, and nothing on it moves',
  async (locale) => {
    // Options of its own, so that the browser has none of the files yet.
    const page = await browser.open('/favicon.svg', 'employee', { ...WIDE, locale })
    // Once nothing was loading for a while, an interval loads dialogs ahead of time, and a busy machine may count them.
    await page.addInitScript(() => Object.assign(window, { setInterval: () => 0 }))
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('main').locator('[role=status], [aria-busy=true]').first().waitFor({ state: 'detached' })
    const loaded = await page.evaluate((): Loaded[] =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => /\.(?:js|css)$/.test(name))
        .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize })),
    )
    expect(loaded.length).toBeGreaterThan(10)
    expect(loaded.every(({ bytes }) => bytes > 0)).toBe(true)
    const largest = loaded.toSorted((a, b) => b.bytes - a.bytes).slice(0, 12)
    const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(total, JSON.stringify(largest, null, 1)).toBeLessThanOrEqual(FIRST_LOAD)

    expect(await layoutShift(page)).toBeLessThan(MAX_LAYOUT_SHIFT)
  },
)
