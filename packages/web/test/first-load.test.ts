import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, type TestBrowser, WIDE } from './support/browser.ts'
import { layoutShift, MAX_LAYOUT_SHIFT } from './support/layout-shift.ts'

/** The most JavaScript and CSS that a browser may fetch until the home of an employee is complete, by gzip. */
const FIRST_LOAD = 200_000

/** The words of a language other than English. */
const WORDS = /\/words-(?:de|fr)-first-[^/]*\.js$/

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

interface Loaded {
  readonly name: string
  readonly transferred: number
}

/** Files that are part of every first load; a count without them would be of another page. */
const PARTS = [/\/index-[^/]*\.js$/, /\/index-[^/]*\.css$/, /\/home-[^/]*\.js$/, /\/home-[^/]*\.css$/]

it.each(['en-IE', 'de-DE', 'fr-FR'])(
  'the home of an employee loads at most 200 kB of code and styles in %s, and nothing on it moves',
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
        .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, transferred: encodedBodySize })),
    )
    for (const part of [...PARTS, ...(locale.startsWith('en') ? [] : [WORDS])])
      expect(loaded.map(({ name }) => name)).toContainEqual(expect.stringMatching(part))
    expect(loaded.every(({ transferred }) => transferred > 0)).toBe(true)
    // Browsers without Brotli, and proxies that compress by themselves, use gzip; its files are the larger ones.
    const compressed = await Promise.all(
      loaded.map(async ({ name, transferred }) => {
        const bytes = gzipSync(await (await page.request.get(name)).body(), { level: 9 }).length
        return { name, transferred, bytes }
      }),
    )
    const largest = JSON.stringify(compressed.toSorted((a, b) => b.bytes - a.bytes).slice(0, 12), null, 1)
    const sum = (count: 'transferred' | 'bytes') => compressed.reduce((total, each) => total + each[count], 0)
    expect(sum('bytes'), largest).toBeLessThanOrEqual(FIRST_LOAD)
    expect(sum('transferred'), largest).toBeLessThanOrEqual(FIRST_LOAD)

    expect(await layoutShift(page)).toBeLessThan(MAX_LAYOUT_SHIFT)
  },
)

it('nothing on the live floor moves when its data arrive', async () => {
  const page = await browser.open('/favicon.svg', 'employee')
  await page.goto('/me/floor')
  await page.getByText('Levels and zones').waitFor()
  await page.getByRole('application').waitFor()
  expect(await layoutShift(page)).toBeLessThan(MAX_LAYOUT_SHIFT)
})
